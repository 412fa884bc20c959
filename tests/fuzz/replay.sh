#!/bin/sh
# Replays the stored inputs of a target: replay.sh CORPUS.tar.xz COMMAND...; the command gets the folder of the unpacked inputs.
set -eu
corpus=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xJf "$corpus" -C "$work"
"$@" "$work"
