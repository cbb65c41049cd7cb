#!/usr/bin/env bash
# Measures a plan in shards on several machines by GNU parallel and ssh, one shard at a time on each:
#
#   parallel.sh LINKS PLAN COUNT HOSTS FOLDER
#
# LINKS is a folder of links of layoutbench ('make links'), PLAN a file of 'bench --plan-only --links LINKS',
# COUNT the number of shards, HOSTS a file with a machine in each line (as 'parallel --sshloginfile' reads it;
# ':' is this one), and FOLDER where the shards go. A shard that fails is tried once more. When it is run again
# only those are measured that are not there.
set -euo pipefail
links=$(realpath "$1") plan=$(realpath "$2") count=$3 hosts=$(realpath "$4")
mkdir -p "$5"
cd "$5"
# Each machine gets copies under these relative names.
[ "$links" = "$PWD/links" ] || { rm -rf links && cp -r "$links" links; }
cmp -s "$plan" plan.json || cp "$plan" plan.json
missing=$(for shard in $(seq "$count"); do [ -e "shard-$shard.json" ] || echo "$shard"; done)
if [ -n "$missing" ]; then
  folder=layoutbench-$$
  # Status 1 of 'bench' tells of a wrong cell, in a Run that is complete.
  # shellcheck disable=SC2086
  parallel --sshloginfile "$hosts" --jobs 1 --retries 2 --workdir "$folder" --cleanup \
    --basefile links --basefile plan.json --return shard-{}.json \
    "links/layoutbench-1 bench --plan plan.json --shard {}/$count --links links -o part-{}.json --quiet >/dev/null
     [ \$? -le 1 ] && mv part-{}.json shard-{}.json" \
    ::: $missing || echo "some shards are missing" >&2
  parallel --sshloginfile "$hosts" --nonall rm -rf "$folder"
fi
links/layoutbench-1 merge shard-*.json -o run.json
