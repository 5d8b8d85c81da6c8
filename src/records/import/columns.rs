//! Columns that are missing or that nobody reads, each with the name that is most like it.

use std::fmt::Write as _;

use crate::sheet::{ColumnSpec, head_key};

/// What is wrong with the columns of a table, all of it at once; `None` when nothing is.
pub(super) fn misfit(headers: &[String], wanted: &ColumnSpec<'_>) -> Option<String> {
    let is_there = |name: &&str| headers.iter().any(|header| header == *name);
    let missing: Vec<&str> = wanted.needed.iter().copied().filter(|name| !is_there(name)).collect();
    let is_known = |name: &str| wanted.passed.contains(&name) || wanted.known.iter().any(|known| known.header == name);
    let strange: Vec<&str> = headers.iter().map(String::as_str).filter(|name| !is_known(name)).collect();
    let free: Vec<&str> = wanted.known.iter().map(|known| known.header).filter(|name| !is_there(name)).collect();
    let mut sentence = String::new();
    if !missing.is_empty() {
        let named = missing.iter().map(|name| match nearest(name, &strange) {
            Some(near) => format!("{name}（表中的“{near}”可能就是它）"),
            None => (*name).to_owned(),
        });
        sentence = format!("缺少列：{}；", named.collect::<Vec<_>>().join("、"));
    }
    if !strange.is_empty() {
        let named = strange.iter().map(|name| match nearest(name, &free) {
            Some(near) => format!("{name}（可能是“{near}”）"),
            None => (*name).to_owned(),
        });
        let _ = write!(sentence, "无法识别的列：{}；", named.collect::<Vec<_>>().join("、"));
    }
    match (missing.is_empty(), strange.is_empty()) {
        (true, true) => None,
        (false, true) => Some(sentence + "请使用下载的模板填写"),
        (_, false) => Some(sentence + "请使用下载的模板填写，或删除这些列"),
    }
}

/// The name that shares most letters in their order, when that are more than half.
fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    let key: Vec<char> = head_key(name).chars().collect();
    let likeness = |other: &str| {
        let other: Vec<char> = head_key(other).chars().collect();
        200 * shared(&key, &other) / (key.len() + other.len()).max(1)
    };
    let best = names
        .iter()
        .map(|other| (likeness(other), *other))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(likeness, _)| *likeness > 50).map(|(_, other)| other)
}

/// The longest names that are compared, in letters.
const LONGEST: usize = 60;

/// Length of the longest common subsequence.
fn shared(one: &[char], other: &[char]) -> usize {
    let other = other.get(..other.len().min(LONGEST)).unwrap_or_default();
    let mut best = vec![0; other.len() + 1];
    for a in one.iter().take(LONGEST) {
        let mut diagonal = 0;
        for (place, b) in other.iter().enumerate() {
            let above = best[place + 1];
            best[place + 1] = if a == b { diagonal + 1 } else { above.max(best[place]) };
            diagonal = above;
        }
    }
    best.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Known;

    #[test]
    fn all_columns_are_told_at_once_with_what_they_may_be() {
        let known = ["乙方编码", "乙方名称", "联系电话"].map(|header| Known { header, has_lines: false });
        let wanted = ColumnSpec { known: &known, needed: &["乙方编码", "乙方名称"], passed: &["序号"] };
        let told =
            |headers: &[&str]| misfit(&headers.iter().map(|header| (*header).to_owned()).collect::<Vec<_>>(), &wanted);
        assert_eq!(told(&["乙方编码", "乙方名称", "序号"]), None);
        assert_eq!(told(&["序号"]).as_deref(), Some("缺少列：乙方编码、乙方名称；请使用下载的模板填写"));
        assert_eq!(
            told(&["乙方编码", "乙方名", "联系人电话", "心情"]).as_deref(),
            Some(
                "缺少列：乙方名称（表中的“乙方名”可能就是它）；无法识别的列：乙方名（可能是“乙方名称”）、\
                 联系人电话（可能是“联系电话”）、心情；请使用下载的模板填写，或删除这些列"
            )
        );
    }
}
