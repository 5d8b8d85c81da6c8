//! Rich text from the editor: everything that is not on the list is taken out before it is stored.
//!
//! Invariants: what comes out holds no script, no handler, no frame, no form and no address but the
//! listed ones; pictures are our own downloads or embedded PNG and JPEG; links open without a way
//! back to our page. The browser sanitises again when it shows the text (`SafeHtml`).
//!
//! Deliberately absent: classes, ids, fonts by address, video: the editor makes none of them.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// Where our own pictures lie, seen from the browser.
pub const PICTURES: &str = "/gx_portal/prod-api/common/download/";
/// Longest rich text in bytes; embedded pictures are part of it.
pub const LIMIT: usize = 2 << 20;

const TAGS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "col",
    "colgroup",
    "del",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];
/// Elements that go with everything in them.
const WITH_CONTENT: &[&str] = &[
    "script",
    "style",
    "title",
    "iframe",
    "object",
    "embed",
    "applet",
    "noscript",
    "template",
    "svg",
    "math",
    "xml",
    "textarea",
    "select",
    "noembed",
    "noframes",
    "plaintext",
    "xmp",
    "head",
    "audio",
    "video",
    "form",
];
const STYLES: &[&str] = &[
    "background-color",
    "color",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "height",
    "line-height",
    "margin-left",
    "padding-left",
    "text-align",
    "text-decoration",
    "text-indent",
    "vertical-align",
    "width",
];
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("a", &["href", "title", "target"]),
    ("img", &["src", "alt", "title", "width", "height"]),
    ("table", &["width"]),
    ("td", &["colspan", "rowspan", "width"]),
    ("th", &["colspan", "rowspan", "width"]),
    ("col", &["span", "width"]),
    ("ol", &["start"]),
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let set = |names: &[&'static str]| names.iter().copied().collect::<HashSet<&str>>();
    let attributes: HashMap<&str, HashSet<&str>> = ATTRIBUTES.iter().map(|(tag, names)| (*tag, set(names))).collect();
    let mut builder = Builder::empty();
    builder
        .tags(set(TAGS))
        .clean_content_tags(set(WITH_CONTENT))
        .tag_attributes(attributes)
        .generic_attributes(set(&["style"]))
        .url_schemes(set(&["http", "https", "mailto", "tel", "data"]))
        .url_relative(UrlRelative::PassThrough)
        .strip_comments(true)
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(allowed_value);
    builder
});

/// The value an attribute keeps; `None` takes it out.
fn allowed_value<'v>(tag: &str, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
    match (tag, name) {
        ("img", "src") => is_own_picture(value.trim()).then(|| Cow::Owned(value.trim().to_owned())),
        ("a", "href") => is_safe_link(value.trim()).then(|| Cow::Owned(value.trim().to_owned())),
        ("a", "target") => (value == "_blank").then_some(Cow::Borrowed(value)),
        (_, "style") => Some(styles(value)).filter(|kept| !kept.is_empty()).map(Cow::Owned),
        (_, "width" | "height" | "colspan" | "rowspan" | "span" | "start") => {
            let digits = value.strip_suffix("px").or(value.strip_suffix('%')).unwrap_or(value);
            let fine =
                (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            fine.then_some(Cow::Borrowed(value))
        }
        _ => Some(Cow::Borrowed(value)),
    }
}

/// One of our downloads by its number, or an embedded PNG or JPEG.
fn is_own_picture(src: &str) -> bool {
    if let Some(number) = src.strip_prefix(PICTURES) {
        return (1..=19).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    }
    let embedded =
        ["data:image/png;base64,", "data:image/jpeg;base64,"].iter().find_map(|start| src.strip_prefix(start));
    embedded.is_some_and(|text| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
    })
}

/// A page elsewhere, a mail address, a telephone number, or a place on this host.
fn is_safe_link(href: &str) -> bool {
    let plain: String = href.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    if plain != href {
        return false;
    }
    let lower = href.to_ascii_lowercase();
    ["http://", "https://", "mailto:", "tel:", "#"].iter().any(|start| lower.starts_with(start))
        || (href.starts_with('/') && !href.starts_with("//") && !href.contains('\\'))
}

/// Declarations of the list with plain values; nothing that could name an address or an expression.
fn styles(text: &str) -> String {
    let fine = |value: &str| {
        let lower = value.to_ascii_lowercase();
        value.len() <= 100
            && !["expression", "javascript", "url", "import", "var(", "attr(", "behavior", "-moz", "/*"]
                .iter()
                .any(|bad| lower.contains(bad))
            && value
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '#' | '.' | ',' | '%' | '(' | ')' | '-' | '"' | '\''))
    };
    let kept: Vec<String> = text
        .split(';')
        .filter_map(|one| one.split_once(':'))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim()))
        .filter(|(name, value)| STYLES.contains(&name.as_str()) && !value.is_empty() && fine(value))
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    kept.join("; ")
}

/// The text that may be stored. Run on every write of rich text.
pub fn clean(html: &str) -> String {
    let text = CLEANER.clean(html).to_string();
    // A picture that lost its address shows nothing.
    text.replace("<img>", "")
}

/// A cleaned text as it stands on a page without our server: pictures are enclosed elsewhere.
pub fn without_pictures(clean: &str) -> String {
    let mut left = Builder::default();
    left.rm_tags(["img"]);
    left.clean(clean).to_string()
}

/// Numbers of our own downloads that a cleaned text shows as pictures: the files that belong to it.
pub fn picture_ids(clean: &str) -> Vec<u64> {
    let mut ids = Vec::new();
    for part in clean.split(&format!("src=\"{PICTURES}")).skip(1) {
        let number: String = part.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = number.parse()
            && !ids.contains(&number)
        {
            ids.push(number);
        }
    }
    ids
}

/// The words of a rich text, for lists and search.
pub fn plain(html: &str) -> String {
    let spaced =
        html.replace("</p>", " </p>").replace("<br>", " <br>").replace("</td>", " </td>").replace("</li>", " </li>");
    let bare = Builder::empty().clean_content_tags(HashSet::from(["script", "style"])).clean(&spaced).to_string();
    let text = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
        .iter()
        .fold(bare, |text, (from, to)| text.replace(from, to));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_editor_makes_stays() {
        for html in [
            "<h1 style=\"text-align: center\">关于召开会议的通知</h1>",
            "<p><strong>粗</strong><em>斜</em><u>线</u><s>删</s><sub>1</sub><sup>2</sup><br></p>",
            "<p style=\"text-indent: 2em; line-height: 1.5\"><span style=\"color: rgb(225, 60, 57); font-size: 22px; font-family: 宋体\">红</span></p>",
            "<ul><li>一</li></ul><ol start=\"3\"><li>三</li></ol><blockquote>引</blockquote><hr><pre><code>a &lt; b</code></pre>",
            "<table width=\"100%\"><tbody><tr><th colspan=\"2\" rowspan=\"1\" width=\"auto1\">头</th></tr></tbody></table>",
            "<p><img src=\"/gx_portal/prod-api/common/download/12\" alt=\"图\" style=\"width: 50%; height: 20px\"></p>",
            "<p><img src=\"data:image/png;base64,iVBORw0KGgo=\"></p>",
        ] {
            assert_eq!(clean(html), html.replace(" width=\"auto1\"", ""));
            assert_eq!(clean(&clean(html)), clean(html));
        }
        assert_eq!(
            clean("<a href=\"https://example.cn/a?b=1\" target=\"_blank\">链接</a>"),
            "<a href=\"https://example.cn/a?b=1\" target=\"_blank\" rel=\"noopener noreferrer\">链接</a>"
        );
    }

    #[test]
    fn word_leaves_its_text_and_nothing_else() {
        let word = "<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--><style>p.MsoNormal{mso-style:1}</style>\
            <p class=MsoNormal style='mso-margin-top-alt:auto;text-align:center;tab-stops:list 36pt'><b><span \
            lang=EN-US style='font-size:14.0pt;mso-bidi-font-size:12pt'>标题<o:p></o:p></span></b></p>\
            <img src=\"file:///C:/Users/x/clip_image001.png\"><script>alert(1)</script>";
        assert_eq!(
            clean(word),
            "<p style=\"text-align: center\"><b><span style=\"font-size: 14.0pt\">标题</span></b></p>"
        );
    }

    #[test]
    fn nothing_of_the_filter_evasion_list_survives() {
        let vectors: Vec<String> =
            serde_json::from_str(include_str!("../../tests/fixtures/xss.json")).expect("a list of texts");
        assert!(vectors.len() >= 60);
        for vector in vectors {
            let out = clean(&vector);
            // Names of attributes and elements as they stand in the markup, never inside of text.
            for tag in out.split('<').skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag) {
                let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
                assert!(TAGS.contains(&name), "{vector}\n{out}");
                let mut rest = tag.split_once(' ').map_or("", |(_, rest)| rest);
                while let Some((attribute, after)) = rest.trim_start().split_once("=\"") {
                    let (value, after) = after.split_once('"').expect("closed");
                    let lower = value.to_ascii_lowercase();
                    assert!(!attribute.starts_with("on"), "{vector}\n{out}");
                    for bad in
                        ["javascript:", "vbscript:", "expression", "url(", "data:text", "svg", "file:", "position"]
                    {
                        assert!(!lower.contains(bad), "{vector}\n{out}");
                    }
                    if attribute == "src" {
                        assert!(is_own_picture(value), "{vector}\n{out}");
                    }
                    if attribute == "href" {
                        assert!(is_safe_link(value) && tag.contains("noopener"), "{vector}\n{out}");
                    }
                    rest = after;
                }
            }
            assert_eq!(clean(&out), out, "{vector}");
        }
    }

    #[test]
    fn pictures_and_words_are_found() {
        let html = clean(&format!(
            "<p>a&amp;b<img src=\"{PICTURES}7\"></p><p>c<img src='{PICTURES}8' alt=x><img src=\"{PICTURES}7\"></p>"
        ));
        assert_eq!(picture_ids(&html), [7, 8]);
        assert_eq!(plain(&html), "a&b c");
        assert_eq!(picture_ids(&clean("<img src=\"/gx_portal/prod-api/common/download/7/8\">")), [0_u64; 0]);
    }
}
