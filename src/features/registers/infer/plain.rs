//! Texts as they are compared: full-width digits and signs as narrow ones, without what cannot be seen.

use std::borrow::Cow;

/// A text with narrow digits, letters and signs, without invisible characters; blanks inside stay.
pub(super) fn narrow(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text.trim());
    }
    // all that is changed begins with one of these bytes, and hardly any character of a Chinese text does
    let may_change = |byte: u8| matches!(byte, 0xc2 | 0xe2 | 0xe3 | 0xef);
    let changed = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{3000}' | '\u{a0}') || is_hidden(c);
    if !text.bytes().any(may_change) || !text.contains(changed) {
        return Cow::Borrowed(text.trim());
    }
    let one = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '\u{3000}' | '\u{a0}' => Some(' '),
        c if is_hidden(c) => None,
        c => Some(c),
    };
    Cow::Owned(text.chars().filter_map(one).collect::<String>().trim().to_owned())
}

fn is_hidden(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}')
}

/// A text without what cannot be seen.
pub(super) fn seen(text: String) -> String {
    if text.contains(is_hidden) { text.chars().filter(|c| !is_hidden(*c)).collect() } else { text }
}

/// A text for a name: nothing that cannot be seen, nothing that turns its direction.
pub(super) fn visible(text: &str) -> String {
    let is_sign = |c: &char| !is_hidden(*c) && (!c.is_control() || c.is_whitespace());
    text.chars().filter(|c| is_sign(c) && !matches!(c, '\u{2066}'..='\u{2069}')).collect()
}

/// The same without any blanks: how labels and words are compared.
pub(super) fn tight(text: &str) -> Cow<'_, str> {
    let text = narrow(text);
    if !text.contains(char::is_whitespace) {
        return text;
    }
    Cow::Owned(text.chars().filter(|c| !c.is_whitespace()).collect())
}

/// At most so many characters for a sentence.
pub(super) fn shown(text: &str) -> String {
    let flat: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match flat.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", flat.split_at(end).0),
        None => flat,
    }
}

pub(super) use crate::sheet::letters;

/// Whether all of it is digits.
pub(super) fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared() {
        assert_eq!(narrow(" １２．５％\u{200b}万 "), "12.5%万");
        assert_eq!(tight("合　 计："), "合计:");
        for (column, name) in [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(letters(column), name);
        }
        assert_eq!(shown("一\n二"), "一 二");
        assert_eq!(visible("台\u{202e}账\u{7}\u{2067}表"), "台账表");
    }
}
