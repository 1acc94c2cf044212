#!/bin/sh
# npm links this file into a folder of programs.
exec "$(dirname "$(readlink -f "$0")")/../lib/jacana" "$@"
