//! What can be typed to go to another version and back.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `upgrade …`
#[derive(Debug, Args)]
pub(in crate::cli) struct UpgradeArgs {
    /// 第二个服务（gx-portal@名称）的名称；不给时是 gx-portal
    #[arg(long, global = true, value_name = "名称")]
    pub instance: Option<String>,
    #[command(subcommand)]
    pub verb: UpgradeVerb,
}

/// The pack of an upgrade.
#[derive(Debug, Args)]
pub(in crate::cli) struct PackArgs {
    /// 升级包（.gxup），或安装包已放在 /opt/gx-portal/versions 中的版本号
    #[arg(value_name = "升级包")]
    pub pack: PathBuf,
    /// Takes a pack that nobody signed.
    #[cfg(feature = "testing")]
    #[arg(long, hide = true)]
    pub allow_unsigned: bool,
}

impl PackArgs {
    pub(in crate::cli) fn takes_unsigned(&self) -> bool {
        #[cfg(feature = "testing")]
        return self.allow_unsigned;
        #[cfg(not(feature = "testing"))]
        false
    }
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum UpgradeVerb {
    /// 逐项检查能否升级，不做任何改动；有不通过的项时退出码为 4
    #[command(after_help = "示例：\n  gx-portal upgrade check /root/gx-portal-0.2.0.gxup")]
    Check(PackArgs),
    /// 升级：备份、停止、复制数据库、换上新程序、启动、检查；任何一步失败都自动退回
    #[command(
        after_help = "示例：\n  gx-portal upgrade apply /root/gx-portal-0.2.0.gxup\n  gx-portal upgrade apply 0.2.0\n  gx-portal upgrade apply /root/gx-portal-0.2.0.gxup --instance test"
    )]
    Apply(PackArgs),
    /// 显示正在使用的版本、已有的版本和最近一次升级
    #[command(after_help = "示例：\n  gx-portal upgrade status")]
    Status,
    /// 把中断的升级（断电、被强制结束）退回；没有中断的升级时什么也不做
    #[command(after_help = "示例：\n  gx-portal upgrade resume")]
    Resume {
        /// Called by the service manager, which starts the service afterwards.
        #[arg(long, hide = true)]
        boot: bool,
    },
    /// 退回升级前的版本和数据，列出升级以来的操作供重新录入
    #[command(after_help = "示例：\n  gx-portal upgrade back")]
    Back,
    /// 确认升级无误，删除升级前的数据副本（7 天后也会自动删除）；之后不能再用 back 退回
    #[command(after_help = "示例：\n  gx-portal upgrade commit")]
    Commit,
    /// What the program says of itself to who packs it.
    #[command(hide = true)]
    Facts,
    /// What data that come back need; called by `back` of a newer version.
    #[command(hide = true)]
    Settle,
}
