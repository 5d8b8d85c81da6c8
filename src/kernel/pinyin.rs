//! Pinyin of names, lower case, one reading a character (heteronyms take the common one).

use pinyin::ToPinyin;

/// Full pinyin, e.g. 张三丰 → `zhangsanfeng`; other characters stay as they are.
pub fn full(name: &str) -> String {
    spell(name, |syllable| syllable.to_owned())
}

/// Initials, e.g. 张三丰 → `zsf`.
pub fn initials(name: &str) -> String {
    spell(name, |syllable| syllable.chars().take(1).collect())
}

fn spell(name: &str, take: impl Fn(&str) -> String) -> String {
    name.chars()
        .map(|c| match c.to_pinyin() {
            Some(syllable) => take(syllable.plain()),
            None => c.to_lowercase().filter(|c| !c.is_whitespace()).collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, whole, short) in
            [("张三丰", "zhangsanfeng", "zsf"), ("Li 雷", "lilei", "lil"), ("\u{20bb7}野", "\u{20bb7}ye", "\u{20bb7}y")]
        {
            assert_eq!((full(name).as_str(), initials(name).as_str()), (whole, short));
        }
    }
}
