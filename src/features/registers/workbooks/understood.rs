//! The register that a workbook would be: fields, title, constraints and the entries of new dictionaries, proposed from what was understood.
//! Pure.
//!
//! Invariants: a proposal can be published as it is; every column that is not left out is a field; nothing is required but
//! what tells rows apart.

use std::collections::BTreeSet;

use super::merged::{Merged, ORIGIN, SECTION};
use crate::features::registers::definition::{Definition, Field, MOST_FIELDS, MOST_ONCE, NewEntry, Place, Reminder};
use crate::features::registers::design::check::is_field_code;
use crate::features::registers::infer::{Dictionary, Kind, compared, power_of, unit_in};
use crate::features::registers::kind::FieldKind;
use crate::kernel::order::Order as _;
use crate::kernel::pinyin;

/// Columns that a list shows at first.
const LISTED: usize = 12;
/// Filters that a list offers at first.
const FILTERS: usize = 8;
/// Longest label, name and code in characters.
const LABEL: usize = 40;
const NAME: usize = 40;
const CODE: usize = 32;
/// Fields from which a form has two columns.
const TWO_COLUMNS: usize = 8;
/// Entries of a new dictionary.
const ENTRIES: usize = 200;

/// Days ahead of a reminder that somebody switches on.
const AHEAD: u16 = 30;
/// Names of days that something ends on.
const ENDS: [&str; 5] = ["到期", "截止", "有效期", "终止", "届满"];

/// Names of numbers whose sum means nothing.
const UNSUMMED: [&str; 22] = [
    "单价", "均价", "价格", "标准", "利率", "税率", "年龄", "工龄", "楼层", "层数", "层高", "年限", "期限", "年份",
    "排名", "名次", "顺序", "系数", "评分", "经度", "纬度", "温度",
];
const RANKS: [&str; 4] = ["率", "比", "序", "层"];

/// What a proposal is made from besides the columns.
pub struct Book<'b> {
    /// Name of the register.
    pub name: String,
    /// Rows there are.
    pub rows: u32,
    /// Columns that tell rows apart.
    pub key: &'b [u32],
    /// Column of the departments that rows belong to.
    pub owner: Option<u32>,
    /// Dictionaries that the office has.
    pub dictionaries: &'b [Dictionary],
}

#[derive(Debug, Clone, Default)]
pub struct Proposed {
    pub definition: Definition,
    /// Fields by column.
    pub fields: Vec<(u32, u16)>,
    /// What somebody should know.
    pub notes: Vec<String>,
}

impl Proposed {
    /// The field of a column; 0 for one that is left out.
    pub fn field_of(&self, column: u32) -> u16 {
        self.fields.iter().find(|(own, _)| *own == column).map_or(0, |(_, field)| *field)
    }
}

/// Proposes a register.
pub fn propose(columns: &[Merged], book: &Book) -> Proposed {
    let mut made = Proposed::default();
    let wanted: Vec<&Merged> = columns.iter().filter(|column| !column.is_off()).collect();
    if wanted.len() > MOST_FIELDS {
        made.notes.push(format!("共有 {} 列，登记表最多 {MOST_FIELDS} 个字段，其余的列没有导入", wanted.len()));
    }
    let labels = labels(&wanted);
    let mut codes = BTreeSet::new();
    for (no, (column, label)) in (1_u16..).zip(wanted.iter().zip(labels)).take(MOST_FIELDS) {
        let mut field = field(column, &label, &mut codes);
        field.no = no;
        if field.kind.has_dictionary() {
            dictionary(&mut field, column, book, &mut made);
        }
        made.fields.push((column.guess.column, no));
        made.definition.fields.push(field);
    }
    let definition = &mut made.definition;
    definition.name = book.name.chars().take(NAME).collect();
    definition.number_fields();
    definition.form_columns = if definition.fields.len() >= TWO_COLUMNS { 2 } else { 1 };
    definition.attachments = true;
    definition.oldest_first = true;
    definition.place = Place { parent: 0, icon: "form".to_owned() };
    whole(&mut made, &wanted, book);
    made
}

/// What holds for the register as a whole.
fn whole(made: &mut Proposed, wanted: &[&Merged], book: &Book) {
    let no_of = |column: &u32| Some(made.field_of(*column)).filter(|no| *no != 0);
    let key: Option<Vec<u16>> = book.key.iter().map(no_of).collect();
    let owner = book.owner.and_then(|column| no_of(&column)).unwrap_or_default();
    let may_be = |no: &u16| made.definition.field(*no).is_some_and(|field| field.kind.may_be_unique());
    let key = key.filter(|key| !key.is_empty() && key.len() <= MOST_ONCE && key.iter().all(may_be)).unwrap_or_default();
    let (title, more) = title(&made.definition, wanted, &key, book.rows);
    let definition = &mut made.definition;
    (definition.title, definition.title_more) = (title, more);
    let is_owner = |field: &Field| field.no == owner && field.kind == FieldKind::Dept;
    definition.owner = definition.fields.iter().find(|field| is_owner(field)).map_or(0, |field| field.no);
    for (field, column) in definition.fields.iter_mut().zip(wanted) {
        let is_whole = column.guess.filled >= book.rows && column.guess.misfit_count == 0;
        field.required |= is_whole && (key.contains(&field.no) || (field.no == owner && owner != 0));
    }
    if !key.is_empty() {
        definition.once = vec![key.clone()];
    }
    show(definition, wanted, &key);
}

/// Names of fields: labels without the units that are shown beside, each once.
fn labels(columns: &[&Merged]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut labels = Vec::new();
    for column in columns {
        let said = column.said.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
        let own = column.guess.label.trim().to_owned();
        let short = said.map_or_else(|| without_unit(&own, column), str::to_owned);
        let cut = |label: &str| -> String { label.chars().take(LABEL).collect() };
        let mut label = cut(&short);
        if taken.contains(&label) {
            label = cut(&own);
        }
        let mut number = 2;
        while taken.contains(&label) || label.is_empty() {
            label = format!("{}{number}", short.chars().take(LABEL - 4).collect::<String>());
            number += 1;
        }
        taken.insert(label.clone());
        labels.push(label);
    }
    labels
}

fn without_unit(label: &str, column: &Merged) -> String {
    let Some(unit) = unit_in(label) else { return label.to_owned() };
    let is_shown = match column.guess.kind {
        Kind::Money => power_of(&unit).is_some(),
        Kind::Percent => unit == "%" || unit == "％",
        Kind::Area => ["㎡", "平方米", "m²", "m2"].contains(&unit.as_str()),
        _ => column.guess.unit.as_deref() == Some(unit.as_str()),
    };
    let stem = label.rfind(['(', '（']).and_then(|at| label.get(..at)).map(str::trim).filter(|stem| !stem.is_empty());
    stem.filter(|_| is_shown).unwrap_or(label).to_owned()
}

fn field(column: &Merged, label: &str, codes: &mut BTreeSet<String>) -> Field {
    let guess = &column.guess;
    let kind = FieldKind::of_guess(guess.kind).unwrap_or(FieldKind::Whole);
    let has_entries = !guess.choices.is_empty() || column.said.dictionary.is_some_and(|dictionary| dictionary != 0);
    let kind = if kind.has_dictionary() && !has_entries { FieldKind::Text } else { kind };
    let mut field = Field::of(&code(label, codes), label, kind);
    field.path = if guess.path.is_empty() { vec![guess.label.clone()] } else { guess.path.clone() };
    if let [groups @ .., _] = field.path.as_slice() {
        field.group = groups.join("-").chars().take(LABEL).collect();
    }
    if kind.is_summed() {
        field.unit = guess.unit.as_deref().unwrap_or_default().chars().take(10).collect();
        field.unsummed = is_unsummed(label, &field.unit);
    }
    field.open = kind.has_dictionary() && column.said.open.unwrap_or(guess.is_open);
    if kind == FieldKind::Decimal {
        field.places = guess.places.max(1);
    }
    if kind == FieldKind::Day && column.said.remind {
        field.remind = Some(Reminder { ahead: AHEAD, ..Reminder::default() });
    }
    if kind == FieldKind::Link {
        field.link = guess.link.unwrap_or_default().to_owned();
    }
    field
}

/// Whether a sum of a column's numbers means nothing: prices, ages, floors, rates.
fn is_unsummed(label: &str, unit: &str) -> bool {
    let label = label.split(['(', '（']).next().unwrap_or_default();
    unit.contains('/')
        || UNSUMMED.iter().any(|word| label.contains(word))
        || RANKS.iter().any(|word| label.ends_with(word))
}

/// A name on the wire by the label's pinyin, two characters a word: 合同金额 → `hetongJine`.
pub fn code(label: &str, taken: &mut BTreeSet<String>) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut run: Vec<char> = Vec::new();
    let mut latin = String::new();
    let bare = label.split(['(', '（']).next().filter(|bare| !bare.trim().is_empty()).unwrap_or(label);
    for c in bare.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() {
            words.extend(std::mem::take(&mut run).chunks(2).map(read));
            latin.push(c.to_ascii_lowercase());
            continue;
        }
        if !latin.is_empty() {
            words.push(std::mem::take(&mut latin));
        }
        if c.is_alphabetic() {
            run.push(c);
        } else {
            words.extend(std::mem::take(&mut run).chunks(2).map(read));
        }
    }
    words.retain(|word| !word.is_empty());
    let long: usize = words.iter().map(String::len).sum();
    if long > CODE {
        words = vec![initials(bare)];
    }
    let mut code = String::new();
    for word in words {
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if !code.is_empty() => code.extend([first.to_ascii_uppercase()]),
            Some(first) => code.push(first),
            None => {}
        }
        code.extend(letters);
    }
    code.truncate(CODE);
    if !code.starts_with(|c: char| c.is_ascii_lowercase()) {
        code.insert(0, 'f');
    }
    let (base, mut number) = (code.clone(), 2);
    while !is_field_code(&code) || !taken.insert(code.clone()) {
        code = format!("{base}{number}");
        number += 1;
    }
    code
}

/// The common reading of some characters: 单价 is no name of a person.
fn read(characters: &[char]) -> String {
    let text: String = characters.iter().collect();
    let full = pinyin::readings(&text).pop().map(|reading| reading.full).unwrap_or_default();
    full.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// First letters of a text's pinyin, letters and digits alone.
fn initials(text: &str) -> String {
    let all = pinyin::readings(text).pop().map(|reading| reading.initials).unwrap_or_default();
    all.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).take(CODE).collect()
}

/// The dictionary of a field: one that the office has, or a new one.
fn dictionary(field: &mut Field, column: &Merged, book: &Book, made: &mut Proposed) {
    let wanted = column.said.dictionary.or(column.guess.dictionary).unwrap_or_default();
    if let Some(known) = book.dictionaries.iter().find(|one| one.id == wanted && wanted != 0) {
        field.dictionary = known.id;
        return;
    }
    let mut entries: Vec<NewEntry> = Vec::new();
    for label in column.entries() {
        let value = (entries.len() + 1).to_string();
        entries.push(NewEntry { value, label });
    }
    if entries.len() > ENTRIES {
        made.notes.push(format!(
            "“{}”有 {} 种写法，字典只收前 {ENTRIES} 种，其余保留原值；建议改为文本",
            field.label,
            entries.len()
        ));
        entries.truncate(ENTRIES);
    }
    field.entries = entries;
}

impl Merged {
    /// Whether a reminder is offered for its days.
    pub fn may_remind(&self) -> bool {
        let label = self.guess.label.trim();
        self.guess.kind == Kind::Day && (ENDS.iter().any(|word| label.contains(word)) || label.ends_with('止'))
    }

    /// Entries of its dictionary with the spellings that count as others, the commonest first.
    pub fn entries(&self) -> Vec<String> {
        let mut counts: Vec<(String, String, u32)> = Vec::new();
        for (text, count) in &self.guess.choices {
            let tight = compared(text);
            let merge = self.said.merge.iter().find(|merge| compared(&merge.from) == tight);
            let label = merge.map_or(text.trim(), |merge| merge.to.trim());
            let tight = compared(label);
            match counts.iter_mut().find(|(own, ..)| *own == tight) {
                Some((_, _, sum)) => *sum += count,
                None => counts.push((tight, label.to_owned(), *count)),
            }
        }
        let is_listed = matches!(self.guess.column, SECTION | ORIGIN);
        if !is_listed {
            counts.order_by_key(|(.., count)| std::cmp::Reverse(*count));
        }
        counts.into_iter().filter(|(tight, ..)| !tight.is_empty()).map(|(_, label, _)| label).collect()
    }
}

const NAMES: [&str; 5] = ["名称", "姓名", "标题", "题目", "合同名"];

/// The field that names a row, and one behind it: the name where nearly every row has another one, else what tells rows apart
/// with the name; else the first one that can.
fn title(definition: &Definition, columns: &[&Merged], key: &[u16], rows: u32) -> (u16, u16) {
    let fields: Vec<(&Field, &&Merged)> = definition.fields.iter().zip(columns).collect();
    let is_full = |column: &Merged| column.guess.filled * 10 >= rows * 9 && column.guess.column < SECTION;
    let able = |field: &Field, column: &Merged| field.kind.may_be_title() && is_full(column);
    let is_name = |field: &Field| NAMES.iter().any(|word| field.label.ends_with(word));
    let names = || fields.iter().filter(|(field, column)| able(field, column) && is_name(field));
    let distinct = names().find(|(_, column)| column.guess.is_distinct);
    let by_key = fields.iter().find(|(field, _)| key.contains(&field.no) && field.kind.may_be_title());
    if let (None, Some((code, _)), Some((name, _))) = (distinct, by_key, names().next()) {
        return (code.no, if code.no == name.no { 0 } else { name.no });
    }
    let texts = fields.iter().find(|(field, column)| {
        able(field, column) && matches!(field.kind, FieldKind::Text | FieldKind::Code | FieldKind::Person)
    });
    let any = fields.iter().find(|(field, _)| field.kind.may_be_title());
    (distinct.or(by_key).or(names().next()).or(texts).or(any).map_or(0, |(field, _)| field.no), 0)
}

/// How much a list gains from a filter.
const fn weight(kind: FieldKind) -> u8 {
    match kind {
        FieldKind::Choice => 9,
        FieldKind::Day | FieldKind::Month | FieldKind::Year => 8,
        FieldKind::Dept => 7,
        FieldKind::Flag | FieldKind::Choices => 6,
        FieldKind::Person | FieldKind::Persons | FieldKind::Link => 5,
        FieldKind::Money | FieldKind::Area => 4,
        FieldKind::Whole | FieldKind::Decimal | FieldKind::Percent => 2,
        FieldKind::Idno | FieldKind::Phone => 1,
        _ => 0,
    }
}

/// Which fields a list shows, and by which it is narrowed.
fn show(definition: &mut Definition, columns: &[&Merged], key: &[u16]) {
    let title = definition.title;
    let is_flat = |column: &Merged| column.guess.choices.len() == 1 && column.guess.kind == Kind::Choice;
    let is_first = |no: u16| no == title || key.contains(&no);
    let mut listed = definition.fields.iter().filter(|field| is_first(field.no) && field.list).count();
    let mut weights: Vec<(u8, usize)> = Vec::new();
    for (at, (field, column)) in definition.fields.iter_mut().zip(columns).enumerate() {
        if !is_first(field.no) {
            field.list &= listed < LISTED && !is_flat(column);
            listed += usize::from(field.list);
        }
        let weight = if is_first(field.no) { 10 } else { weight(field.kind) };
        if weight > 0 && !is_flat(column) && column.guess.filled > 0 && !field.kind.ways().is_empty() {
            weights.push((weight, at));
        }
    }
    weights.order_by_key(|(weight, at)| (std::cmp::Reverse(*weight), *at));
    for (_, at) in weights.into_iter().take(FILTERS) {
        if let Some(field) = definition.fields.get_mut(at) {
            field.query = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_from_labels() {
        let mut taken = BTreeSet::new();
        for (label, wanted) in [
            ("合同金额", "hetongJine"),
            ("责任人", "zerenRen"),
            ("单价（元/㎡·月）", "danjia"),
            ("已付-金额", "yifuJine"),
            ("2024年租金", "f2024NianzuJin"),
            ("合同金额", "hetongJine2"),
            ("列F", "lieF"),
            ("（空）", "kong"),
            ("★", "f"),
            ("曾用名", "cengyongMing"),
            ("国有资产出租出借情况专项检查发现问题整改责任单位", "gyzcczcjqkzxjcfxwtzgzrdw"),
        ] {
            assert_eq!(code(label, &mut taken), wanted, "{label}");
        }
        assert_eq!(initials("信访事项台账2024"), "xfsxtz2024");
    }
}
