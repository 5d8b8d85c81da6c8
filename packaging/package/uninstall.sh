#!/bin/sh
# 卸载 install.sh 安装的 gx-portal；保留数据，除非 GX_PURGE_DATA=yes。以 root 运行。
set -eu
host="${DESTDIR:-}"
data="$host/var/lib/gx-portal"
if [ -z "$host" ]; then
    [ "$(id -u)" = 0 ] || { echo "没有卸载：请用 root 运行" >&2; exit 1; }
    systemctl disable --now gx-portal || true
fi
rm -rf "$host/opt/gx-portal" "$host/etc/systemd/system/gx-portal.service" "$host/etc/systemd/system/gx-portal@.service" \
    "$host/etc/systemd/system/gx-portal-upgrade.service" "$host/etc/systemd/system/gx-portal-upgrade@.service"
if [ -L "$host/usr/local/bin/gx-portal" ]; then rm "$host/usr/local/bin/gx-portal"; fi
if [ -z "$host" ]; then systemctl daemon-reload; fi
if [ "${GX_PURGE_DATA:-}" = yes ]; then
    for folder in "$data" "$data"-*; do
        if [ "$folder" = "$data" ] || [ -e "$folder/gx.redb" ]; then rm -rf "$folder"; fi
    done
    echo "gx-portal 已卸载，数据目录 $data 已按 GX_PURGE_DATA=yes 删除。"
else
    echo "gx-portal 已卸载，数据保留在 $data；确实不要时运行 rm -rf $data。"
fi
