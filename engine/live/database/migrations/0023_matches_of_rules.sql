-- The newest matches of a rule set tell how long one takes.

CREATE INDEX matches_of_rules ON matches (rules, finished_at);
