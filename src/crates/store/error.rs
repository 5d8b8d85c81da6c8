//! What can go wrong in the store. redb's errors are converted here and nowhere else.

use gx_kernel::error::{AppError, Kind};

/// A storage failure with its kind; features see it only as a [`AppError`].
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// A unique index already holds these columns for another record.
    #[error("unique index {index} already holds this key")]
    Taken {
        /// Name of the index.
        index: &'static str,
    },
    /// Bytes that fail their checksum or cannot be decoded, or an index that points at nothing. In Chinese: the doctor shows it.
    #[error("数据表 {table} 有损坏的内容：{why}")]
    Corrupt {
        /// Table of the record.
        table: String,
        /// What was found.
        why: String,
    },
    /// The file was written by a newer program.
    #[error("the data need program {needed} and schema {known} or newer; written by {product}, schema {found}")]
    Newer {
        /// Version of the program that wrote it last.
        product: String,
        /// The oldest version that may open it.
        needed: String,
        /// Schema number in the file.
        found: u64,
        /// Version of this program.
        own: String,
        /// Schema number of this program.
        known: u64,
    },
    /// Another process holds the data directory.
    #[error("data directory is in use by another process")]
    Locked,
    /// A part of the data directory is a link.
    #[error("{0} is a link")]
    Link(String),
    /// Not a database of ours, or cut short.
    #[error("not a usable database file: {0}")]
    Foreign(String),
    /// No room on the disk, or the guard refuses writes before there is none.
    #[error("no space left for writing")]
    NoSpace,
    /// The journal's files have reached their limit, and no repository takes them.
    #[error("the journal is full and no repository takes it")]
    JournalFull,
    /// The handle died after an I/O error and is being reopened; trying again may succeed.
    #[error("database handle lost: {0}")]
    Lost(String),
    /// Too many writes are waiting.
    #[error("write queue is full")]
    Busy,
    /// The writer fell over before it could answer; whether the commit was made is not known.
    #[error("the writer gave no answer")]
    Unanswered,
    /// The operation panicked; its changes were dropped.
    #[error("operation panicked: {0}")]
    Panicked(String),
    /// Anything else from the disk or redb.
    #[error("storage failure: {0}")]
    Io(String),
}

/// Result of a store call.
pub type Res<T> = Result<T, StoreError>;

impl StoreError {
    /// The store was closed.
    pub(super) fn stopped() -> Self {
        Self::Lost("the writer has stopped".into())
    }

    /// Whether reopening the file is the cure.
    pub(super) fn wants_reopen(&self) -> bool {
        matches!(self, Self::Lost(_) | Self::NoSpace | Self::Io(_))
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::NoSpace,
            _ => Self::Io(error.to_string()),
        }
    }
}

impl From<redb::StorageError> for StoreError {
    fn from(error: redb::StorageError) -> Self {
        match error {
            redb::StorageError::Io(error) => error.into(),
            redb::StorageError::PreviousIo => Self::Lost("an earlier write failed".into()),
            redb::StorageError::DatabaseClosed => Self::Lost("closed".into()),
            redb::StorageError::Corrupted(why) => Self::Corrupt { table: "file".into(), why },
            other => Self::Io(other.to_string()),
        }
    }
}

impl From<redb::TableError> for StoreError {
    fn from(error: redb::TableError) -> Self {
        match error {
            redb::TableError::Storage(error) => error.into(),
            other => Self::Io(other.to_string()),
        }
    }
}

impl From<redb::TransactionError> for StoreError {
    fn from(error: redb::TransactionError) -> Self {
        match error {
            redb::TransactionError::Storage(error) => error.into(),
            other => Self::Io(other.to_string()),
        }
    }
}

impl From<redb::CommitError> for StoreError {
    fn from(error: redb::CommitError) -> Self {
        match error {
            redb::CommitError::Storage(error) => error.into(),
            other => Self::Io(other.to_string()),
        }
    }
}

impl From<redb::DatabaseError> for StoreError {
    fn from(error: redb::DatabaseError) -> Self {
        match error {
            redb::DatabaseError::DatabaseAlreadyOpen => Self::Locked,
            redb::DatabaseError::UpgradeRequired(version) => Self::Foreign(format!("file format {version}")),
            redb::DatabaseError::RepairAborted => Self::Foreign("repair aborted".into()),
            redb::DatabaseError::Storage(redb::StorageError::Corrupted(why)) => Self::Foreign(why),
            redb::DatabaseError::Storage(redb::StorageError::Io(error))
                if matches!(error.kind(), std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof) =>
            {
                Self::Foreign(error.to_string())
            }
            redb::DatabaseError::Storage(error) => error.into(),
            other => Self::Io(other.to_string()),
        }
    }
}

/// What an administrator reads and types when the program is older than the data.
fn newer_sentence((product, found): (&str, u64), needed: &str, (own, known): (&str, u64)) -> String {
    format!(
        "数据由 {product} 版程序写入（数据结构 {found}），须由 {needed} 或更新的版本打开；本程序是 {own}（数据结构 {known}），没有打开，数据未作任何改动。\
         请换回写入它的程序运行同一命令；要用本程序，请把升级前的备份恢复到新目录：gx-portal restore --from 备份目录 --data 新目录"
    )
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        let (kind, message) = match &error {
            StoreError::Taken { .. } => (Kind::Refused, "相同的数据已存在，请刷新后重试"),
            StoreError::Corrupt { .. } => {
                (Kind::Internal, "数据校验未通过，已停止读取以免出错，请联系管理员运行 gx-portal doctor 检查")
            }
            StoreError::NoSpace => (Kind::Internal, "磁盘空间不足，暂时无法保存，请联系管理员清理磁盘后重试"),
            StoreError::JournalFull => (
                Kind::Internal,
                "备份仓库没有接收变更日志，日志已达到上限，暂时不能保存（登录和查看不受影响）。请联系管理员恢复备份目标，或把配置项 protect_on_full 改为 go_on 后重启",
            ),
            StoreError::Lost(_) | StoreError::Busy => (Kind::Busy, "系统繁忙，请稍后再试"),
            StoreError::Locked => (Kind::Refused, "数据目录正被另一个进程使用"),
            StoreError::Newer { product, needed, found, own, known } => {
                let sentence = newer_sentence((product, *found), needed, (own, *known));
                return Self::of(Kind::Refused, sentence).because(error);
            }
            StoreError::Link(path) => {
                let sentence = format!(
                    "数据目录中的 {path} 是一个链接，为免改动别处的文件，没有打开；请把它换成真正的文件或目录（整个数据目录可以经由链接访问）"
                );
                return Self::of(Kind::Refused, sentence).because(error);
            }
            StoreError::Foreign(_) => (Kind::Refused, "数据库文件已损坏或不是本系统的数据库"),
            StoreError::Unanswered => (Kind::Internal, "没有收到保存的结果，请刷新页面确认是否已保存，再决定是否重做"),
            StoreError::Panicked(_) | StoreError::Io(_) => (Kind::Internal, "系统内部错误，请联系管理员"),
        };
        Self::of(kind, message).because(error)
    }
}
