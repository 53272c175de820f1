-- Which match of a cup a table plays, as JSON; none for any other table.

ALTER TABLE tables ADD COLUMN cup TEXT;
