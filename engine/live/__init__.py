"""The asynchronous half: tables with people, their clocks and their storage.

- ``hub``: all open tables, by channel and by id
- ``tables``: one table, which people and time change
- ``thinking``: the processes that choose moves for computers
- ``model``: plain values: a table, its people, time limits, preferences, news and errors
- ``store``, ``sqlite``: the interface of the store, and the store in an SQLite file
- ``database``: the SQLite file itself: connection, rows, migrations, backups
- ``history``: finished matches and their replays
- ``league``: results, ratings, leaderboards and seasons
- ``privacy``: export and deletion of personal data
"""
