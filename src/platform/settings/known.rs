//! Settings as typed constants: number, key, default, name and what a value may be stand in one place, beside the code that
//! asks. A key as text can't be asked for.

/// What a setting is before anybody changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standard {
    /// A whole number.
    Number(u64),
    /// true or false.
    Flag(bool),
    Text(&'static str),
}

impl std::fmt::Display for Standard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// What may be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A whole number between two bounds, both inclusive.
    Whole {
        least: u64,
        most: u64,
        /// What is said of it besides the bounds, e.g. that 0 means no limit.
        note: &'static str,
    },
    /// true or false.
    Flag,
    /// One of some words.
    OneOf(&'static [&'static str]),
    /// Any text but none.
    Text,
    TextOrNone,
}

impl Rule {
    /// What should have been entered instead of `value`; `None` when it may be.
    pub fn wanted(&self, value: &str) -> Option<String> {
        match self {
            Self::Whole { least, most, note } => {
                let fits = value.parse::<u64>().is_ok_and(|number| (*least..=*most).contains(&number));
                (!fits).then(|| format!("{least} 到 {most} 的整数{note}"))
            }
            Self::Flag => (!matches!(value, "true" | "false")).then(|| "true 或 false".to_owned()),
            Self::OneOf(words) => (!words.contains(&value)).then(|| words.join(" 或 ")),
            Self::Text => value.is_empty().then(|| "不空的文字".to_owned()),
            Self::TextOrNone => None,
        }
    }
}

/// A setting with its type erased, for the seed, the page and the doctor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingInfo {
    /// Its number in every installation; never given again.
    pub id: u64,
    pub key: &'static str,
    /// Its value in a fresh installation.
    pub default: Standard,
    /// What people call it.
    pub name: &'static str,
    /// What it does, for the page.
    pub remark: &'static str,
    /// Whether every signed-in person may read it by key. Nothing secret may be public.
    pub public: bool,
    /// What may be entered.
    pub rule: Rule,
}

/// What a setting's value is read as.
pub trait SettingValue: Sized {
    /// Reads what is stored, trimmed.
    fn parse(text: &str) -> Option<Self>;
    /// The default; another kind than that of the constant cannot be written down.
    fn from_default(default: &Standard) -> Self;
}

impl SettingValue for u64 {
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn from_default(default: &Standard) -> Self {
        if let Standard::Number(number) = default { *number } else { 0 }
    }
}

impl SettingValue for bool {
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn from_default(default: &Standard) -> Self {
        matches!(default, Standard::Flag(true))
    }
}

impl SettingValue for String {
    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
    fn from_default(default: &Standard) -> Self {
        default.to_string()
    }
}

/// A setting and the type of its value.
#[derive(Debug, Clone, Copy)]
pub struct Setting<T> {
    /// All about it.
    pub info: SettingInfo,
    value: std::marker::PhantomData<fn() -> T>,
}

impl<T> Setting<T> {
    const fn of(id: u64, key: &'static str, default: Standard, rule: Rule) -> Self {
        let info = SettingInfo { id, key, default, name: "", remark: "", public: false, rule };
        Self { info, value: std::marker::PhantomData }
    }

    /// Name and remark on the page.
    #[must_use]
    pub const fn called(mut self, name: &'static str, remark: &'static str) -> Self {
        (self.info.name, self.info.remark) = (name, remark);
        self
    }

    /// Every signed-in person may read it by key.
    #[must_use]
    pub const fn public(mut self) -> Self {
        self.info.public = true;
        self
    }
}

impl Setting<u64> {
    /// A whole number within bounds.
    pub const fn number(id: u64, key: &'static str, default: u64, least: u64, most: u64) -> Self {
        Self::of(id, key, Standard::Number(default), Rule::Whole { least, most, note: "" })
    }

    /// A whole number of which 0 means something of its own, said in `note`.
    pub const fn number_or_none(id: u64, key: &'static str, default: u64, most: u64, note: &'static str) -> Self {
        Self::of(id, key, Standard::Number(default), Rule::Whole { least: 0, most, note })
    }
}

impl Setting<bool> {
    /// true or false.
    pub const fn flag(id: u64, key: &'static str, default: bool) -> Self {
        Self::of(id, key, Standard::Flag(default), Rule::Flag)
    }
}

impl Setting<String> {
    /// Text that is never empty once it was changed.
    pub const fn text(id: u64, key: &'static str, default: &'static str) -> Self {
        Self::of(id, key, Standard::Text(default), Rule::Text)
    }

    /// Text that may be empty.
    pub const fn text_or_none(id: u64, key: &'static str, default: &'static str) -> Self {
        Self::of(id, key, Standard::Text(default), Rule::TextOrNone)
    }

    /// One of some words.
    pub const fn one_of(id: u64, key: &'static str, default: &'static str, words: &'static [&'static str]) -> Self {
        Self::of(id, key, Standard::Text(default), Rule::OneOf(words))
    }
}
