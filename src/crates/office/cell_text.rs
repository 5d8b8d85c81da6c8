//! Values as they stand in the cells of workbooks.

use crate::tree::{self, Node};

/// A value as it stands in a cell: what looks like an escaped sign of workbooks is distinguished from one.
pub fn escaped(text: &str) -> String {
    let is_escape = |rest: &str| {
        let mut signs = rest.chars();
        signs.next() == Some('x')
            && signs.by_ref().take(4).filter(char::is_ascii_hexdigit).count() == 4
            && signs.next() == Some('_')
    };
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('_') {
        out.push_str(&tree::escaped(before));
        out.push_str(if is_escape(after) { "_x005F_" } else { "_" });
        rest = after;
    }
    out.push_str(&tree::escaped(rest));
    out
}

/// A run of a text in a look.
pub fn run(text: &str, look: Option<&Node>, out: &mut String) {
    // one that says nothing would be a text, where other cells are blank
    if text.is_empty() {
        return;
    }
    out.push_str("<r>");
    if let Some(look) = look {
        tree::write(std::slice::from_ref(look), out);
    }
    out.push_str(&format!("<t xml:space=\"preserve\">{}</t></r>", escaped(text)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_look_like_escapes_stay_what_they_are() {
        assert_eq!(escaped("a_x0041_b _x12_ 甲_乙"), "a_x005F_x0041_b _x12_ 甲_乙");
        assert_eq!(escaped("<a&b>"), "&lt;a&amp;b&gt;");
    }
}
