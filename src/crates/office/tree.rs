//! XML as a tree that is written back as it was read: start tags and texts are kept in the words of the file.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::package::OfficeError;

/// Deeper than this no honest document nests; a tree is walked by functions that call themselves.
const DEEPEST: usize = 160;

/// A piece of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Element(Element),
    /// Text, comments, declarations: in the words of the file, escaped as they stand there.
    Raw(String),
    /// A field that is to be filled, in the look of the run it stood in.
    Field(Spot),
    /// The beginning of a list or condition that has not found its end yet.
    Open {
        name: String,
        inverted: bool,
    },
    /// An end that has not found its beginning yet.
    Close(String),
    /// A list or condition with what it repeats.
    Section {
        name: String,
        inverted: bool,
        body: Vec<Node>,
    },
}

/// Where a value goes: what it is called, how it is said, and the properties of its run (`<w:rPr>…`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    pub name: String,
    pub format: Option<String>,
    pub properties: Option<Box<Node>>,
}

/// An element; `tag` is its name with its attributes as they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub tag: String,
    /// Bytes of `tag` that are the name.
    name: usize,
    pub children: Vec<Node>,
    /// Whether it was written `<a/>`; it stays so while it has no children.
    is_short: bool,
}

impl Element {
    pub fn new(tag: impl Into<String>, children: Vec<Node>) -> Self {
        let tag = tag.into();
        let name = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
        Self { tag, name, is_short: children.is_empty(), children }
    }

    /// The name with its prefix.
    pub fn name(&self) -> &str {
        self.tag.get(..self.name).unwrap_or_default()
    }

    /// The element child of a name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().filter_map(Node::element).find(|child| child.name() == name)
    }

    /// The value of an attribute, unescaped.
    pub fn attribute(&self, name: &str) -> Option<String> {
        attribute(&self.tag, name)
    }

    /// Gives it an attribute.
    pub fn set(&mut self, name: &str, value: &str) {
        self.tag = with_attribute(&self.tag, name, value);
    }

    /// The texts below it, unescaped.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for child in &self.children {
            match child {
                Node::Raw(raw) => text.push_str(&unescaped(raw)),
                Node::Element(element) => text.push_str(&element.text()),
                _ => {}
            }
        }
        text
    }
}

impl Node {
    pub fn element(&self) -> Option<&Element> {
        match self {
            Node::Element(element) => Some(element),
            _ => None,
        }
    }

    /// Whether it is an element of this name.
    pub fn is(&self, name: &str) -> bool {
        self.element().is_some_and(|element| element.name() == name)
    }
}

/// An attribute of a start tag, unescaped.
pub fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, value) = found_attribute(tag, name)?;
    tag.get(value).map(unescaped)
}

/// Where an attribute stands in a start tag, with the space before it, and its value.
fn found_attribute(tag: &str, name: &str) -> Option<(Range<usize>, Range<usize>)> {
    let mut from = 0;
    while let Some(at) = tag.get(from..)?.find(name).map(|at| from + at) {
        let after = at + name.len();
        from = after;
        let rest = tag.get(after..)?;
        let is_whole = tag.get(..at)?.ends_with(|c: char| c.is_ascii_whitespace());
        let Some(value) = rest.trim_start().strip_prefix('=').filter(|_| is_whole) else { continue };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| *c == '"' || *c == '\'')?;
        let start = tag.len() - value.len() + 1;
        let end = start + tag.get(start..)?.find(quote)?;
        return Some((at - 1..end + 1, start..end));
    }
    None
}

/// A start tag without one of its attributes.
pub fn without_attribute(tag: &str, name: &str) -> String {
    let mut tag = tag.to_owned();
    if let Some((whole, _)) = found_attribute(&tag, name) {
        tag.replace_range(whole, "");
    }
    tag
}

/// A start tag with an attribute in place of the one of that name.
pub fn with_attribute(tag: &str, name: &str, value: &str) -> String {
    let (mut tag, value) = (tag.to_owned(), escaped(value));
    match found_attribute(&tag, name) {
        Some((_, old)) => tag.replace_range(old, &value),
        None => tag.push_str(&format!(" {name}=\"{value}\"")),
    }
    tag
}

/// Reads a part.
pub fn parse(text: &str) -> Result<Vec<Node>, OfficeError> {
    let mut reader = Reader::from_str(text);
    // children read so far, and the start tags above them
    let mut levels: Vec<(Option<String>, Vec<Node>)> = vec![(None, Vec::new())];
    loop {
        let event = reader.read_event().map_err(OfficeError::damaged)?;
        let node = match event {
            Event::Start(start) => {
                if levels.len() > DEEPEST {
                    return Err(OfficeError::Bomb);
                }
                levels.push((Some(start.to_string()), Vec::new()));
                continue;
            }
            Event::End(_) => {
                let Some((Some(tag), children)) = levels.pop() else {
                    return Err(OfficeError::Damaged("标记不成对".into()));
                };
                let mut element = Element::new(tag, children);
                element.is_short = false;
                Node::Element(element)
            }
            Event::Empty(empty) => Node::Element(Element::new(empty.to_string(), Vec::new())),
            Event::Text(raw) => Node::Raw(raw.to_string()),
            Event::GeneralRef(raw) => Node::Raw(format!("&{};", &*raw)),
            Event::CData(raw) => Node::Raw(escaped(&raw)),
            Event::Comment(_) | Event::PI(_) => continue,
            Event::Decl(raw) => Node::Raw(format!("<?{}?>", &*raw)),
            // entities that are declared in the file itself have no place in a document
            Event::DocType(_) => return Err(OfficeError::Bomb),
            Event::Eof => break,
        };
        if let Some((_, siblings)) = levels.last_mut() {
            // a text comes in pieces around its entities
            match (siblings.last_mut(), node) {
                (Some(Node::Raw(before)), Node::Raw(more)) => before.push_str(&more),
                (_, node) => siblings.push(node),
            }
        }
    }
    match (levels.pop(), levels.is_empty()) {
        (Some((None, nodes)), true) => Ok(nodes),
        _ => Err(OfficeError::Damaged("标记不成对".into())),
    }
}

/// Writes pieces as they were read. Fields and sections are for `render`, and leave nothing here.
pub fn write(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Raw(raw) => out.push_str(raw),
            Node::Element(element) if open(element, out) => {
                write(&element.children, out);
                close(element, out);
            }
            _ => {}
        }
    }
}

/// Writes the start of an element; whether children and an end follow.
pub fn open(element: &Element, out: &mut String) -> bool {
    let is_short = element.is_short && element.children.is_empty();
    out.push('<');
    out.push_str(&element.tag);
    out.push_str(if is_short { "/>" } else { ">" });
    !is_short
}

/// Writes the end of an element.
pub fn close(element: &Element, out: &mut String) {
    out.push_str("</");
    out.push_str(element.name());
    out.push('>');
}

/// Text as it stands in XML; signs that XML can't hold are left out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

/// Text of XML as people read it.
pub fn unescaped(raw: &str) -> String {
    if !raw.contains('&') {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let entity = after.split_once(';').filter(|(name, _)| name.len() <= 10);
        let sign = entity.and_then(|(name, _)| match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)
            }
        });
        match (sign, entity) {
            (Some(sign), Some((_, after))) => {
                out.push(sign);
                rest = after;
            }
            _ => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
