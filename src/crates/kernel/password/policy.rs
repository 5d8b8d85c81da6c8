//! What a password must be: the rules of a profile, pure.
//!
//! `mlps3` follows what reviewers of GB/T 22239 (third level) ask for, `asvs` OWASP ASVS 5 (length instead of kinds, no
//! expiry); `custom` is what the settings of the configuration page say, for installations from before the profiles.

use std::io::Read as _;
use std::sync::LazyLock;

use crate::error::{AppError, Result};
use crate::pinyin;

/// Common passwords of at least eight characters, lower case, one a line (`data/common-passwords.txt`), packed by the build.
const COMMON: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/common-passwords.txt.gz"));

static UNPACKED: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let read = flate2::read::GzDecoder::new(COMMON).read_to_string(&mut text);
    if let Err(error) = read {
        tracing::error!(%error, "the list of common passwords cannot be read");
    }
    text
});

/// Whose password it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Person<'a> {
    pub user_name: &'a str,
    /// Real name; its pinyin is refused.
    pub real_name: &'a str,
}

/// What is asked of a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Least number of characters; the most is [`LONGEST`].
    pub least: usize,
    /// How many of digits, small letters, capitals and others it needs.
    pub kinds: usize,
    /// `sys.account.chrtype` (contract 5.2): 0 anything, 1 digits, 2 letters, 3 letters and digits, 4 all three.
    pub class: u64,
    /// Whether four neighbours (`1234`, `qwer`) or four of a kind are refused.
    pub no_runs: bool,
    /// How many former passwords are refused.
    pub history: usize,
    /// Days before it may be changed again.
    pub least_days: i64,
    /// Days after which it must be changed; 0 = never.
    pub most_days: i64,
    /// Days after which its owner is reminded; 0 = never.
    pub reminder_days: i64,
}

const LONGEST: usize = 64;

/// Names of the profiles, the default of installations from before them first.
pub const PROFILES: [&str; 3] = ["custom", "mlps3", "asvs"];

impl Policy {
    /// The rules of a profile; `class` and `days` are the settings that `custom` goes by.
    pub fn of(profile: &str, class: u64, days: i64) -> Self {
        let custom = Self {
            least: 8,
            kinds: 0,
            class,
            no_runs: false,
            history: 0,
            least_days: 0,
            most_days: 0,
            reminder_days: days,
        };
        match profile {
            "mlps3" => Self {
                least: 10,
                kinds: 3,
                class: 0,
                no_runs: true,
                history: 5,
                least_days: 1,
                most_days: 90,
                reminder_days: 75,
            },
            "asvs" => Self { least: 12, class: 0, reminder_days: 0, ..custom },
            _ => custom,
        }
    }

    /// The rules in words, for who chooses a password.
    pub fn in_words(&self) -> Vec<String> {
        let mut words = vec![
            format!("{} 到 {LONGEST} 个字符，不能包含 < > \" ' \\ |", self.least),
            "不能包含用户名或姓名全拼，不能是常见密码".to_owned(),
        ];
        if self.kinds > 0 {
            words.push(format!("数字、小写字母、大写字母、其他字符中至少 {} 种", self.kinds));
        }
        words.extend(class_rule(self.class).map(|(rule, _)| rule.to_owned()));
        if self.no_runs {
            words.push("不能有 4 个连续或相同的字符，例如 1234、qwer、aaaa".to_owned());
        }
        if self.history > 0 {
            words.push(format!("不能与最近 {} 次用过的密码相同", self.history));
        }
        if self.least_days > 0 {
            words.push(format!("修改后 {} 天内不能再改", self.least_days));
        }
        if self.most_days > 0 {
            words.push(format!("每 {} 天须修改一次", self.most_days));
        }
        words
    }

    /// Refuses a password that breaks the rules.
    ///
    /// # Errors
    /// The first rule that it breaks, as a sentence.
    pub fn check(&self, password: &str, person: Person<'_>) -> Result<()> {
        self.broken(password, person).map_or(Ok(()), |why| Err(AppError::refused(why)))
    }

    fn broken(&self, password: &str, person: Person<'_>) -> Option<String> {
        if !(self.least..=LONGEST).contains(&password.chars().count()) {
            return Some(format!("密码长度必须在{}到{LONGEST}个字符之间", self.least));
        }
        if password.contains(['<', '>', '"', '\'', '\\', '|']) || password.chars().any(char::is_control) {
            return Some("密码不能包含非法字符：< > \" ' \\ |".to_owned());
        }
        let lower = password.to_lowercase();
        let name = person.user_name.to_lowercase();
        if name.chars().count() >= 3 && lower.contains(&name) {
            return Some("密码不能包含用户账号".to_owned());
        }
        let read = pinyin::full(person.real_name);
        if read.len() >= 5 && lower.contains(&read) {
            return Some("密码不能包含姓名的全拼".to_owned());
        }
        if UNPACKED.lines().any(|common| common == lower) {
            return Some("该密码过于常见，容易被猜到，请换一个".to_owned());
        }
        if let Some((rule, fits)) = class_rule(self.class)
            && !fits(password)
        {
            return Some(rule.to_owned());
        }
        if kinds(password) < self.kinds {
            return Some(format!("密码必须包含数字、小写字母、大写字母、其他字符中的至少{}种", self.kinds));
        }
        if self.no_runs && has_run(&lower) {
            return Some("密码不能有4个连续或相同的字符，例如1234、qwer、aaaa".to_owned());
        }
        None
    }
}

fn kinds(password: &str) -> usize {
    let has = |of: fn(char) -> bool| usize::from(password.chars().any(of));
    has(|c| c.is_ascii_digit())
        + has(|c| c.is_ascii_lowercase())
        + has(|c| c.is_ascii_uppercase())
        + has(|c| !c.is_ascii_alphanumeric())
}

/// What a character class asks for, in words, and whether a password fits.
fn class_rule(class: u64) -> Option<(&'static str, fn(&str) -> bool)> {
    fn special(password: &str) -> bool {
        password.contains(|c| "~!@#$%^&*()-=_+".contains(c))
    }
    fn mixed(password: &str) -> bool {
        password.chars().any(|c| c.is_ascii_digit()) && password.chars().any(|c| c.is_ascii_alphabetic())
    }
    match class {
        1 => Some(("密码只能为0-9数字", |password| password.chars().all(|c| c.is_ascii_digit()))),
        2 => Some(("密码只能为a-z和A-Z字母", |password| password.chars().all(|c| c.is_ascii_alphabetic()))),
        3 => Some(("密码必须包含字母以及数字", mixed)),
        4 => Some(("密码必须包含字母、数字以及特殊字符 ~!@#$%^&*()-=_+", |password| {
            mixed(password) && special(password)
        })),
        _ => None,
    }
}

/// Rows in which four neighbours are no secret, forwards and backwards.
const ROWS: [&str; 6] =
    ["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv"];

/// Whether four characters in a row are equal or neighbours.
fn has_run(lower: &str) -> bool {
    let letters: Vec<char> = lower.chars().collect();
    letters.windows(4).any(|four| {
        let forwards: String = four.iter().collect();
        let backwards: String = four.iter().rev().collect();
        four.iter().all(|letter| *letter == four[0])
            || ROWS.iter().any(|row| row.contains(&forwards) || row.contains(&backwards))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZHANG: Person<'static> = Person { user_name: "zhangsan", real_name: "欧阳锋" };

    #[test]
    fn rules_for_new_passwords() {
        for (password, class, fine) in [
            ("short7!", 0, false),
            ("Tianhe-9527", 0, true),
            ("with<angle>1", 0, false),
            ("xxZhangSan99", 0, false),
            ("password123", 0, false),
            ("xOuyangFeng9", 0, false),
            ("7291845360", 1, true),
            ("a729184536", 1, false),
            ("gouqixiaomi", 2, true),
            ("gouqi12345x", 3, true),
            ("gouqixiaomi", 3, false),
            ("gouqi1234!x", 4, true),
            ("gouqi1234xx", 4, false),
        ] {
            let policy = Policy::of("custom", class, 0);
            assert_eq!(policy.check(password, ZHANG).is_ok(), fine, "{password} in class {class}");
        }
        for _ in 0..200 {
            let password = crate::password::one_time();
            assert!(Policy::of("custom", 3, 0).check(&password, ZHANG).is_ok(), "{password}");
        }
    }

    #[test]
    fn profiles_ask_for_what_they_say() {
        for (profile, password, fine) in [
            ("mlps3", "Yunchuan-9527", true),
            ("mlps3", "Yun-92746", false),
            ("mlps3", "yunchuan-x7", true),
            ("mlps3", "yunchuanxx7", false),
            ("mlps3", "Yunchuan-1234", false),
            ("mlps3", "Yunchuan-4321", false),
            ("mlps3", "Yunchuan-9qwer", false),
            ("mlps3", "Yunchuannnn-97", false),
            ("mlps3", "Yunchuan-9527Yunchuan-9527Yunchuan-9527Yunchuan-9527Yunchuan-9527", false),
            ("asvs", "gouqixiaomiyu", true),
            ("asvs", "gouqixiaomi", false),
            ("asvs", "passwordpassword", false),
        ] {
            assert_eq!(Policy::of(profile, 4, 30).check(password, ZHANG).is_ok(), fine, "{profile}: {password}");
        }
        assert_eq!(Policy::of("mlps3", 1, 30).class, 0, "the keys of the configuration page are not asked");
        assert_eq!(Policy::of("asvs", 1, 30).reminder_days, 0);
        assert_eq!(Policy::of("anything", 3, 30), Policy::of("custom", 3, 30));
        assert_eq!(Policy::of("mlps3", 0, 0).in_words().len(), 7);
    }

    #[test]
    fn the_common_list_is_long_and_every_entry_counts() {
        let entries: Vec<&str> = UNPACKED.lines().collect();
        assert!(entries.len() >= 3_000, "{}", entries.len());
        assert!(COMMON.len() <= 15 << 10, "{} bytes of a binary that is nearly full", COMMON.len());
        for entry in &entries {
            assert!(
                entry.chars().count() >= 8 && **entry == entry.to_lowercase(),
                "{entry}: too short or not lower case"
            );
        }
        let refused = |password: &str| Policy::of("custom", 0, 0).check(password, Person::default()).is_err();
        assert!(refused("PassWord123") && refused("Admin@123") && refused("1qaz2wsx") && refused("woaini1314"));
    }
}
