#!/usr/bin/env bash
# Tests an image of the bot, with Docker and without Discord. Its commands run as they do in compose.yaml: without rights,
# and with a read-only file system.
#
#     docker build --tag dominoes . && deploy/test-image.sh dominoes
#     DOCKER_DEFAULT_PLATFORM=linux/arm64 deploy/test-image.sh dominoes    the image of another machine, by emulation
set -euo pipefail
image=$1
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../pyproject.toml")
# the example in Discord's documentation
token=MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs
options=(--init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges)

fail() {
    printf 'FAILED: %s\n%s\n' "$1" "$2"
    exit 1
}

# expect WHAT STATUS TEXT COMMAND...: the command ends with this status and says this text
expect() {
    local what=$1 status=$2 text=$3 said got=0
    shift 3
    said=$(docker run --rm "${options[@]}" "$image" "$@" 2>&1) || got=$?
    [[ $got == "$status" && $said == *"$text"* ]] || fail "$what (status $got in place of $status, or no '$text')" "$said"
    echo "ok: $what"
}

expect "the user has no rights" 0 10001 id -u
expect "the files of the bot are root's" 0 root stat --format %U /app/bot.py
expect "--help explains the commands" 0 --backup python bot.py --help
expect "the version is the project's" 0 "Dominoes for Discord $version" python bot.py --version
expect "the database is on the volume" 0 "" python bot.py --migrate
expect "--check finds that the playground is not there, and no other fault" 2 "1 fault: packages" python bot.py --check
expect "the playground is refused: its packages are not there" 1 "the playground needs" python bot.py
expect "the bot says that it can't reach Discord" 1 "Discord can't be reached" \
    env DISCORD_TOKEN="$token" DOMINO_API_URL=http://127.0.0.1:9 python bot.py

# a bot that waits for a Discord that never answers: it starts, is healthy, and stops when told to
silent='import socket, time; kept = socket.create_server(("127.0.0.1", 8080)); time.sleep(600)'
container=$(docker run --detach "${options[@]}" --env DISCORD_TOKEN="$token" --env DOMINO_API_URL=http://127.0.0.1:8080 \
    "$image" sh -c "python -c '$silent' & exec python bot.py")
trap 'docker rm --force --volumes "$container" >/dev/null' EXIT
for ((tries = 90; tries; tries--)); do
    docker exec "$container" python -m cogs.monitoring >/dev/null 2>&1 && break
    sleep 1
done
((tries)) || fail "the bot is healthy" "$(docker logs "$container" 2>&1)"
echo "ok: the bot is healthy"
docker stop -t 20 "$container" >/dev/null
status=$(docker inspect --format '{{.State.ExitCode}}' "$container")
[[ $status == 0 ]] || fail "the bot stops when told to (status $status)" "$(docker logs "$container" 2>&1)"
echo "ok: the bot stops when told to"
