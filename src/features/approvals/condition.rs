//! Conditions of branches: what a document is worth, compared with numbers, texts and settings (domain.md 5.1).
//!
//! Invariants: whole numbers only (fen, hundredths of a square metre, months, days, parts per million), never a float; what a
//! variable may be compared with is looked at when a definition is published; a value that is absent equals nothing but
//! null; each look at a value or a threshold stays in the trace, so that a decision can be computed again years later.
//! Deliberately absent: arithmetic, functions, anything that is executed.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::money::yuan_grouped;

/// What a variable of a document is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Val {
    /// There is none.
    Nothing,
    /// Yes or no.
    Bool(bool),
    /// A whole number, in the unit of its kind.
    Int(i64),
    /// A text, or the word of an enumeration.
    Text(String),
}

/// What a variable holds: says with what it may be compared, and how people read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Fen.
    Money,
    /// Hundredths of a square metre.
    Area,
    /// A number of something.
    Count(&'static str),
    /// Parts per million.
    Ppm,
    /// Yes or no.
    Bool,
    Text,
    /// One of these numbers, with what people call it.
    Choice(&'static [(i64, &'static str)]),
    /// Number of a department, a party A, a plate.
    Reference,
}

impl Kind {
    fn is_number(self) -> bool {
        !matches!(self, Self::Bool | Self::Text)
    }

    /// Its name in a sentence.
    pub fn label(self) -> &'static str {
        match self {
            Self::Money => "金额",
            Self::Area => "面积",
            Self::Count(_) => "数量",
            Self::Ppm => "比例",
            Self::Bool => "是否",
            Self::Text => "文字",
            Self::Choice(_) => "选项",
            Self::Reference => "编号",
        }
    }

    /// The unit that people read, or empty.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Money => "元",
            Self::Area => "㎡",
            Self::Count(unit) => unit,
            Self::Ppm => "%",
            _ => "",
        }
    }

    /// A value as people read it.
    pub fn text(self, value: &Val) -> String {
        match (self, value) {
            (_, Val::Nothing) => "（空）".into(),
            (_, Val::Bool(value)) => if *value { "是" } else { "否" }.into(),
            (_, Val::Text(text)) => format!("“{text}”"),
            (Self::Money, Val::Int(fen)) => format!("{} 元", yuan_grouped(*fen)),
            (Self::Area, Val::Int(hundredths)) => format!("{} ㎡", yuan_grouped(*hundredths)),
            (Self::Ppm, Val::Int(ppm)) => format!("{} %", yuan_grouped(*ppm / 100)),
            (Self::Count(unit), Val::Int(number)) => format!("{number} {unit}"),
            (Self::Choice(words), Val::Int(number)) => {
                words.iter().find(|word| word.0 == *number).map_or_else(|| number.to_string(), |word| word.1.into())
            }
            (_, Val::Int(number)) => number.to_string(),
        }
    }
}

/// A variable that conditions of a process may name.
#[derive(Debug, Clone, Copy)]
pub struct Var {
    /// As conditions write it.
    pub name: &'static str,
    /// As people read it.
    pub title: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Fields of the document it is made of: who may not see one of them doesn't see it in a trace.
    pub fields: &'static [&'static str],
}

impl Var {
    pub const fn new(name: &'static str, title: &'static str, kind: Kind, fields: &'static [&'static str]) -> Self {
        Self { name, title, kind, fields }
    }

    pub const fn money(name: &'static str, title: &'static str, fields: &'static [&'static str]) -> Self {
        Self::new(name, title, Kind::Money, fields)
    }
}

/// A setting that conditions of a process may name, with the factor that makes its unit that of variables.
#[derive(Debug, Clone, Copy)]
pub struct Threshold {
    /// Key of the setting.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What one of it is in the unit of variables: 100 for yuan and square metres.
    pub unit: i64,
}

/// The right side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Operand {
    /// Null.
    Nothing(()),
    /// Yes or no.
    Bool(bool),
    /// A whole number in the unit of the variable.
    Int(i64),
    /// A text, or `@setting` with an optional whole factor (`@lease.policyMaxYears*12`).
    Text(String),
}

impl Operand {
    /// Key and factor when it names a setting.
    pub fn setting(&self) -> Option<(&str, i64)> {
        let Self::Text(text) = self else { return None };
        let name = text.strip_prefix('@')?;
        Some(name.split_once('*').map_or((name, 1), |(name, factor)| (name, factor.trim().parse().unwrap_or(0))))
    }

    fn literal(&self) -> Val {
        match self {
            Self::Nothing(()) => Val::Nothing,
            Self::Bool(value) => Val::Bool(*value),
            Self::Int(number) => Val::Int(*number),
            Self::Text(text) => Val::Text(text.clone()),
        }
    }
}

/// A condition, written `{"gt": ["amount_fen", "@flow.waiver.leaderYuan"]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// All of them; of none: true.
    And(Vec<Condition>),
    /// One of them; of none: false.
    Or(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
    /// Equal.
    Eq(String, Operand),
    /// Not equal.
    Ne(String, Operand),
    /// Greater.
    Gt(String, Operand),
    /// Greater or equal.
    Ge(String, Operand),
    /// Less.
    Lt(String, Operand),
    /// Less or equal.
    Le(String, Operand),
    /// One of these.
    In(String, Vec<Operand>),
    /// A text that holds this part.
    Like(String, String),
}

/// What a condition may ask.
pub trait Values {
    /// The value of a variable now.
    ///
    /// # Errors
    /// A document that can't be read.
    fn value(&self, name: &str) -> Result<Val>;
    /// A threshold in the unit of variables.
    ///
    /// # Errors
    /// A setting that is missing or no whole number: it refuses with its name instead of counting as 0.
    fn threshold(&self, key: &str) -> Result<i64>;
}

/// Everything that conditions looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub values: BTreeMap<String, Val>,
    /// Settings, in the unit of variables.
    pub thresholds: BTreeMap<String, i64>,
}

impl Values for Seen {
    fn value(&self, name: &str) -> Result<Val> {
        self.values.get(name).cloned().ok_or_else(|| AppError::internal(format!("variable {name} was not seen")))
    }

    fn threshold(&self, key: &str) -> Result<i64> {
        self.thresholds.get(key).copied().ok_or_else(|| AppError::internal(format!("setting {key} was not seen")))
    }
}

impl Condition {
    /// Whether it holds; what it looked at is added to `seen`. Every part is looked at, so that a trace is complete.
    ///
    /// # Errors
    /// What `look` ran into.
    pub fn holds(&self, look: &dyn Values, seen: &mut Seen) -> Result<bool> {
        Ok(match self {
            Self::And(parts) => {
                let mut all = true;
                for part in parts {
                    all &= part.holds(look, seen)?;
                }
                all
            }
            Self::Or(parts) => {
                let mut any = false;
                for part in parts {
                    any |= part.holds(look, seen)?;
                }
                any
            }
            Self::Not(part) => !part.holds(look, seen)?,
            Self::Eq(name, right) => looked(look, seen, name)? == operand(look, seen, right)?,
            Self::Ne(name, right) => looked(look, seen, name)? != operand(look, seen, right)?,
            Self::Gt(name, right) => compared(look, seen, name, right)?.is_some_and(|order| order.is_gt()),
            Self::Ge(name, right) => compared(look, seen, name, right)?.is_some_and(|order| order.is_ge()),
            Self::Lt(name, right) => compared(look, seen, name, right)?.is_some_and(|order| order.is_lt()),
            Self::Le(name, right) => compared(look, seen, name, right)?.is_some_and(|order| order.is_le()),
            Self::In(name, rights) => {
                let value = looked(look, seen, name)?;
                let mut any = false;
                for right in rights {
                    any |= value != Val::Nothing && value == operand(look, seen, right)?;
                }
                any
            }
            Self::Like(name, part) => match looked(look, seen, name)? {
                Val::Text(text) => text.to_lowercase().contains(&part.to_lowercase()),
                _ => false,
            },
        })
    }

    /// Whether it holds by a comparison with a setting: what is decided about is past a limit of the house.
    ///
    /// # Errors
    /// What `look` ran into.
    pub fn past_setting(&self, look: &dyn Values) -> Result<bool> {
        if !self.holds(look, &mut Seen::default())? {
            return Ok(false);
        }
        Ok(match self {
            Self::And(parts) | Self::Or(parts) => {
                let mut any = false;
                for part in parts {
                    any |= part.past_setting(look)?;
                }
                any
            }
            Self::Not(_) | Self::In(..) | Self::Like(..) => false,
            Self::Eq(_, right)
            | Self::Ne(_, right)
            | Self::Gt(_, right)
            | Self::Ge(_, right)
            | Self::Lt(_, right)
            | Self::Le(_, right) => right.setting().is_some(),
        })
    }

    /// Names of the variables it looks at.
    pub fn names<'c>(&'c self, into: &mut Vec<&'c str>) {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.names(into)),
            Self::Not(part) => part.names(into),
            Self::Eq(name, _)
            | Self::Ne(name, _)
            | Self::Gt(name, _)
            | Self::Ge(name, _)
            | Self::Lt(name, _)
            | Self::Le(name, _)
            | Self::In(name, _)
            | Self::Like(name, _) => into.push(name),
        }
    }

    /// What is wrong with it, in sentences that go on after the name of its branch.
    pub fn problems(&self, vars: &[Var], thresholds: &[Threshold], into: &mut Vec<String>) {
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.problems(vars, thresholds, into)),
            Self::Not(part) => part.problems(vars, thresholds, into),
            Self::Like(name, _) => match found(vars, name, into) {
                Some(var) if var.kind != Kind::Text => into.push(format!("“{}”不是文字，不能用“包含”", var.title)),
                _ => {}
            },
            Self::In(name, rights) => {
                if let Some(var) = found(vars, name, into) {
                    rights.iter().for_each(|right| fits(var, right, false, thresholds, into));
                }
            }
            Self::Eq(name, right) | Self::Ne(name, right) => {
                if let Some(var) = found(vars, name, into) {
                    fits(var, right, true, thresholds, into);
                }
            }
            Self::Gt(name, right) | Self::Ge(name, right) | Self::Lt(name, right) | Self::Le(name, right) => {
                let Some(var) = found(vars, name, into) else { return };
                if !var.kind.is_number() {
                    into.push(format!("“{}”是{}，不能比较大小", var.title, var.kind.label()));
                } else {
                    fits(var, right, false, thresholds, into);
                }
            }
        }
    }

    /// It, read back.
    pub fn words(&self, vars: &[Var], thresholds: &[Threshold]) -> String {
        let joined = |parts: &[Self], word: &str| {
            parts.iter().map(|part| part.words(vars, thresholds)).collect::<Vec<_>>().join(word)
        };
        let said = |name: &str, op: &str, right: &Operand| {
            let var = vars.iter().find(|var| var.name == name);
            let kind = var.map_or(Kind::Text, |var| var.kind);
            let right = match right.setting() {
                Some((key, factor)) => {
                    let title = thresholds.iter().find(|known| known.key == key).map_or(key, |known| known.title);
                    if factor == 1 { format!("参数“{title}”") } else { format!("参数“{title}”×{factor}") }
                }
                None => kind.text(&right.literal()),
            };
            format!("{}{op}{right}", var.map_or(name, |var| var.title))
        };
        match self {
            Self::And(parts) => format!("（{}）", joined(parts, "，且")),
            Self::Or(parts) => format!("（{}）", joined(parts, "，或")),
            Self::Not(part) => format!("并非{}", part.words(vars, thresholds)),
            Self::Eq(name, right) => said(name, "为", right),
            Self::Ne(name, right) => said(name, "不为", right),
            Self::Gt(name, right) => said(name, "大于", right),
            Self::Ge(name, right) => said(name, "不小于", right),
            Self::Lt(name, right) => said(name, "小于", right),
            Self::Le(name, right) => said(name, "不大于", right),
            Self::In(name, rights) => {
                let all: Vec<String> = rights.iter().map(|right| said(name, "为", right)).collect();
                format!("（{}）", all.join("，或"))
            }
            Self::Like(name, part) => said(name, "包含", &Operand::Text(part.clone())),
        }
    }
}

fn looked(look: &dyn Values, seen: &mut Seen, name: &str) -> Result<Val> {
    let value = look.value(name)?;
    seen.values.insert(name.to_owned(), value.clone());
    Ok(value)
}

fn operand(look: &dyn Values, seen: &mut Seen, right: &Operand) -> Result<Val> {
    let Some((key, factor)) = right.setting() else { return Ok(right.literal()) };
    let one = look.threshold(key)?;
    seen.thresholds.insert(key.to_owned(), one);
    let value = one.checked_mul(factor);
    value.map(Val::Int).ok_or_else(|| AppError::refused(format!("参数“{key}”过大，无法判断流程走向，请联系系统管理员")))
}

fn compared(look: &dyn Values, seen: &mut Seen, name: &str, right: &Operand) -> Result<Option<std::cmp::Ordering>> {
    Ok(match (looked(look, seen, name)?, operand(look, seen, right)?) {
        (Val::Int(left), Val::Int(right)) => Some(left.cmp(&right)),
        _ => None,
    })
}

fn found<'v>(vars: &'v [Var], name: &str, into: &mut Vec<String>) -> Option<&'v Var> {
    let var = vars.iter().find(|var| var.name == name);
    if var.is_none() {
        into.push(format!("使用了未知变量“{name}”"));
    }
    var
}

fn fits(var: &Var, right: &Operand, null: bool, thresholds: &[Threshold], into: &mut Vec<String>) {
    if let Some((key, factor)) = right.setting() {
        if !var.kind.is_number() {
            into.push(format!("“{}”是{}，不能与参数比较", var.title, var.kind.label()));
        }
        if factor <= 0 || !thresholds.iter().any(|known| known.key == key) {
            into.push(format!("参数“{key}”不存在或不是整数"));
        }
        return;
    }
    let fits = match right {
        Operand::Nothing(()) => null,
        Operand::Bool(_) => var.kind == Kind::Bool,
        Operand::Int(_) => var.kind.is_number(),
        Operand::Text(_) => var.kind == Kind::Text,
    };
    if !fits {
        let what = match right {
            Operand::Nothing(()) => "空值",
            Operand::Bool(_) => "是否",
            Operand::Int(_) => "数字",
            Operand::Text(_) => "文字",
        };
        into.push(format!("“{}”是{}，不能与{what}比较", var.title, var.kind.label()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const VARS: &[Var] = &[
        Var { name: "amount_fen", title: "金额", kind: Kind::Money, fields: &[] },
        Var { name: "term_months", title: "租期", kind: Kind::Count("个月"), fields: &[] },
        Var { name: "below_base", title: "低于底价", kind: Kind::Bool, fields: &[] },
        Var { name: "doc", title: "文号", kind: Kind::Text, fields: &[] },
    ];
    const THRESHOLDS: &[Threshold] = &[
        Threshold { key: "flow.waiver.leaderYuan", title: "减免上限", unit: 100 },
        Threshold { key: "lease.policyMaxYears", title: "最长年限", unit: 1 },
    ];

    fn seen() -> Seen {
        let values = [
            ("amount_fen", Val::Int(1_000_001)),
            ("term_months", Val::Int(60)),
            ("below_base", Val::Bool(false)),
            ("doc", Val::Nothing),
        ];
        let thresholds = [("flow.waiver.leaderYuan", 1_000_000), ("lease.policyMaxYears", 5)];
        Seen {
            values: values.map(|(name, value)| (name.to_owned(), value)).into(),
            thresholds: thresholds.map(|(key, value)| (key.to_owned(), value)).into(),
        }
    }

    fn read(text: serde_json::Value) -> Condition {
        serde_json::from_value(text).expect("a condition")
    }

    #[test]
    fn comparisons_one_by_one() {
        for (text, expected) in [
            (json!({"gt": ["amount_fen", "@flow.waiver.leaderYuan"]}), true),
            (json!({"gt": ["amount_fen", 1_000_001]}), false),
            (json!({"ge": ["amount_fen", 1_000_001]}), true),
            (json!({"gt": ["term_months", "@lease.policyMaxYears*12"]}), false),
            (json!({"ge": ["term_months", "@lease.policyMaxYears*12"]}), true),
            (json!({"eq": ["below_base", true]}), false),
            (json!({"ne": ["below_base", true]}), true),
            (json!({"eq": ["doc", null]}), true),
            (json!({"ne": ["doc", null]}), false),
            (json!({"like": ["doc", "1"]}), false),
            (json!({"in": ["term_months", [12, 60]]}), true),
            (json!({"not": {"in": ["term_months", [12]]}}), true),
            (json!({"or": []}), false),
            (json!({"and": []}), true),
            (json!({"and": [{"eq": ["below_base", false]}, {"lt": ["term_months", 61]}]}), true),
        ] {
            let mut trace = Seen::default();
            let condition = read(text.clone());
            assert_eq!(condition.holds(&seen(), &mut trace).expect("values"), expected, "{text}");
            let again = condition.holds(&trace, &mut Seen::default()).expect("a trace says everything it needs");
            assert_eq!(again, expected, "{text} from its trace");
            assert_eq!(serde_json::to_value(&condition).expect("json"), text, "it is written as it was read");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (text, sentence) in [
            (json!({"gt": ["nothing", 1]}), "使用了未知变量“nothing”"),
            (json!({"gt": ["amount_fen", "x"]}), "“金额”是金额，不能与文字比较"),
            (json!({"gt": ["below_base", 1]}), "“低于底价”是是否，不能比较大小"),
            (json!({"gt": ["amount_fen", "@gone"]}), "参数“gone”不存在或不是整数"),
            (json!({"gt": ["term_months", "@lease.policyMaxYears*x"]}), "参数“lease.policyMaxYears”不存在或不是整数"),
            (json!({"like": ["amount_fen", "1"]}), "“金额”不是文字，不能用“包含”"),
        ] {
            let mut problems = Vec::new();
            read(text.clone()).problems(VARS, THRESHOLDS, &mut problems);
            assert_eq!(problems, [sentence], "{text}");
        }
    }

    #[test]
    fn it_reads_back() {
        let text = json!({"or": [{"gt": ["amount_fen", "@flow.waiver.leaderYuan"]}, {"gt": ["term_months", 60]}]});
        let words = read(text).words(VARS, THRESHOLDS);
        assert_eq!(words, "（金额大于参数“减免上限”，或租期大于60 个月）");
        assert_eq!(read(json!({"ge": ["amount_fen", 100]})).words(VARS, THRESHOLDS), "金额不小于1.00 元");
    }
}
