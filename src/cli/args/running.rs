//! What can be typed about a server that runs: its certificate, its mode, what is sent to who helps.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum TlsVerb {
    /// 显示证书的主机名、有效期和颁发机构指纹
    #[command(after_help = "示例：\n  gx-portal tls show --data /srv/gx")]
    Show,
    /// 用本站的颁发机构签发一张新证书；不给 --name 时沿用原来的主机名
    #[command(after_help = "示例：\n  gx-portal tls renew --data /srv/gx --name 10.1.2.3")]
    Renew {
        /// 主机名或地址，可多次给出；本机的名称和地址总在其中
        #[arg(long, value_name = "主机名")]
        name: Vec<String>,
    },
    /// 让运行中的服务读取新的证书文件
    #[command(after_help = "示例：\n  gx-portal tls reload --data /srv/gx")]
    Reload,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ProtectVerb {
    /// 在各目标建立备份仓库；第一次给出两个恢复码
    #[command(after_help = "示例：\n  gx-portal protect init --data /srv/gx")]
    Init,
    /// 显示各目标落后多少、最近一次完整备份，发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal protect status --data /srv/gx")]
    Status,
    /// 重新读取并核对各目标的全部内容，发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal protect verify --data /srv/gx")]
    Verify,
    /// 恢复演练：把各目标最新的状态恢复到临时目录，与现用数据逐表比对；不符时退出码为 4
    #[command(after_help = "示例：\n  gx-portal protect drill --data /srv/gx")]
    Drill,
    /// 立即补齐各目标并制作一份完整备份
    #[command(after_help = "示例：\n  gx-portal protect base --data /srv/gx")]
    Base,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SyslogVerb {
    /// 按配置连接日志服务器并发送一条测试消息；发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal syslog test --data /srv/gx")]
    Test,
    /// 从某一号审计记录起重新发送（例如日志服务器丢失了数据）
    #[command(after_help = "示例：\n  gx-portal syslog resend --from 12345 --data /srv/gx")]
    Resend {
        /// 第一条的操作序号（见操作日志的“编号”）
        #[arg(long, value_name = "编号")]
        from: u64,
    },
}

/// `support-bundle`
#[derive(Debug, Args)]
pub(in crate::cli) struct BundleArgs {
    /// 写到这个文件，默认当前目录下的 gx-portal-support.zip；已存在则拒绝
    #[arg(long, default_value = "gx-portal-support.zip", hide_default_value = true, value_name = "文件")]
    pub to: PathBuf,
}

/// What everybody reads, and until when.
#[derive(Debug, Args)]
pub(in crate::cli) struct ModeArgs {
    /// 给所有人看的说明，例如“22:00–22:30 升级”
    #[arg(value_name = "说明")]
    pub text: String,
    /// 到这个时间自动恢复：22:30 或 "2026-03-01 22:30"；不填则一直到 maintenance off
    #[arg(long, value_name = "时间", default_value = "", hide_default_value = true)]
    pub until: String,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum MaintenanceVerb {
    /// 进入维护：只有管理员可以使用，其他人看到说明
    #[command(after_help = "示例：\n  gx-portal maintenance on \"22:00–22:30 升级\" --until 22:30 --data /srv/gx")]
    On(ModeArgs),
    /// 进入只读：所有人可以查看，不能保存；登录和日志照常
    #[command(
        after_help = "示例：\n  gx-portal maintenance readonly \"年终盘点，暂停录入\" --until \"2026-12-31 18:00\" --data /srv/gx"
    )]
    Readonly(ModeArgs),
    /// 恢复正常使用
    #[command(after_help = "示例：\n  gx-portal maintenance off --data /srv/gx")]
    Off,
    /// 查看当前状态
    #[command(after_help = "示例：\n  gx-portal maintenance show --data /srv/gx")]
    Show,
}
