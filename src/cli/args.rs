//! What can be typed. Every verb has a Chinese explanation and an example.

mod import;
mod running;
mod upgrade;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub(super) use self::import::{ImportVerb, RuoyiArgs};
pub(super) use self::running::{BundleArgs, MaintenanceVerb, ModeArgs, ProtectVerb, SyslogVerb, TlsVerb};
pub(super) use self::upgrade::{UpgradeArgs, UpgradeVerb};

const CODES: &str = "\
退出码：
  0  成功
  1  操作被拒绝或失败（原因见提示）
  2  命令用法或配置不正确
  3  数据目录正被占用、不存在或尚未初始化
  4  doctor、health、backup verify、protect status、protect verify、protect drill、upgrade check、idaas check、syslog test、flow check 发现问题，或 import users、flow preset 有没做成的

示例：
  gx-portal init --data /srv/gx
  gx-portal serve --data /srv/gx --listen 127.0.0.1:8080";

const TEMPLATE: &str = "{about}\n\n用法：{usage}\n\n{all-args}{after-help}\n";

/// 资产与租金管理平台：一个可执行文件，自带数据库和网页
#[derive(Debug, Parser)]
#[command(name = "gx-portal", version, after_help = CODES, disable_help_subcommand = true)]
pub(super) struct Cli {
    /// 数据目录（也可用环境变量 GX_DATA）
    #[arg(long, global = true, env = "GX_DATA", hide_env = true, value_name = "目录")]
    pub data: Option<PathBuf>,
    /// 配置文件（也可用环境变量 GX_CONFIG；默认是数据目录中的 gx-portal.toml）
    #[arg(long, global = true, env = "GX_CONFIG", hide_env = true, value_name = "文件")]
    pub config: Option<PathBuf>,
    /// 用 JSON 输出结果，供脚本使用
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// 新建数据目录，并创建管理员或给出一次性初始化代码
    #[command(
        after_help = "示例：\n  gx-portal init --data /srv/gx\n  gx-portal init --data /srv/gx --admin admin --admin-password-stdin < 口令文件\n  gx-portal init --data /srv/gx --tls --name gx.example.gov.cn"
    )]
    Init(InitArgs),
    /// 启动服务，直到收到停止信号
    #[command(after_help = "示例：\n  gx-portal serve --data /srv/gx --listen 0.0.0.0:8080")]
    Serve(ServeArgs),
    /// 生成演示数据（虚构的“云川市”：人员、资产、房间、乙方和合同）
    #[command(after_help = "示例：\n  gx-portal seed --data /srv/gx --demo small")]
    Seed(SeedArgs),
    /// 管理用户：列出、新增、重设口令、解锁、放行、解除统一身份绑定、停用、启用
    #[command(after_help = "示例：\n  gx-portal user list --data /srv/gx")]
    User(Group<UserVerb>),
    /// 查看和修改系统参数（参数设置页面中的内容）
    #[command(after_help = "示例：\n  gx-portal settings get --data /srv/gx")]
    Settings(Group<SettingsVerb>),
    /// 导入用户表格、整库归档，或从若依（RuoYi）系统迁入
    #[command(after_help = "示例：\n  gx-portal import users 用户.xlsx --data /srv/gx --dry-run")]
    Import(Group<ImportVerb>),
    /// 把全部业务数据导出为一个归档文件（zip，内容为可读文本）
    #[command(after_help = "示例：\n  gx-portal export /backup/gx.zip --data /srv/gx")]
    Export(ExportArgs),
    /// 备份：制作、列出、校验、清理
    #[command(after_help = "示例：\n  gx-portal backup create --data /srv/gx --to /backup")]
    Backup(Group<BackupVerb>),
    /// 持续保护：建立备份仓库、查看、核对、立即完整备份
    #[command(
        after_help = "示例：\n  gx-portal protect init --data /srv/gx\n  gx-portal protect status --data /srv/gx"
    )]
    Protect(Group<ProtectVerb>),
    /// 用备份恢复出一个新的数据目录，或从备份仓库恢复到任意一次操作之前
    #[command(
        after_help = "示例：\n  gx-portal restore --from /backup/gx-backup-20260301-083000 --data /srv/gx-new\n  gx-portal restore --from /mnt/nas/gx --before-audit 12345 --keys /srv/gx --data /srv/gx-new\n  gx-portal restore --from /mnt/nas/gx --at \"2026-03-01 10:41\" --data /srv/gx-new < 恢复码文件\n  gx-portal restore --from /mnt/nas/gx --at \"2026-03-01 10:41\" --keys /srv/gx --view 127.0.0.1:18080"
    )]
    Restore(RestoreArgs),
    /// 升级到新版本、退回：检查、升级、查看、退回、确认
    #[command(
        after_help = "示例：\n  gx-portal upgrade check /root/gx-portal-0.2.0.gxup\n  gx-portal upgrade apply /root/gx-portal-0.2.0.gxup\n  gx-portal upgrade back"
    )]
    Upgrade(UpgradeArgs),
    /// 检查数据是否完好；--fix 修复索引、编号和多余文件
    #[command(after_help = "示例：\n  gx-portal doctor --data /srv/gx\n  gx-portal doctor --data /srv/gx --fix")]
    Doctor(DoctorArgs),
    /// 制作支持包（zip）：版本、配置、日志、指标等，不含业务数据、个人信息和密钥
    #[command(
        after_help = "示例：\n  gx-portal support-bundle --data /srv/gx\n  gx-portal support-bundle --to /tmp/gx-support.zip"
    )]
    SupportBundle(BundleArgs),
    /// 正在运行的服务是否正常：逐项检查，有问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal health --data /srv/gx\n  gx-portal health --json")]
    Health,
    /// 维护与只读：关闭系统只留管理员、只许查看、恢复、查看当前状态
    #[command(after_help = "示例：\n  gx-portal maintenance on \"22:00–22:30 升级\" --until 22:30 --data /srv/gx")]
    Maintenance(Group<MaintenanceVerb>),
    /// 重建全部索引和人员搜索
    #[command(after_help = "示例：\n  gx-portal reindex --data /srv/gx")]
    Reindex,
    /// 收回数据库文件中的空闲空间（须先停止服务）
    #[command(after_help = "示例：\n  systemctl stop gx-portal && gx-portal compact && systemctl start gx-portal")]
    Compact,
    /// 审批流程：列出、检查、导出、导入、启用简易或标准流程
    #[command(after_help = "示例：\n  gx-portal flow list --data /srv/gx")]
    Flow(Group<FlowVerb>),
    /// 登记台账：查看一个工作簿会被怎样理解
    #[command(after_help = "示例：\n  gx-portal register survey 台账.xlsx --data /srv/gx")]
    Register(Group<RegisterVerb>),
    /// 加密连接的证书：查看、重新签发、重新读取
    #[command(after_help = "示例：\n  gx-portal tls show --data /srv/gx")]
    Tls(Group<TlsVerb>),
    /// 把审计日志发往集中日志服务器：测试、重新发送
    #[command(after_help = "示例：\n  gx-portal syslog test --data /srv/gx")]
    Syslog(Group<SyslogVerb>),
    /// 试用统一身份认证（单点登录）的配置
    #[command(after_help = "示例：\n  gx-portal idaas check --data /srv/gx")]
    Idaas(Group<IdaasVerb>),
    /// 检查或显示启动配置
    #[command(after_help = "示例：\n  gx-portal config print --data /srv/gx")]
    Config(Group<ConfigVerb>),
    /// 显示数据目录中各部分的位置
    #[command(after_help = "示例：\n  gx-portal paths --data /srv/gx")]
    Paths,
    /// 列出全部接口及其权限
    #[command(after_help = "示例：\n  gx-portal routes --json")]
    Routes,
    /// 列出全部权限标识及使用它的接口；--roles 列出持有它的角色
    #[command(after_help = "示例：\n  gx-portal perms\n  gx-portal perms --roles --data /srv/gx")]
    Perms(PermsArgs),
    /// 输出 OpenAPI 文档
    #[command(after_help = "示例：\n  gx-portal openapi > openapi.json")]
    Openapi(OpenapiArgs),
    /// 管理员手册：安装、备份与恢复、升级、证书、故障对照表
    #[command(after_help = "示例：\n  gx-portal manual\n  gx-portal manual 备份\n  gx-portal manual --all > 手册.md")]
    Manual(ManualArgs),
}

/// `manual`
#[derive(Debug, clap::Args)]
pub(super) struct ManualArgs {
    /// 标题或正文中的词语；不写则列出各页
    #[arg(value_name = "词语")]
    pub(super) word: Option<String>,
    /// 显示全部各页
    #[arg(long)]
    pub(super) all: bool,
}

/// `openapi`
#[derive(Debug, clap::Args)]
pub(super) struct OpenapiArgs {
    /// 只输出各接口接收的内容（packaging/contract 使用）
    #[arg(long)]
    pub(super) inputs: bool,
}

/// `perms`
#[derive(Debug, clap::Args)]
pub(super) struct PermsArgs {
    /// 角色权限矩阵：每个权限由哪些角色持有（需要数据目录）
    #[arg(long)]
    pub(super) roles: bool,
}

/// A verb with verbs of its own.
#[derive(Debug, Args)]
pub(super) struct Group<V: Subcommand> {
    #[command(subcommand)]
    pub verb: V,
}

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// 管理员的登录名，默认 admin
    #[arg(long, default_value = "admin", hide_default_value = true, value_name = "登录名")]
    pub admin: String,
    /// 从标准输入读取管理员口令，直接创建管理员（否则给出一次性初始化代码）
    #[arg(long)]
    pub admin_password_stdin: bool,
    /// 建立本站自己的证书颁发机构，启用加密连接（https）
    #[arg(long)]
    pub tls: bool,
    /// 证书里除本机名称和地址外的主机名，可多次给出
    #[arg(long, requires = "tls", value_name = "主机名")]
    pub name: Vec<String>,
    /// 本单位的域名：以后可以为它下面的任意主机名签发证书，不必重新分发颁发机构证书
    #[arg(long, requires = "tls", value_name = "域名")]
    pub domain: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// 监听地址和端口，默认 127.0.0.1:8080（也可用环境变量 GX_LISTEN）
    #[arg(long, value_name = "地址:端口")]
    pub listen: Option<String>,
}

/// Spelling of [`crate::demo::Size`] on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum DemoSize {
    Small,
    Standard,
    Stress,
}

/// A date argument.
fn date(text: &str) -> Result<jiff::civil::Date, &'static str> {
    crate::kernel::dates::parse_date(text).ok_or("不是正确的日期，应为 yyyy-MM-dd")
}

#[derive(Debug, Args)]
pub(super) struct SeedArgs {
    /// 规模：small（40 人、60 个房间）、standard（400 人、3200 个房间）、stress（1 万人、10 万个房间，含最近一年的账单和收款，约需一小时）
    #[arg(long, value_name = "规模", hide_possible_values = true)]
    pub demo: DemoSize,
    /// 参照日（yyyy-MM-dd）：合同以这一天为“今天”，默认当天
    #[arg(long, value_name = "日期", value_parser = date)]
    pub today: Option<jiff::civil::Date>,
    /// 从标准输入读取一个口令给所有演示账号（否则演示账号不能登录）
    #[arg(long)]
    pub password_stdin: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum UserVerb {
    /// 列出用户
    #[command(after_help = "示例：\n  gx-portal user list --data /srv/gx\n  gx-portal user list zichan --json")]
    List {
        /// 姓名、登录名、手机号或拼音的一部分
        #[arg(value_name = "关键字")]
        keyword: Option<String>,
    },
    /// 新增用户；不给口令时生成一次性口令并显示
    #[command(
        after_help = "示例：\n  gx-portal user create zhangsan --name 张三 --role clerk --dept 112 --data /srv/gx"
    )]
    Create {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
        /// 姓名
        #[arg(long, value_name = "姓名")]
        name: String,
        /// 角色的权限字符，可重复
        #[arg(long = "role", value_name = "权限字符")]
        roles: Vec<String>,
        /// 部门编号
        #[arg(long, value_name = "编号")]
        dept: Option<u64>,
        /// 从标准输入读取口令
        #[arg(long)]
        password_stdin: bool,
    },
    /// 重设口令；该用户下次登录须修改，已登录的会话立即失效
    #[command(
        after_help = "示例：\n  gx-portal user passwd zhangsan --data /srv/gx\n  gx-portal user passwd zhangsan --password-stdin < 口令文件"
    )]
    Passwd {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
        /// 从标准输入读取口令
        #[arg(long)]
        password_stdin: bool,
    },
    /// 解除口令输错过多造成的锁定
    #[command(after_help = "示例：\n  gx-portal user unlock zhangsan --data /srv/gx")]
    Unlock {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
    /// 让管理员在半小时内可以从任何网络登录（配置项 admin_networks 限制了来源时的应急办法）
    #[command(after_help = "示例：\n  gx-portal user admit zhangsan --data /srv/gx")]
    Admit {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
    /// 解除账号与统一身份的绑定；下次单点登录时重新对应
    #[command(after_help = "示例：\n  gx-portal user unlink zhangsan --data /srv/gx")]
    Unlink {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
    /// 重置动态口令（手机或令牌丢失）；该用户的会话全部失效，下次登录时会看到是谁在何时重置的
    #[command(after_help = "示例：\n  gx-portal user otp-reset zhangsan --data /srv/gx")]
    OtpReset {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
    /// 导入硬件令牌：每行依次为序列号、种子（十六进制或 Base32）、步长、位数、算法，以逗号分隔
    #[command(
        after_help = "示例：\n  gx-portal user otp-import 令牌.csv --dry-run --data /srv/gx\n\n后三列可省略，默认 30 秒、6 位、SHA1；有一行不对时一个也不导入。用完请删除该文件。"
    )]
    OtpImport {
        /// 令牌文件
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 只检查，不写入
        #[arg(long)]
        dry_run: bool,
    },
    /// 把库存中的硬件令牌分配给用户；该用户的会话全部失效
    #[command(after_help = "示例：\n  gx-portal user otp-assign zhangsan FT-0001 --data /srv/gx")]
    OtpAssign {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
        /// 令牌序列号
        #[arg(value_name = "序列号")]
        serial: String,
    },
    /// 停用账号，已登录的会话立即失效
    #[command(after_help = "示例：\n  gx-portal user disable zhangsan --data /srv/gx")]
    Disable {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
    /// 启用账号
    #[command(after_help = "示例：\n  gx-portal user enable zhangsan --data /srv/gx")]
    Enable {
        /// 登录名
        #[arg(value_name = "登录名")]
        user_name: String,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum SettingsVerb {
    /// 显示一个或全部参数
    #[command(after_help = "示例：\n  gx-portal settings get sys.session.idleMinutes --data /srv/gx")]
    Get {
        /// 参数键名，不给时显示全部
        #[arg(value_name = "键名")]
        key: Option<String>,
    },
    /// 修改一个参数，立即生效
    #[command(after_help = "示例：\n  gx-portal settings set sys.session.idleMinutes 60 --data /srv/gx")]
    Set {
        /// 参数键名
        #[arg(value_name = "键名")]
        key: String,
        /// 新值
        #[arg(value_name = "值", allow_hyphen_values = true)]
        value: String,
    },
}

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// 要写入的归档文件
    #[arg(value_name = "文件")]
    pub file: PathBuf,
    /// 跳过损坏的记录、页面和文件，列出缺少的内容（没有可用的备份时，抢救其余数据）
    #[arg(long)]
    pub skip_damaged: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum BackupVerb {
    /// 制作备份，服务不必停止
    #[command(after_help = "示例：\n  gx-portal backup create --data /srv/gx --to /backup")]
    Create {
        /// 存放备份的目录
        #[arg(long, value_name = "目录")]
        to: PathBuf,
    },
    /// 列出目录中的备份
    #[command(after_help = "示例：\n  gx-portal backup list /backup")]
    List {
        /// 存放备份的目录
        #[arg(value_name = "目录")]
        dir: PathBuf,
    },
    /// 完整校验一份备份，发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal backup verify /backup/gx-backup-20260301-083000")]
    Verify {
        /// 备份目录
        #[arg(value_name = "备份")]
        dir: PathBuf,
    },
    /// 删除较旧的备份，只保留最新的几份
    #[command(after_help = "示例：\n  gx-portal backup prune /backup --keep 14")]
    Prune {
        /// 存放备份的目录
        #[arg(value_name = "目录")]
        dir: PathBuf,
        /// 保留的份数
        #[arg(long, value_name = "份数")]
        keep: usize,
    },
}

#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// 备份目录或备份仓库；--data 须是空目录或不存在的目录
    #[arg(long, value_name = "备份")]
    pub from: PathBuf,
    /// 恢复到该时刻（仅备份仓库）
    #[arg(long, value_name = "时间")]
    pub at: Option<String>,
    /// 恢复到该号操作之前（仅备份仓库；见操作日志的“编号”）
    #[arg(long, value_name = "编号")]
    pub before_audit: Option<u64>,
    /// 恢复到仓库中最新的状态（仅备份仓库）
    #[arg(long)]
    pub latest: bool,
    /// 不恢复，只在该本机地址打开那时的数据查看和导出，按 Ctrl+C 结束后不留副本（仅备份仓库）
    #[arg(long, value_name = "地址")]
    pub view: Option<SocketAddr>,
    /// 从该数据目录取密钥；不给时从标准输入读取恢复码（仅备份仓库）
    #[arg(long, value_name = "目录")]
    pub keys: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// 修复能修复的：重建索引、补正编号、删除多余文件
    #[arg(long)]
    pub fix: bool,
    /// 不读上传的文件和数据库的页面，只核对记录、索引、日志链和文件是否齐全
    #[arg(long)]
    pub quick: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum ConfigVerb {
    /// 检查启动配置是否正确
    #[command(after_help = "示例：\n  gx-portal config check --data /srv/gx")]
    Check,
    /// 显示每个配置项的值、来源和含义
    #[command(after_help = "示例：\n  gx-portal config print --data /srv/gx")]
    Print,
}

#[derive(Debug, Subcommand)]
pub(super) enum IdaasVerb {
    /// 向提供方查询发现文档、签名公钥和时钟，不登录任何人；发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal idaas check --data /srv/gx")]
    Check,
}

/// Spelling of the presets on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum FlowPreset {
    Simple,
    Standard,
    Off,
}

#[derive(Debug, Subcommand)]
pub(super) enum FlowVerb {
    /// 列出各类单据所用的流程，以及标准流程能否启用
    #[command(after_help = "示例：\n  gx-portal flow list --data /srv/gx")]
    List,
    /// 检查现行流程能否找到办理人，以及流程、任务和单据是否一致；发现问题时退出码为 4
    #[command(after_help = "示例：\n  gx-portal flow check --data /srv/gx\n  gx-portal flow check waiver --json")]
    Check {
        /// 流程标识，可写多个；不给时检查全部
        #[arg(value_name = "流程")]
        keys: Vec<String>,
    },
    /// 把一个流程导出为文件，供其他系统导入
    #[command(after_help = "示例：\n  gx-portal flow export waiver 减免审批.json --data /srv/gx")]
    Export {
        /// 流程标识（见 flow list）
        #[arg(value_name = "流程")]
        key: String,
        /// 要写入的文件
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 版本号，默认已发布的版本
        #[arg(long, value_name = "版本")]
        version: Option<u32>,
    },
    /// 导入流程文件，成为该流程的新版本（草稿）
    #[command(after_help = "示例：\n  gx-portal flow import 减免审批.json --data /srv/gx")]
    Import {
        /// 由 flow export 或页面导出的文件
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 同时发布，新提交的单据即按它办理
        #[arg(long)]
        publish: bool,
    },
    /// 改用简易流程（simple）、标准流程（standard），或让登记类操作直接办理（off）
    #[command(
        after_help = "示例：\n  gx-portal flow preset standard waiver --data /srv/gx\n  gx-portal flow preset standard --all --roles --data /srv/gx"
    )]
    Preset {
        /// simple、standard 或 off
        #[arg(value_name = "样式", hide_possible_values = true)]
        preset: FlowPreset,
        /// 流程标识，可写多个（见 flow list）
        #[arg(value_name = "流程", required_unless_present = "all", conflicts_with = "all")]
        keys: Vec<String>,
        /// 全部流程
        #[arg(long)]
        all: bool,
        /// 同时建立标准流程需要而还没有的角色
        #[arg(long)]
        roles: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum RegisterVerb {
    /// 说明工作簿（xlsx、xls、ods、csv）的标题、表头、数据范围和每一列的类型及依据，不写入任何数据
    #[command(
        after_help = "示例：\n  gx-portal register survey 台账.xlsx\n  gx-portal register survey 台账.xlsx --sheet 2 --json --data /srv/gx"
    )]
    Survey {
        /// 工作簿；给出 --data 时还核对人员、部门、资产、合同和字典
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 只看第几个工作表，默认全部
        #[arg(long, value_name = "序号")]
        sheet: Option<usize>,
    },
    /// 列出登记表：编码、名称、状态、版本、行数
    #[command(after_help = "示例：\n  gx-portal register list --data /srv/gx")]
    List,
    /// 导出登记表的定义，供另一套系统导入；不含数据
    #[command(after_help = "示例：\n  gx-portal register export xfang 信访台账.json --data /srv/gx")]
    Export {
        /// 登记表的编码
        #[arg(value_name = "编码")]
        code: String,
        /// 要写入的文件
        #[arg(value_name = "文件")]
        file: PathBuf,
    },
    /// 导入登记表的定义，成为草稿；或从归档包（zip）恢复已归档的登记表，恢复后为停用状态
    #[command(
        after_help = "示例：\n  gx-portal register import 信访台账.json --dry-run --data /srv/gx\n  gx-portal register import /srv/gx/archive/register-xfang-20241130.zip --data /srv/gx"
    )]
    Import {
        /// 定义文件或归档包
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 另取编码（归档包按原编码恢复）
        #[arg(long, value_name = "编码")]
        code: Option<String>,
        /// 只检查，不写入
        #[arg(long)]
        dry_run: bool,
    },
    /// 发布登记表的草稿
    #[command(after_help = "示例：\n  gx-portal register publish xfang --note 首次发布 --data /srv/gx")]
    Publish {
        /// 登记表的编码
        #[arg(value_name = "编码")]
        code: String,
        /// 发布说明
        #[arg(long, value_name = "文字", default_value = "")]
        note: String,
        /// 同意发布的后果（如改为须审批、须补填的行）；后果逐条列在结果中
        #[arg(long)]
        confirm: bool,
    },
}

/// The command with its Chinese headings on every level.
pub(super) fn command() -> clap::Command {
    in_chinese(Cli::command().propagate_version(false))
}

fn in_chinese(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("命令")
        .subcommand_value_name("命令")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .disable_version_flag(true)
        .arg(clap::Arg::new("help").short('h').long("help").action(ArgAction::Help).help("显示帮助"));
    if command.get_name() == "gx-portal" {
        command = command
            .arg(clap::Arg::new("version").short('V').long("version").action(ArgAction::Version).help("显示版本"));
    }
    for name in names {
        command = command.mut_subcommand(name, in_chinese);
    }
    command.mut_args(|arg| {
        let heading = if arg.is_positional() { "参数" } else { "选项" };
        arg.help_heading(heading)
    })
}
