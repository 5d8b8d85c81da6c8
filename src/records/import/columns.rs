//! Columns that are missing or that nobody reads, each with the name that is most like it.

use std::fmt::Write as _;

use crate::kernel::likeness;
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

fn nearest<'n>(name: &str, names: &[&'n str]) -> Option<&'n str> {
    likeness::nearest(name, names.iter().copied(), head_key)
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
