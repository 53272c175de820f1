"""The SQLite file: connection, rows, migrations, backups."""
