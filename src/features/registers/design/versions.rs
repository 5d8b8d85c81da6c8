//! Differences of two definitions, as sentences for who publishes.

use super::super::definition::{Definition, Field};

/// What has changed; of a first version its fields.
pub fn differences(before: Option<&Definition>, after: &Definition) -> Vec<String> {
    let Some(before) = before else {
        return after.active().map(|field| format!("新增字段“{}”（{}）", field.label, field.kind.label())).collect();
    };
    let mut told = Vec::new();
    if before.name != after.name {
        told.push(format!("表描述由“{}”改为“{}”", before.name, after.name));
    }
    for field in &after.fields {
        match before.field(field.no) {
            None if field.archived => {}
            None => told.push(match field.from {
                Some(from) => {
                    let old = before.field(from.field).map(|old| old.label.clone()).unwrap_or_default();
                    format!("字段“{}”由“{old}”转换为{}", field.label, field.kind.label())
                }
                None => format!("新增字段“{}”（{}）", field.label, field.kind.label()),
            }),
            Some(old) => of_field(old, field, &mut told),
        }
    }
    for field in before.fields.iter().filter(|field| after.field(field.no).is_none()) {
        told.push(format!("清除字段“{}”", field.label));
    }
    of_whole(before, after, &mut told);
    told
}

fn of_field(old: &Field, new: &Field, told: &mut Vec<String>) {
    let label = &new.label;
    match (old.archived, new.archived) {
        (false, true) => return told.push(format!("归档字段“{}”", old.label)),
        (true, false) => told.push(format!("恢复字段“{label}”")),
        (true, true) => return,
        (false, false) => {}
    }
    if old.label != new.label {
        told.push(format!("字段“{}”改名为“{label}”", old.label));
    }
    let mut flag = |was: bool, now: bool, on: &str, off: &str| {
        if was != now {
            told.push(format!("字段“{label}”{}", if now { on } else { off }));
        }
    };
    flag(old.required, new.required, "改为必填", "改为选填");
    flag(old.list, new.list, "在列表中显示", "不再在列表中显示");
    flag(old.query, new.query, "可以查询", "不再可以查询");
    flag(old.insert, new.insert, "新增时可填", "新增时不可填");
    flag(old.edit, new.edit, "修改时可填", "修改时不可填");
    flag(old.sensitive, new.sensitive, "改为敏感", "不再敏感");
    flag(old.searched, new.searched, "可搜索", "不再可搜索");
    flag(old.open, new.open, "填写时可新增选项", "填写时不再可新增选项");
    flag(old.unsummed, new.unsummed, "不再求和", "求和");
    if (old.min, old.max, old.length, &old.pattern) != (new.min, new.max, new.length, &new.pattern) {
        told.push(format!("字段“{label}”的校验已修改"));
    }
    let operands = |field: &Field| field.formula.as_ref().map(|formula| (formula.operands.clone(), formula.round));
    if operands(old) != operands(new) {
        told.push(format!("字段“{label}”的计算式已修改"));
    }
    let is_open = |field: &Field| field.formula.as_ref().is_some_and(|formula| formula.is_open);
    if is_open(old) != is_open(new) {
        let way = if is_open(new) { "公开计算结果" } else { "不再公开计算结果" };
        told.push(format!("字段“{label}”{way}"));
    }
    if old.remind != new.remind {
        told.push(format!("字段“{label}”的到期提醒已修改"));
    }
    if old.waits != new.waits {
        told.push(format!("字段“{label}”的待办已修改"));
    }
    if old.unit != new.unit || old.help != new.help || old.group != new.group || old.width != new.width {
        told.push(format!("字段“{label}”的显示已修改"));
    }
}

fn of_whole(before: &Definition, after: &Definition, told: &mut Vec<String>) {
    let order = |definition: &Definition| definition.active().map(|field| field.no).collect::<Vec<_>>();
    let kept = |numbers: Vec<u16>, other: &Definition| {
        numbers.into_iter().filter(|no| other.active_field(*no).is_some()).collect::<Vec<_>>()
    };
    if kept(order(before), after) != kept(order(after), before) {
        told.push("字段顺序已调整".into());
    }
    let once = |definition: &Definition| {
        definition.once.iter().filter(|fields| !fields.is_empty()).cloned().collect::<Vec<_>>()
    };
    if once(before) != once(after) {
        told.push("查重组合已修改".into());
    }
    if (before.title, before.title_more) != (after.title, after.title_more) {
        told.push("标题字段已修改".into());
    }
    let sorted = |one: &Definition| (one.order, one.order != 0 && one.order_down, one.oldest_first);
    if sorted(before) != sorted(after) {
        told.push("默认排序已修改".into());
    }
    if before.owner != after.owner || before.sharing != after.sharing {
        told.push("数据范围已修改".into());
    }
    if before.attachments != after.attachments {
        told.push(if after.attachments { "行可以有附件" } else { "行不再有附件" }.into());
    }
    for (was, now, deed) in [
        (before.approval.create, after.approval.create, "新增"),
        (before.approval.change, after.approval.change, "修改"),
        (before.approval.remove, after.approval.remove, "删除"),
    ] {
        if was != now {
            told.push(format!("{deed}{}", if now { "须经审批" } else { "不再审批" }));
        }
    }
}
