//! What can be typed to bring data in.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ImportVerb {
    /// 从表格（xlsx）导入用户，要么全部成功，要么不做任何改动
    #[command(
        after_help = "示例：\n  gx-portal import users 用户.xlsx --dry-run --data /srv/gx\n  gx-portal import users 用户.xlsx --result 结果.xlsx --data /srv/gx"
    )]
    Users {
        /// 表格文件
        #[arg(value_name = "文件")]
        file: PathBuf,
        /// 更新已存在的用户
        #[arg(long)]
        update: bool,
        /// 只检查，不导入
        #[arg(long)]
        dry_run: bool,
        /// 把逐行结果（含一次性口令）写到该文件
        #[arg(long, value_name = "文件")]
        result: Option<PathBuf>,
    },
    /// 把整库归档导入用 init 新建的数据目录（不设管理员口令）
    #[command(
        after_help = "示例：\n  gx-portal init --data /srv/gx-new\n  gx-portal import archive /backup/gx.zip --data /srv/gx-new"
    )]
    Archive {
        /// 归档文件
        #[arg(value_name = "文件")]
        file: PathBuf,
    },
    /// 从若依（RuoYi-Vue、RuoYi-Vue-Plus）系统迁入部门、用户、角色、岗位、字典、参数和公告；默认只试导
    #[command(
        after_help = "示例：\n  mysqldump --default-character-set=utf8mb4 --result-file=ry.sql ry-vue\n  gx-portal import ruoyi ry.sql --data /srv/gx-new\n  gx-portal import ruoyi ry.sql --apply --data /srv/gx-new\n\n只能导入全新的数据目录（已有管理员，没有其他用户和业务数据），要么全部成功，要么不做任何改动。"
    )]
    Ruoyi(RuoyiArgs),
}

/// `import ruoyi`
#[derive(Debug, Args)]
pub(in crate::cli) struct RuoyiArgs {
    /// 数据库导出文件（.sql 或 .sql.gz），由 mysqldump、MariaDB、Navicat 或 phpMyAdmin 导出
    #[arg(value_name = "文件")]
    pub file: PathBuf,
    /// 真正导入；不给时只试导，不写入任何内容
    #[arg(long)]
    pub apply: bool,
    /// 逐行结果（含一次性口令）写到该表格，默认在导出文件旁边；已存在则拒绝
    #[arg(long, value_name = "文件")]
    pub report: Option<PathBuf>,
    /// 把其他数据表各写成一个表格，放在该目录（须是空目录或不存在）
    #[arg(long, value_name = "目录")]
    pub others: Option<PathBuf>,
    /// 导入时把原系统的操作日志和登录日志另存为只读归档文件（zip），其校验值记入审计日志；已存在则拒绝
    #[arg(long, requires = "apply", value_name = "文件")]
    pub logs: Option<PathBuf>,
}
