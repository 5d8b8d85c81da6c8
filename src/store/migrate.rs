//! Schema steps of the program's records, and who may open what it writes.
//!
//! A step is named and stands in the same commit as the schema number; how it is applied is [`gx_store::migrate`].

pub use gx_store::migrate::{Migration, Schema, schema};

use super::{PROGRAM, Res};

/// All steps since the first release; the schema number is how many of them were applied, plus one.
pub const MIGRATIONS: &[Migration] = &[
    // Programs from before `min_reader` know numbers only.
    Migration { name: "数据注明可打开它的最低程序版本", run: None },
    // A program that knows no stages would take a session of the first factor alone for a whole one.
    Migration { name: "会话分阶段，动态口令，运行模式", run: None },
    // A program that knows no owner of a key that waits would show it to every session of the person.
    Migration { name: "登录过的网络，等待确认的动态口令密钥属于一个会话", run: None },
    // A program that drops who asked for a signature would let others take it back.
    Migration { name: "审批任务注明由谁请求、由谁分派，代理注明由谁设置", run: None },
    // A program that drops the sealed text would take a key that rots for the right one again.
    Migration { name: "个人信息密钥以一段密文核对", run: None },
    Migration { name: "收款单注明哪天知道由谁付款，待认领另计汇总", run: None },
    // A program that knows no records of paid periods could read neither them nor the opening rows that declare them.
    Migration { name: "跨账务启用日的账期登记为启用前已缴", run: None },
    // A program that drops time and balance of lines, or knows none that were left out, would book them again.
    Migration { name: "收款单注明流水的时间和余额，不导入的流水注明原因", run: None },
    // A program that knows no such floor would give numbers of before a restore again.
    Migration { name: "恢复后单据编号的起点，定时任务的成败，需要处理的事项", run: None },
    // A program that drops whether a result is open would hide it, or show one that is hidden.
    Migration { name: "计算字段注明是否公开计算结果", run: None },
    // A program that knows no second title and no open choices would drop them from a design that it saves.
    Migration { name: "登记表的可新增选项、不求和、标题的第二个字段", run: None },
    // A program that drops a rounding would compute other values.
    Migration { name: "登记表的默认排序，计算结果的四舍五入", run: None },
    // A program that knows no cards would drop their order from a setting that it saves.
    Migration { name: "个人设置注明我的工作的卡片", run: None },
    // A program that knows no phrases would drop them from a setting that it saves.
    Migration { name: "个人设置注明审批常用语", run: None },
    // A program that knows no signatures would drop them from the history, and a design's mark of what waits.
    Migration { name: "审批记录注明手写签名，登记表的待办", run: None },
    // A program that knows no first day of a unit would bill again what was taken over.
    Migration { name: "甲方的账务启用日，上线接收", run: None },
    // A program that knows no papers would remove the files of their templates as belonging to nothing.
    Migration { name: "文书及其模板", run: None },
    // A program that knows no slips would leave one standing whose money was taken back.
    Migration { name: "收据", run: None },
    // A program that knows no telephone of a unit would drop it.
    Migration { name: "甲方的联系电话", run: None },
    // A program that knows no forms of superiors would drop their columns, and can't read papers of their kinds.
    Migration { name: "Excel 模板，报送表的表头", run: None },
    // A program that knows no journal would write what its frames don't hold.
    Migration { name: "变更日志", run: None },
    // A program that knows none would tell nobody that a repository is damaged.
    Migration { name: "备份仓库的核对与恢复演练", run: None },
    // A program that looks records up in an index that isn't written any more would find too few.
    Migration { name: "不再使用的索引", run: None },
    Migration { name: "审批按发起人的索引不再使用", run: None },
];

/// The oldest version of the program that may open what this one writes: one that knows every table, field and index. An
/// older one would drop fields on every rewrite and leave new indexes stale. `tests/suite/architecture/shapes.rs` holds it and
/// the stored shapes together.
pub const MIN_READER: &str = "0.1.0";

/// The schema number of this program.
pub fn known_number() -> u64 {
    PROGRAM.number()
}

/// The oldest schema number whose records are read as they are: no later step rewrites any.
pub fn oldest_readable_number() -> u64 {
    PROGRAM.oldest_readable()
}

/// Refuses data that a newer program wrote, whatever holds them: the database, a backup, an archive.
///
/// # Errors
/// [`super::StoreError::Newer`].
pub fn must_be_readable(found: u64, product: &str, min_reader: &str) -> Res<()> {
    PROGRAM.must_read(found, product, min_reader)
}
