//! Fields as people write them: `{{name|format}}`, `{{#list}}`, `{{^list}}`, `{{/list}}`, with braces and signs of either width.

/// The longest text between braces that is taken for a field, in signs.
const LONGEST: usize = 60;

/// What stands for something in a run that is no text: a field never reaches over it.
pub const OBJECT: char = '\u{fffc}';

/// How a value is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As its kind is usually said: 15,550.00, 2026-11-27.
    Usual,
    /// 大写: 壹万伍仟伍佰伍拾元整, 二〇二六年十一月二十七日.
    Capitals,
    /// 年月日: 2026年11月27日.
    LongDate,
    /// 年, 月, 日: one part of a date, for forms with places of their own.
    Year,
    Month,
    Day,
    /// 不分位: 15550.00.
    Ungrouped,
    /// 万元: 1.555.
    TenThousands,
}

impl Format {
    /// All names, as `a template` writes them.
    pub const NAMES: [(&'static str, Self); 7] = [
        ("大写", Self::Capitals),
        ("年月日", Self::LongDate),
        ("年", Self::Year),
        ("月", Self::Month),
        ("日", Self::Day),
        ("不分位", Self::Ungrouped),
        ("万元", Self::TenThousands),
    ];

    /// A format by its name; none has the usual one.
    pub fn named(name: Option<&str>) -> Option<Self> {
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Some(Self::Usual) };
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Value,
    Open,
    Without,
    Close,
}

/// A field in a text, `start..end` in signs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub start: usize,
    pub end: usize,
    pub sign: Sign,
    pub name: String,
    pub format: Option<String>,
}

/// All fields of a text. What stands in braces without being a field is text.
pub fn find(text: &[char]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = (at..text.len()).find(|at| is_brace(text, *at, ['{', '｛'])) {
        let last = text.len().min(start + 2 + LONGEST);
        let stop = (start + 2..last).find(|at| matches!(text.get(*at), Some('{' | '｛' | '}' | '｝' | &OBJECT)));
        match stop.filter(|stop| is_brace(text, *stop, ['}', '｝'])) {
            Some(stop) => {
                let inside: String = text.get(start + 2..stop).unwrap_or_default().iter().collect();
                found.extend(token(&inside).map(|(sign, name, format)| Token {
                    start,
                    end: stop + 2,
                    sign,
                    name,
                    format,
                }));
                at = stop + 2;
            }
            // `{{{name}}` has its field one sign later
            None => at = start + 1,
        }
    }
    found
}

fn is_brace(text: &[char], at: usize, either: [char; 2]) -> bool {
    [at, at + 1].iter().all(|at| text.get(*at).is_some_and(|c| either.contains(c)))
}

/// What the text between braces asks for.
pub fn token(inside: &str) -> Option<(Sign, String, Option<String>)> {
    let plain: String = inside.chars().filter(|c| !c.is_whitespace() && *c != '\u{200b}' && *c != '\u{feff}').collect();
    let sign = match plain.chars().next()? {
        '#' | '＃' => Sign::Open,
        '^' | '＾' | '！' | '!' => Sign::Without,
        '/' | '／' => Sign::Close,
        _ => Sign::Value,
    };
    let named =
        if sign == Sign::Value { plain.as_str() } else { plain.trim_start_matches(|c: char| !c.is_alphanumeric()) };
    let (name, format) = match named.split_once(['|', '｜']) {
        Some((name, format)) => (name, Some(format.to_owned())),
        None => (named, None),
    };
    (!name.is_empty()).then(|| (sign, name.to_owned(), format))
}
