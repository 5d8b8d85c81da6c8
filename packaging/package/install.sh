#!/bin/sh
# gx-portal @VERSION@ 的安装程序：没有 dpkg 的 Linux（麒麟、统信、欧拉等）用。以 root 运行。
#   ./install.sh              安装；已有旧版本时只放好新版本，升级由 gx-portal upgrade apply 完成
#   DESTDIR=目录 ./install.sh  装到另一个根目录下，不建用户、不碰 systemd（制作镜像时用）
set -eu
stop() { echo "没有安装：$1" >&2; exit 1; }
here="$(cd "$(dirname "$0")" && pwd)"
host="${DESTDIR:-}"

machine="$(uname -m)"
[ "$machine" = x86_64 ] || stop "本程序只能在 x86-64 上运行，这台机器是 $machine"
kernel="$(uname -r)"
major="${kernel%%.*}"
rest="${kernel#*.}"
minor="${rest%%[!0-9]*}"
[ "$major" -gt 4 ] || { [ "$major" -eq 4 ] && [ "$minor" -ge 18 ]; } || stop "需要内核 4.18 或更新的版本，这台机器是 $kernel"
if [ -z "$host" ]; then
    [ "$(id -u)" = 0 ] || stop "请用 root 运行"
    [ -d /run/systemd/system ] || stop "没有 systemd；可以直接运行 tree/opt/gx-portal/versions/@VERSION@/gx-portal，见手册“安装”"
fi

root="$host/opt/gx-portal"
data="$host/var/lib/gx-portal"
new="$root/versions/@VERSION@"
install -d -m 0755 "$root/versions" "$host/etc/gx-portal" "$host/etc/systemd/system" "$host/usr/local/bin"
# 先放在旁边再改名：中断了也没有半个版本。
rm -rf "$new.new"
cp -R "$here/tree/opt/gx-portal/versions/@VERSION@" "$new.new"
if [ -d "$new" ]; then
    cmp -s "$new/gx-portal" "$new.new/gx-portal" || stop "$new 中已有另一个 @VERSION@"
    rm -rf "$new.new"
else
    mv "$new.new" "$new"
fi
[ -e "$host/etc/gx-portal/gx-portal.env" ] || cp "$here/tree/etc/gx-portal/gx-portal.env" "$host/etc/gx-portal/gx-portal.env"
cp "$here"/tree/etc/systemd/system/* "$host/etc/systemd/system/"
if [ -e "$host/usr/local/bin/gx-portal" ] && [ ! -L "$host/usr/local/bin/gx-portal" ]; then
    mv "$host/usr/local/bin/gx-portal" "$host/usr/local/bin/gx-portal.手工安装"
    echo "原来手工放置的程序改名为 $host/usr/local/bin/gx-portal.手工安装"
fi
ln -sfn /opt/gx-portal/current/gx-portal "$host/usr/local/bin/gx-portal"
if [ -z "$host" ]; then
    if ! id gx-portal >/dev/null 2>&1; then
        useradd --system --user-group --home-dir /var/lib/gx-portal --no-create-home --shell /usr/sbin/nologin gx-portal
    fi
    install -d -m 0700 -o gx-portal -g gx-portal /var/lib/gx-portal
    systemctl daemon-reload
    if [ -e /sys/kernel/security/kysec/status ] || command -v getstatus >/dev/null 2>&1; then
        echo "提示：本机启用了麒麟安全机制（KySec），程序被拦截时请把 $new/gx-portal 加入执行控制的可信名单"
    fi
else
    install -d -m 0700 "$data"
fi

[ -L "$root/current" ] || ln -s "versions/@VERSION@" "$root/current"
now="$(readlink "$root/current")"
if [ "$now" != "versions/@VERSION@" ]; then
    echo "gx-portal @VERSION@ 已放在 $new；正在使用的仍是 ${now#versions/}，服务没有中断。接着运行："
    echo "  gx-portal upgrade check @VERSION@"
    echo "  gx-portal upgrade apply @VERSION@"
    echo "  gx-portal upgrade status"
elif [ ! -e "$data/gx.redb" ]; then
    echo "gx-portal @VERSION@ 已安装，数据目录 $data。接着运行："
    echo "  gx-portal init --tls --name 主机名"
    echo "  systemctl enable --now gx-portal"
    echo "  gx-portal health"
else
    echo "gx-portal @VERSION@ 已安装，数据目录 $data 中已有数据；运行 systemctl enable --now gx-portal 启动"
fi
