//! The registry: everything that a job can do. The functions are in `crate::jobs::actions`.

/// A job that is compiled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// What `invokeTarget` says.
    pub key: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Setting with the number of backups that `backup.run` keeps.
pub const BACKUPS_KEPT: &str = "monitor.backup.keep";

/// All targets.
pub const TARGETS: [Target; 9] = [
    Target {
        key: "backup.run",
        title: "数据备份",
        about: "在数据目录的 backup 文件夹中做一份完整备份并复核，只保留最新的若干份（参数 monitor.backup.keep）",
    },
    Target {
        key: "sweep.run",
        title: "清理临时文件",
        about: "删除没有记录引用的上传文件、一天以前的临时文件、一周以前的表单标识和超过日志保留期的调度日志",
    },
    Target {
        key: "auditArchive.run",
        title: "日志归档",
        about: "把超过保留期（参数 monitor.log.retentionDays，至少 180 天）的操作日志和登录日志归档到文件",
    },
    Target {
        key: "scrub.run", title: "数据巡检", about: "核对全部记录、索引和日志链，并轮流核对七分之一的上传文件"
    },
    Target {
        key: "remind.run",
        title: "合同到期提醒",
        about: "合同到期前 90、60、30 天和到期当天，向有“到期提醒”权限的人发送通知，只列出其数据权限内的合同；缴款承诺到期时通知录入人",
    },
    Target {
        key: "bill.generate",
        title: "账单出账",
        about: "为全部已签订合同开出到期应出的账单和调整，并用预收款抵扣已到期账单；先在参数 fin.booksFrom 中设置账务启用日",
    },
    Target {
        key: "books.check",
        title: "账目核对",
        about: "核对收款、账单、预收、押金、总账和房间占用是否账实相符，结果见对账中心",
    },
    Target {
        key: "expo.run",
        title: "曝光台",
        about: "已结清、已上缴或已出租的曝光条目转为已整改，按参数 expo.* 的规则生成和更新曝光候选",
    },
    Target {
        key: "search.rebuild", title: "重建人员检索", about: "重新装入人员检索，不影响正在使用的人"
    },
];

/// A job that panics; exists only in builds for tests.
#[cfg(feature = "testing")]
pub const PANICS: Target = Target { key: "testing.panic", title: "测试", about: "" };

/// The target of a key.
pub fn find(key: &str) -> Option<&'static Target> {
    #[cfg(feature = "testing")]
    if key == PANICS.key {
        return Some(&PANICS);
    }
    TARGETS.iter().find(|target| target.key == key)
}

/// A job that a fresh installation is born with: name, target, cron, misfire policy, active.
pub struct Seed {
    /// Its number among the seeds, never given again; not that of the job.
    pub id: u64,
    /// Its name.
    pub name: &'static str,
    /// Its target.
    pub target: &'static str,
    /// When.
    pub cron: &'static str,
    /// Whether it starts active.
    pub active: bool,
    /// Why it is there.
    pub remark: &'static str,
}

/// Nightly backup, daily sweep, weekly archive and scrub; the search index is rebuilt by hand.
pub const SEEDS: [Seed; 9] = [
    Seed {
        id: 1, name: "每日备份", target: "backup.run", cron: "0 30 1 * * ?", active: true, remark: "每天 01:30"
    },
    Seed {
        id: 2, name: "清理临时文件", target: "sweep.run", cron: "0 0 3 * * ?", active: true, remark: "每天 03:00"
    },
    Seed {
        id: 3,
        name: "日志归档",
        target: "auditArchive.run",
        cron: "0 0 4 ? * SUN",
        active: true,
        remark: "每周日 04:00",
    },
    Seed {
        id: 4, name: "数据巡检", target: "scrub.run", cron: "0 30 4 ? * SUN", active: true, remark: "每周日 04:30"
    },
    Seed {
        id: 5, name: "合同到期提醒", target: "remind.run", cron: "0 0 8 * * ?", active: true, remark: "每天 08:00"
    },
    Seed {
        id: 6, name: "每日出账", target: "bill.generate", cron: "0 30 0 * * ?", active: true, remark: "每天 00:30"
    },
    Seed {
        id: 7, name: "账目核对", target: "books.check", cron: "0 0 2 * * ?", active: true, remark: "每天 02:00"
    },
    Seed {
        id: 8,
        name: "重建人员检索",
        target: "search.rebuild",
        cron: "0 0 5 1 * ?",
        active: false,
        remark: "检索结果异常时手动执行",
    },
    Seed { id: 9, name: "曝光台", target: "expo.run", cron: "0 0 1 * * ?", active: true, remark: "每天 01:00" },
];
