//! Pinyin of names, lower case and typeable: ü is written `v`, as on every Chinese keyboard.
//!
//! One reading a character, the common one, except at the beginning of a name, where some
//! characters are read otherwise as surnames (曾 zeng, 单 shan). Those who do not know type the
//! common one, so [`readings`] gives both.
//!
//! Deliberately absent: heteronyms within given names, tones, and any guess whether a text is a
//! name at all.

use pinyin::ToPinyin;

/// Surnames whose reading differs from the common one of the character, by 现代汉语词典;
/// those of two characters before those of one.
const SURNAMES: [(&str, &[&str]); 33] = [
    ("万俟", &["mo", "qi"]),
    ("尉迟", &["yu", "chi"]),
    ("单于", &["chan", "yu"]),
    ("澹台", &["tan", "tai"]),
    ("长孙", &["zhang", "sun"]),
    ("令狐", &["ling", "hu"]),
    ("单", &["shan"]),
    ("曾", &["zeng"]),
    ("解", &["xie"]),
    ("仇", &["qiu"]),
    ("翟", &["zhai"]),
    ("查", &["zha"]),
    ("朴", &["piao"]),
    ("区", &["ou"]),
    ("缪", &["miao"]),
    ("盖", &["ge"]),
    ("乐", &["yue"]),
    ("覃", &["qin"]),
    ("折", &["she"]),
    ("种", &["chong"]),
    ("黑", &["he"]),
    ("秘", &["bi"]),
    ("员", &["yun"]),
    ("洗", &["xian"]),
    ("召", &["shao"]),
    ("郇", &["xun"]),
    ("繁", &["po"]),
    ("能", &["nai"]),
    ("隗", &["wei"]),
    ("祭", &["zhai"]),
    ("佴", &["nai"]),
    ("乜", &["nie"]),
    ("句", &["gou"]),
];

/// A name in pinyin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// All syllables, e.g. 张三丰 → `zhangsanfeng`; other characters stay, blanks go.
    pub full: String,
    /// The first letters, e.g. `zsf`.
    pub initials: String,
}

/// How a name is read: as a name first, then, where that differs, by the common readings alone.
pub fn readings(name: &str) -> Vec<Reading> {
    let name = name.trim_start();
    let common = spell(Reading::default(), name);
    let Some((surname, syllables)) = SURNAMES.iter().find(|(surname, _)| name.starts_with(surname)) else {
        return vec![common];
    };
    let mut read = Reading::default();
    syllables.iter().for_each(|syllable| read.add(syllable));
    let read = spell(read, name.strip_prefix(surname).unwrap_or_default());
    if read == common { vec![common] } else { vec![read, common] }
}

/// Full pinyin of a name, the surname read as one.
pub fn full(name: &str) -> String {
    first(name).full
}

/// Initials of a name, the surname read as one.
pub fn initials(name: &str) -> String {
    first(name).initials
}

/// Whether a word can be pinyin or initials. Words with other signs than letters and digits are none, and a single letter
/// would be in every second name.
pub fn is_pinyin(word: &str) -> bool {
    word.len() >= 2 && word.bytes().all(|c| c.is_ascii_alphanumeric()) && word.bytes().any(|c| c.is_ascii_alphabetic())
}

/// Whether letters are a part of a name's pinyin or of its initials, in either reading.
pub fn is_read_as(name: &str, letters: &str) -> bool {
    let wanted = letters.trim();
    if !is_pinyin(wanted) {
        return false;
    }
    let wanted = wanted.to_ascii_lowercase();
    readings(name).iter().any(|read| read.full.contains(&wanted) || read.initials.contains(&wanted))
}

fn first(name: &str) -> Reading {
    readings(name).into_iter().next().unwrap_or_default()
}

impl Reading {
    fn add(&mut self, syllable: &str) {
        self.full.push_str(syllable);
        self.initials.extend(syllable.chars().next());
    }
}

fn spell(mut so_far: Reading, text: &str) -> Reading {
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c.to_pinyin() {
            Some(syllable) => so_far.add(&syllable.plain().replace('ü', "v")),
            None => {
                so_far.full.extend(c.to_lowercase());
                so_far.initials.extend(c.to_lowercase());
            }
        }
    }
    so_far
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, whole, short) in [
            ("张三丰", "zhangsanfeng", "zsf"),
            ("Li 雷", "lilei", "lil"),
            ("\u{20bb7}野", "\u{20bb7}ye", "\u{20bb7}y"),
            ("吕绿", "lvlv", "ll"),
            ("曾国藩", "zengguofan", "zgf"),
            (" 单田芳", "shantianfang", "stf"),
            ("万俟卨", "moqixie", "mqx"),
            ("尉迟恭", "yuchigong", "ycg"),
            ("长孙无忌", "zhangsunwuji", "zswj"),
            ("万里", "wanli", "wl"),
            ("李单", "lidan", "ld"),
            ("张曾", "zhangceng", "zc"),
            ("", "", ""),
            ("单", "shan", "s"),
            ("·Ÿ☃", "·ÿ☃", "·ÿ☃"),
        ] {
            assert_eq!((full(name).as_str(), initials(name).as_str()), (whole, short), "{name}");
        }
    }

    #[test]
    fn letters_that_are_a_part_of_the_reading() {
        let firm = "云川帆兴食品有限公司";
        for (name, letters, found) in [
            (firm, "ycfx", true),
            (firm, "fanxing", true),
            (firm, " YUNCHUAN ", true),
            (firm, "帆兴", false),
            (firm, "y", false),
            (firm, "22", false),
            (firm, "fx-", false),
            ("单田芳", "stf", true),
            ("单田芳", "dtf", true),
            ("A1号仓", "a1hc", true),
            ("", "ab", false),
        ] {
            assert_eq!(is_read_as(name, letters), found, "{name} {letters}");
        }
    }

    #[test]
    fn both_readings_of_a_surname() {
        let all = |name: &str| readings(name).into_iter().map(|r| r.full).collect::<Vec<_>>();
        assert_eq!(all("单田芳"), ["shantianfang", "dantianfang"]);
        assert_eq!(all("张三丰"), ["zhangsanfeng"]);
        for (surname, syllables) in SURNAMES {
            assert_eq!(surname.chars().count(), syllables.len(), "{surname}");
            assert!(readings(surname).first().is_some_and(|r| r.full == syllables.concat()), "{surname}");
        }
    }
}
