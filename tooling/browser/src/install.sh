#!/bin/sh
# Installs Debian's Chromium, once though several ask at the same time. Its argument is a directory for its own files.
# Silent where that worked; else it says why, on the standard error.
set -u
lock="$1/install.lock"
failure="$1/install.failure"
export DEBIAN_FRONTEND=noninteractive
# Where dpkg looks for its own programs.
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

exec 9>"$lock"
flock 9
command -v chromium >/dev/null && exit 0

# Those who waited for an attempt that failed need not fail again.
if [ -n "$(find "$failure" -mmin -5 2>/dev/null)" ]; then
  cat "$failure" >&2
  exit 1
fi

apt() {
  timeout 600 apt-get -q -o DPkg::Lock::Timeout=300 "$@" 9>&-
}
install() {
  apt install -y --no-install-recommends chromium fonts-liberation
}

# The list of packages may be missing, or so old that it names what is gone.
if output=$({ install || { apt update && install; }; } 2>&1); then
  rm -f "$failure"
else
  printf '%s\n' "$output" | grep '^E:' | sort -u | head -n 3 >"$failure"
  [ -s "$failure" ] || echo 'apt-get failed' >"$failure"
  cat "$failure" >&2
  exit 1
fi
