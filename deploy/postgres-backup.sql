-- A user that copies the database, and can't change anything in it. The password comes from the environment.
\getenv password BACKUP_PASSWORD
CREATE ROLE dominoes_backup LOGIN PASSWORD :'password' IN ROLE pg_read_all_data;
