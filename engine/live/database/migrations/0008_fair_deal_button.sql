-- Messages no longer name the players who added a word: a button tells who asks.

UPDATE tables SET post = json_remove(
    post, '$.adding', '$.older[0].adding', '$.older[1].adding', '$.older[2].adding', '$.older[3].adding',
    '$.older[4].adding'
) WHERE post IS NOT NULL;

DROP INDEX untidy_tables;

-- as in 0007, without what is gone; they are asked for word for word as it stands here
CREATE INDEX untidy_tables ON tables (lively_at) WHERE status IN ('finished', 'closed') AND (
    invited != '[]' OR seating != '[]' OR words != '[]' OR vote IS NOT NULL
    OR coalesce(json_extract(post, '$.text'), '') != '' OR coalesce(json_extract(post, '$.alt'), '') != ''
);
