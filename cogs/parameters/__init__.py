"""Parameters that several commands take: rules under a name or as a code, and friends to invite."""
