#!/usr/bin/env bash
# Copies a PostgreSQL database to a folder every night at 4:15 (UTC in a container), and keeps each copy for a week:
#
#     postgres-backup.sh FOLDER          every night
#     postgres-backup.sh FOLDER now      once
#
# The variables of PostgreSQL's programs say where the database is: PGHOST, PGDATABASE, PGUSER, PGPASSWORD.
set -euo pipefail
folder=$1

copy() {
    local part=$folder/part
    # a name for each day of the week; half a copy never has it
    pg_dump --format=custom --no-owner --no-acl --lock-wait-timeout=60s --file="$part"
    mv "$part" "$folder/$(date +%u).dump"
}

umask 077
mkdir -p "$folder"
if [[ ${2:-} == now ]]; then
    copy
    exit
fi
while true; do
    seconds=$(($(date --date "4:15" +%s) - $(date +%s)))
    # sleep in the background: bash waits for a program to end before it heeds a signal
    sleep $((seconds > 0 ? seconds : seconds + 86400)) &
    trap 'kill $!; exit 0' TERM INT
    wait $!
    copy || echo "no copy was made tonight" >&2
done
