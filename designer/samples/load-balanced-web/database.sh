#!/bin/sh
# Puts PostgreSQL on the attached volume and lets the web servers in.
set -eu

device=/dev/disk/by-id/$(ls /dev/disk/by-id | grep virtio | tail -n 1)
blkid "$device" || mkfs.ext4 -q "$device"
mount "$device" /var/lib/postgresql
chown postgres: /var/lib/postgresql

apt-get update -q
apt-get install -qy postgresql
sudo -u postgres psql -c "CREATE ROLE web LOGIN PASSWORD '$PASSWORD'"
sudo -u postgres createdb --owner web web
