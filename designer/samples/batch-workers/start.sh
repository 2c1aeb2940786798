#!/bin/sh
# Starts one worker. The names that begin with a dollar sign are filled in by the template.
set -eu

cat > /etc/default/batch-worker <<'END'
QUEUE_URL=$QUEUE_URL
QUEUE_TOKEN=$QUEUE_TOKEN
LABELS="$LABELS"
END
chmod 600 /etc/default/batch-worker
systemctl enable --now batch-worker
