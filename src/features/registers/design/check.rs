//! What is wrong with a definition by itself, and with a change of a published one: pure, as sentences by field.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::super::columns::FIXED;
use super::super::definition::{Definition, Field, MOST_FIELDS, MOST_ONCE, PATTERNS};
use super::super::formula;
use super::super::kind::{FieldKind, Nature, Widget};
use super::super::links;
use super::super::remind;
use super::super::value::{self, Given};

/// Something that stands in the way of a publication, or that it brings with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DesignProblem")]
pub struct Problem {
    /// Number of the field; 0 for the register.
    pub field: u16,
    /// What stands against it, as a sentence for people.
    pub message: String,
    /// What a publication has to confirm; absent for what must be put right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<String>,
    /// Rows it is about, by number, the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<u64>,
}

impl Problem {
    /// Something that must be put right.
    pub fn of(field: u16, message: impl Into<String>) -> Self {
        Self { field, message: message.into(), confirm: None, rows: Vec::new() }
    }
}

/// Codes that addresses of registers use themselves.
const RESERVED: [&str; 5] = ["design", "links", "book", "deleted", "none"];

/// Whether a text can be the code of a register.
pub fn is_code(code: &str) -> bool {
    (2..=20).contains(&code.len())
        && code.starts_with(|c: char| c.is_ascii_lowercase())
        && code.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        && !RESERVED.contains(&code)
}

/// Whether a text can be the code of a field.
pub fn is_field_code(code: &str) -> bool {
    (1..=40).contains(&code.len())
        && code.starts_with(|c: char| c.is_ascii_lowercase())
        && code.bytes().all(|c| c.is_ascii_alphanumeric())
        && !FIXED.contains(&code)
        && !["id", "no", "title", "files", "values"].contains(&code)
}

/// What is wrong with a definition; `registers` are the codes of those that may be linked to.
pub fn problems(definition: &Definition, registers: &HashSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    let name = definition.name.trim();
    if name.is_empty() {
        found.push(Problem::of(0, "表描述不能为空"));
    } else if name.chars().count() > 40 {
        found.push(Problem::of(0, "表描述不能超过 40 个字"));
    }
    if definition.remark.chars().count() > 500 {
        found.push(Problem::of(0, "备注不能超过 500 个字"));
    }
    match definition.active().count() {
        0 => found.push(Problem::of(0, "登记表至少要有一个字段")),
        many if many > MOST_FIELDS => found.push(Problem::of(0, format!("登记表最多 {MOST_FIELDS} 个字段"))),
        _ => {}
    }
    if !(1..=3).contains(&definition.form_columns) {
        found.push(Problem::of(0, "表单列数应为 1 到 3"));
    }
    doubles(definition, &mut found);
    for field in definition.active() {
        of_field(definition, field, registers, &mut found);
    }
    of_whole(definition, &mut found);
    found
}

fn doubles(definition: &Definition, found: &mut Vec<Problem>) {
    let (mut labels, mut codes): (HashMap<&str, u16>, HashMap<&str, u16>) = (HashMap::new(), HashMap::new());
    for field in definition.active() {
        if labels.insert(field.label.trim(), field.no).is_some() {
            found.push(Problem::of(field.no, format!("字段名“{}”重复", field.label)));
        }
        if codes.insert(&field.code, field.no).is_some() {
            found.push(Problem::of(field.no, format!("字段编码“{}”重复", field.code)));
        }
    }
    let mut numbers = HashSet::new();
    for field in &definition.fields {
        if field.no != 0 && !numbers.insert(field.no) {
            found.push(Problem::of(field.no, "字段编号重复，请刷新后重试"));
        }
    }
}

fn of_field(definition: &Definition, field: &Field, registers: &HashSet<String>, found: &mut Vec<Problem>) {
    let label = field.label.trim();
    let mut tell = |message: String| found.push(Problem::of(field.no, message));
    if label.is_empty() {
        tell(format!("字段“{}”没有名称", field.code));
    } else if label.chars().count() > 40 {
        tell(format!("字段名“{label}”不能超过 40 个字"));
    }
    if !is_field_code(&field.code) {
        tell(format!("字段“{label}”的编码应为字母和数字，以小写字母开头，不超过 40 位，且不能是保留字"));
    }
    if field.kind.has_dictionary() && field.dictionary == 0 && field.entries.is_empty() {
        tell(format!("字段“{label}”没有选择字典"));
    }
    let mut values = HashSet::new();
    if field.entries.iter().any(|entry| entry.label.trim().is_empty() || !values.insert(&entry.value)) {
        tell(format!("字段“{label}”的选项为空或重复"));
    }
    if field.entries.len() > 200 {
        tell(format!("字段“{label}”的选项不能超过 200 个"));
    }
    if field.kind == FieldKind::Link {
        let is_known = match field.link.strip_prefix(links::REGISTER) {
            Some(code) => registers.contains(code),
            None => links::kind(&field.link).is_some(),
        };
        if !is_known {
            tell(format!("字段“{label}”没有选择关联什么，或者关联的登记表未发布"));
        }
    }
    if field.kind == FieldKind::Decimal && !(1..=6).contains(&field.places) {
        tell(format!("字段“{label}”的小数位数应为 1 到 6"));
    }
    let ways = field.kind.ways();
    if field.query && !ways.contains(&field.query_way) {
        tell(format!("字段“{label}”不能按“{}”查询", field.query_way.label()));
    }
    if !field.kind.widgets().contains(&field.widget) {
        tell(format!("字段“{label}”不能使用控件“{}”", field.widget.label()));
    }
    if let (Some(min), Some(max)) = (field.min, field.max)
        && min > max
    {
        tell(format!("字段“{label}”的最小值大于最大值"));
    }
    if field.length.is_some_and(|most| most == 0 || most as usize > field.kind.most_chars()) {
        tell(format!("字段“{label}”的长度应为 1 到 {}", field.kind.most_chars()));
    }
    if !field.pattern.is_empty() && !PATTERNS.iter().any(|(name, _)| *name == field.pattern) {
        tell(format!("字段“{label}”的校验规则不存在"));
    }
    if field.help.chars().count() > 200 || field.group.chars().count() > 40 || field.unit.chars().count() > 10 {
        tell(format!("字段“{label}”的帮助、分组或单位太长"));
    }
    if field.open && !field.kind.has_dictionary() {
        tell(format!("字段“{label}”没有选项，不能设为可新增选项"));
    }
    if field.required && field.formula.is_some() {
        tell(format!("计算字段“{label}”不能设为必填"));
    }
    if field.required && !field.insert {
        tell(format!("必填字段“{label}”在新增时必须可以填写"));
    }
    if let Some(problem) = field.formula.as_ref().and_then(|of| formula::problem(definition, field, of)) {
        tell(format!("字段“{label}”：{problem}"));
    }
    if let Some(problem) = field.remind.as_ref().and_then(|of| remind::problem(definition, field, of)) {
        tell(format!("字段“{label}”的到期提醒：{problem}"));
    }
    if let Some(problem) = Some(field).filter(|field| !field.waits.is_empty()).and_then(remind::waits_problem) {
        tell(format!("字段“{label}”的待办：{problem}"));
    }
    if let Some(problem) = of_default(field) {
        tell(problem);
    }
}

fn of_default(field: &Field) -> Option<String> {
    let text = field.default_value.as_str();
    if text.is_empty() || (text == "today" && field.kind.is_time()) {
        return None;
    }
    if text == "me" && matches!(field.kind, FieldKind::Person | FieldKind::Persons) {
        return None;
    }
    if field.kind.is_sealed() || matches!(field.kind.nature(), Nature::Files) {
        return Some(format!("字段“{}”不能有默认值", field.label));
    }
    let given = value::from_wire(field, &serde_json::Value::String(text.to_owned()));
    match given {
        Ok(None | Some(Given::Cell(_))) => None,
        Ok(Some(Given::Secret(_))) => Some(format!("字段“{}”不能有默认值", field.label)),
        Err(sentence) => Some(format!("默认值不正确：{sentence}")),
    }
}

fn of_whole(definition: &Definition, found: &mut Vec<Problem>) {
    let mut tell = |field: u16, message: String| found.push(Problem::of(field, message));
    for title in [definition.title, definition.title_more].into_iter().filter(|title| *title != 0) {
        match definition.active_field(title) {
            Some(field) if field.kind.may_be_title() && !definition.hides(field) => {}
            Some(field) => tell(field.no, format!("“{}”不能作为标题字段", field.label)),
            None => tell(0, "标题字段不存在".into()),
        }
    }
    if definition.owner != 0 && definition.active_field(definition.owner).is_none_or(|one| one.kind != FieldKind::Dept)
    {
        tell(definition.owner, "归属字段应为部门类型".into());
    }
    if definition.active_field(definition.owner).is_some_and(|field| definition.hides(field)) {
        tell(definition.owner, "归属字段不能是敏感字段：看到行的人都看到它的管理部门".into());
    }
    if definition.reminding().count() + definition.waiting().count() > remind::MOST {
        tell(0, format!("一张登记表最多 {} 个到期提醒和待办", remind::MOST));
    }
    if definition.order != 0 && definition.active_field(definition.order).is_none_or(|one| !one.kind.is_sortable()) {
        tell(definition.order, "默认排序字段不能排序".into());
    }
    let constraints: Vec<&Vec<u16>> = definition.once.iter().filter(|fields| !fields.is_empty()).collect();
    if constraints.len() > MOST_ONCE {
        tell(0, format!("查重组合最多 {MOST_ONCE} 个"));
    }
    for fields in constraints {
        if fields.len() > MOST_ONCE {
            tell(0, format!("一个查重组合最多 {MOST_ONCE} 个字段"));
        }
        for no in fields {
            match definition.active_field(*no) {
                Some(field) if field.kind.may_be_unique() => {}
                Some(field) => tell(*no, format!("“{}”不能用于查重", field.label)),
                None => tell(0, "查重组合引用的字段不存在".into()),
            }
        }
    }
}

/// What may not be done to a field that is published already.
pub fn against(draft: &Definition, published: &Definition) -> Vec<Problem> {
    let mut found = Vec::new();
    for old in &published.fields {
        let Some(new) = draft.field(old.no) else {
            if old.archived {
                // Purged: its cells go.
                continue;
            }
            let sentence = format!("已发布的字段“{}”不能直接删除，请使用“归档”", old.label);
            found.push(Problem::of(old.no, sentence));
            continue;
        };
        if new.kind != old.kind || new.link != old.link {
            found.push(Problem::of(old.no, format!("字段“{}”的类型不能在这里修改，请使用“转换类型”", old.label)));
        }
        if new.code != old.code {
            found.push(Problem::of(old.no, format!("字段“{}”的编码已发布，不能修改", old.label)));
        }
        if new.kind == FieldKind::Decimal && new.places < old.places {
            found.push(Problem::of(old.no, format!("字段“{}”的小数位数不能减少", old.label)));
        }
        if old.dictionary != 0 && new.dictionary != old.dictionary {
            found.push(Problem::of(old.no, format!("字段“{}”的字典不能更换，请使用“转换类型”", old.label)));
        }
    }
    found
}

/// Puts a definition into the form that is stored: numbers given, constraints at their places, texts trimmed, what
/// follows from kinds made good.
pub fn normal(mut draft: Definition, published: Option<&Definition>) -> Definition {
    draft.name = draft.name.trim().to_owned();
    if draft.form_columns == 0 {
        draft.form_columns = 2;
    }
    if let Some(published) = published {
        draft.last_field = draft.last_field.max(published.last_field);
    }
    draft.number_fields();
    for field in &mut draft.fields {
        field.label = field.label.trim().to_owned();
        field.code = field.code.trim().to_owned();
        let ways = field.kind.ways();
        if !ways.contains(&field.query_way) {
            field.query_way = ways.first().copied().unwrap_or_default();
        }
        if ways.is_empty() {
            field.query = false;
        }
        if !field.kind.widgets().contains(&field.widget) {
            field.widget = field.kind.widgets().first().copied().unwrap_or(Widget::Input);
        }
        if field.kind != FieldKind::Day {
            field.remind = None;
        }
        if !matches!(field.kind, FieldKind::Choice | FieldKind::Flag) {
            field.waits.clear();
        }
        if let Some(old) = published.and_then(|published| published.field(field.no)) {
            // Last month's workbook still fits under the name it had.
            if old.label != field.label && !field.aliases.contains(&old.label) {
                field.aliases.push(old.label.clone());
            }
            field.since = old.since;
        }
        field.aliases.truncate(20);
    }
    draft.once = constraints(&draft.once, published);
    draft
}

/// Constraints keep their places for good: keys in rows name them by place.
fn constraints(wanted: &[Vec<u16>], published: Option<&Definition>) -> Vec<Vec<u16>> {
    let wanted: Vec<&Vec<u16>> = wanted.iter().filter(|fields| !fields.is_empty()).collect();
    let mut all: Vec<Vec<u16>> = published.map(|published| published.once.clone()).unwrap_or_default();
    for known in &mut all {
        if !wanted.contains(&&*known) {
            known.clear();
        }
    }
    for fields in wanted {
        if !all.contains(fields) {
            all.push(fields.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::registers::definition::Reminder;

    fn definition() -> Definition {
        let mut definition = Definition {
            name: "信访台账".into(),
            fields: vec![Field::of("code", "编号", FieldKind::Code), Field::of("day", "日期", FieldKind::Day)],
            form_columns: 2,
            ..Definition::default()
        };
        definition.number_fields();
        definition
    }

    #[test]
    fn what_is_wrong_is_told_by_field() {
        type Spoil = fn(&mut Definition);
        let cases: [(Spoil, &str); 16] = [
            (|d| d.name = " ".into(), "表描述不能为空"),
            (|d| d.fields.clear(), "至少要有一个字段"),
            (|d| d.fields[1].label = "编号".into(), "字段名“编号”重复"),
            (|d| d.fields[1].code = "code".into(), "字段编码“code”重复"),
            (|d| d.fields[1].code = "deptId".into(), "保留字"),
            (|d| d.fields[1].kind = FieldKind::Choice, "没有选择字典"),
            (|d| d.fields[1].kind = FieldKind::Link, "没有选择关联什么"),
            (|d| d.title = 2, "不能作为标题字段"),
            (|d| d.owner = 1, "归属字段应为部门类型"),
            (|d| d.once = vec![vec![9]], "引用的字段不存在"),
            (|d| d.fields[1].default_value = "昨天".into(), "默认值不正确"),
            (|d| d.fields[0].remind = Some(Reminder::default()), "只有日期字段"),
            (|d| d.fields[0].waits = vec!["1".into()], "只有单选或是否字段"),
            (|d| d.fields[1].remind = Some(Reminder { ahead: 9_999, ..Reminder::default() }), "提前天数"),
            (|d| d.fields[1].remind = Some(Reminder { field: 9, ..Reminder::default() }), "办结字段不存在"),
            (|d| d.fields[1].remind = Some(Reminder { field: 1, ..Reminder::default() }), "不能作为办结字段"),
        ];
        assert_eq!(problems(&definition(), &HashSet::new()), Vec::new());
        for (spoil, sentence) in cases {
            let mut spoilt = definition();
            spoil(&mut spoilt);
            let told = problems(&spoilt, &HashSet::new());
            assert!(told.iter().any(|problem| problem.message.contains(sentence)), "{sentence}: {told:?}");
        }
    }

    #[test]
    fn published_fields_keep_kind_code_and_number() {
        let published = definition();
        for (spoil, sentence) in [
            ((|d| d.fields[1].kind = FieldKind::Text) as fn(&mut Definition), "转换类型"),
            (|d| d.fields[1].code = "other".into(), "编码已发布"),
            (|d| drop(d.fields.pop()), "请使用“归档”"),
        ] {
            let mut draft = published.clone();
            spoil(&mut draft);
            assert!(against(&draft, &published)[0].message.contains(sentence));
        }
    }

    #[test]
    fn constraints_keep_their_places_and_old_names_stay_known() {
        let mut published = definition();
        published.once = vec![vec![1], vec![2]];
        let mut draft = published.clone();
        draft.once = vec![vec![2], vec![1, 2]];
        draft.fields[0].label = "登记号".into();
        draft.fields.push(Field::of("more", "更多", FieldKind::Text));
        let draft = normal(draft, Some(&published));
        assert_eq!(draft.once, [vec![], vec![2], vec![1, 2]]);
        assert_eq!(draft.constraints().map(|(at, _)| at).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((draft.fields[0].aliases.as_slice(), draft.fields[2].no), (&["编号".to_owned()][..], 3));
    }

    #[test]
    fn codes() {
        for (code, fine) in
            [("xfang", true), ("x", false), ("Xfang", false), ("1x", false), ("x_y", false), ("design", false)]
        {
            assert_eq!(is_code(code), fine, "{code}");
        }
    }
}
