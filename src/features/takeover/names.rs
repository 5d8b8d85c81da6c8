//! Names that may mean the same: spelt with other brackets, another form of company, or one character apart. Pure.

use std::collections::HashMap;

use crate::kernel::text::narrow;

/// Words that say what somebody is, not who.
const FORMS: [&str; 10] =
    ["有限责任公司", "股份有限公司", "有限公司", "分公司", "公司", "个体工商户", "经营部", "商行", "工厂", "厂"];
/// Characters below which names are compared as a whole only: people of two characters differ by one.
const SHORT: usize = 4;

/// A name as it is compared as a whole: narrow, without blanks, capitals as small letters.
pub fn same(name: &str) -> String {
    name.chars().map(narrow).filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// What is left of a name without its brackets and its form.
fn core(name: &str) -> Vec<char> {
    let mut text: String = same(name).chars().filter(|c| c.is_alphanumeric()).collect();
    if let Some(form) = FORMS.iter().find(|form| text.ends_with(*form) && text.len() > form.len()) {
        text.truncate(text.len() - form.len());
    }
    text.chars().collect()
}

/// Whether two texts differ by one character at most: another one, one more or one less.
fn is_close(one: &[char], other: &[char]) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let head = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let tail = short[head..].iter().rev().zip(long[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    long.len() - head - tail <= 1
}

/// Names by their ends: two that differ by one character share the first two or the last two of their core.
pub struct Near {
    cores: Vec<Vec<char>>,
    by_end: HashMap<(bool, Vec<char>), Vec<usize>>,
}

impl Near {
    /// Takes names in.
    pub fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let cores: Vec<Vec<char>> = names.map(core).collect();
        let mut by_end: HashMap<(bool, Vec<char>), Vec<usize>> = HashMap::new();
        for (place, core) in cores.iter().enumerate() {
            for end in ends(core) {
                by_end.entry(end).or_default().push(place);
            }
        }
        Self { cores, by_end }
    }

    /// Places of names that may mean the same as one, the one itself among them when it was taken in.
    pub fn find(&self, name: &str, most: usize) -> Vec<usize> {
        let wanted = core(name);
        let mut found: Vec<usize> = ends(&wanted)
            .into_iter()
            .filter_map(|end| self.by_end.get(&end))
            .flatten()
            .copied()
            .filter(|place| self.cores.get(*place).is_some_and(|core| may_be(core, &wanted)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found.truncate(most);
        found
    }
}

fn may_be(core: &[char], wanted: &[char]) -> bool {
    core == wanted || (core.len().min(wanted.len()) >= SHORT && is_close(core, wanted))
}

fn ends(core: &[char]) -> Vec<(bool, Vec<char>)> {
    let size = core.len().min(2);
    if size == 0 {
        Vec::new()
    } else {
        vec![(true, core[..size].to_vec()), (false, core[core.len() - size..].to_vec())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_equal_names_are_found_and_others_are_not() {
        let names = ["云川永兴五金厂", "禾川包装制品有限公司", "张三", "云川市第一百货公司（东门店）"];
        let near = Near::of(names.into_iter());
        for (name, places) in [
            ("云川永兴五金", vec![0]),
            ("云川市永兴五金厂", vec![0]),
            ("云川永新五金厂", vec![0]),
            ("禾川包装制品有限责任公司", vec![1]),
            ("禾川包装制品 有限公司", vec![1]),
            ("李三", vec![]),
            ("张三", vec![2]),
            ("云川市第一百货公司(东门店)", vec![3]),
            ("云川永兴机械厂", vec![]),
        ] {
            assert_eq!(near.find(name, 5), places, "{name}");
        }
        assert_eq!(same("ＡＢ 公司（东）"), "ab公司(东)");
    }
}
