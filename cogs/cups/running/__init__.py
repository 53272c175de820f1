"""The hand of the cups: it opens their tables and sends their messages, so that no cup waits for a person for ever."""
