//! Rules of jobs: what may be called, and what a missed time means.

use super::record::Misfire;
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::cron::Cron;
use crate::kernel::dates::Stamp;

/// A run that begins later than this after its time was missed (Quartz's own threshold).
const LATE: i64 = 60_000;
/// Most missed runs that are made up for, one after the other.
const MOST_MADE_UP: usize = 5;

/// Words of code that nobody enters by mistake (contract 3.10).
const VIOLATIONS: [&str; 7] = [
    "java.net.url",
    "javax.naming",
    "org.yaml.snakeyaml",
    "org.springframework",
    "org.apache",
    "com.ruoyi.common.utils.file",
    "com.ruoyi.common.config",
];

/// Checks the texts of a job; `verb` is 新增 or 修改.
///
/// # Errors
/// The sentences of the contract.
pub fn check(verb: &str, name: &str, target: &str, known: bool, cron: &str) -> Result<Cron> {
    check::required("jobName", name, "任务名称不能为空")?;
    check::at_most("jobName", name, 64, "任务名称不能超过64个字符")?;
    check::required("invokeTarget", target, "调用目标字符串不能为空")?;
    check::at_most("invokeTarget", target, 500, "调用目标字符串长度不能超过500个字符")?;
    check::required("cronExpression", cron, "Cron执行表达式不能为空")?;
    check::at_most("cronExpression", cron, 255, "Cron执行表达式不能超过255个字符")?;
    let refused = |why: &str| AppError::refused(format!("{verb}任务'{name}'失败，{why}"));
    let parsed =
        Cron::parse(cron).map_err(|fault| refused("Cron表达式不正确").because(fault.message).at("cronExpression"))?;
    let lower = target.to_lowercase();
    let word = if lower.contains("rmi:") {
        Some("目标字符串不允许'rmi'调用")
    } else if lower.contains("ldap:") || lower.contains("ldaps:") {
        Some("目标字符串不允许'ldap(s)'调用")
    } else if lower.contains("http:") || lower.contains("https:") {
        Some("目标字符串不允许'http(s)'调用")
    } else if VIOLATIONS.iter().any(|word| lower.contains(word)) {
        Some("目标字符串存在违规")
    } else if !known {
        Some("目标字符串不在白名单内")
    } else {
        None
    };
    word.map_or(Ok(parsed), |why| Err(refused(why).at("invokeTarget")))
}

/// What to do about a time that has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// Runs to start, one after the other.
    pub runs: usize,
    /// Whether they make up for missed ones.
    pub missed: bool,
}

/// Decides about a planned time that lies in the past or is now.
pub fn decide(cron: &Cron, due: Stamp, now: Stamp, misfire: Misfire) -> Decision {
    if now.0 - due.0 <= LATE {
        return Decision { runs: 1, missed: false };
    }
    let runs = match misfire {
        Misfire::Skip => 0,
        Misfire::Once => 1,
        Misfire::All => 1 + cron.times(due, MOST_MADE_UP - 1).into_iter().filter(|time| *time <= now).count(),
    };
    Decision { runs, missed: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::dates::range_begin;

    #[test]
    fn only_the_registry_is_called() {
        let refusal = |target: &str| {
            check("新增", "甲", target, target == "backup.run", "0 0 1 * * ?")
                .map_or_else(|fault| fault.message.into_owned(), |_| String::new())
        };
        assert_eq!(refusal("backup.run"), "");
        for (target, sentence) in [
            ("rmi://x/y", "新增任务'甲'失败，目标字符串不允许'rmi'调用"),
            ("a('LDAP://x')", "新增任务'甲'失败，目标字符串不允许'ldap(s)'调用"),
            ("a('ldaps://x')", "新增任务'甲'失败，目标字符串不允许'ldap(s)'调用"),
            ("a('https://x')", "新增任务'甲'失败，目标字符串不允许'http(s)'调用"),
            ("org.yaml.snakeyaml.Yaml.load('x')", "新增任务'甲'失败，目标字符串存在违规"),
            ("backup.run()", "新增任务'甲'失败，目标字符串不在白名单内"),
            ("ryTask.ryParams('ry')", "新增任务'甲'失败，目标字符串不在白名单内"),
            ("", "调用目标字符串不能为空"),
        ] {
            assert_eq!(refusal(target), sentence);
        }
        let bad = check("修改", "甲", "backup.run", true, "0 0 25 * * ?").expect_err("refused");
        assert_eq!(bad.message, "修改任务'甲'失败，Cron表达式不正确");
    }

    #[test]
    fn missed_times_follow_the_policy() {
        let cron = Cron::parse("0 0 * * * ?").expect("cron");
        let at = |text: &str| range_begin(text).expect("moment");
        let due = at("2024-09-30 09:00:00");
        let decided = |now: &str, misfire| {
            let Decision { runs, missed } = decide(&cron, due, at(now), misfire);
            (runs, missed)
        };
        for (now, all, once, skip) in [
            ("2024-09-30 09:00:00", (1, false), (1, false), (1, false)),
            ("2024-09-30 09:01:00", (1, false), (1, false), (1, false)),
            ("2024-09-30 09:30:00", (1, true), (1, true), (0, true)),
            ("2024-09-30 11:30:00", (3, true), (1, true), (0, true)),
            ("2024-11-30 11:30:00", (5, true), (1, true), (0, true)),
        ] {
            assert_eq!(decided(now, Misfire::All), all, "{now}");
            assert_eq!(decided(now, Misfire::Once), once, "{now}");
            assert_eq!(decided(now, Misfire::Skip), skip, "{now}");
        }
    }
}
