-- Whether one message of a table is edited at each move, by the choice of its host; without one, the server's counts.

ALTER TABLE tables ADD COLUMN one_picture INTEGER;
