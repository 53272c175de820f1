"""The layout of tables that branch."""
