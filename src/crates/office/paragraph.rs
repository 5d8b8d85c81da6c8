//! Fields of one paragraph: its runs are read as one text, and rebuilt around the fields in one pass in their order.
//!
//! Editors cut a text into runs wherever they like (spelling marks, page breaks of the last layout, a change of the keyboard), so a
//! field may begin in one run and end three runs later. It takes the look of the run with its first brace.

use crate::merge_fields;
use crate::token::{self, OBJECT, Sign, Token};
use crate::tree::{Element, Node, Spot, escaped, unescaped};

/// Elements of a paragraph that hold runs.
const HOLDERS: [&str; 7] =
    ["w:hyperlink", "w:ins", "w:smartTag", "w:customXml", "w:sdt", "w:sdtContent", "w:fldSimple"];

/// Marks of an editor that mean nothing and stand in the middle of words.
const MARKS: [&str; 2] = ["w:proofErr", "w:lastRenderedPageBreak"];

/// Lays the fields of a paragraph open: in place of their signs stand [`Node::Field`], [`Node::Open`] and [`Node::Close`].
pub fn open_fields(paragraph: &mut Element) {
    tidy(&mut paragraph.children);
    let mut text = Vec::new();
    read(&paragraph.children, &mut text);
    let tokens = token::find(&text);
    if !tokens.is_empty() {
        let mut rebuild = Rebuild { tokens: &tokens, at: 0 };
        paragraph.children = rebuild.nodes(std::mem::take(&mut paragraph.children));
    }
}

/// Takes out the marks of an editor, and Word's own fields for ours.
fn tidy(children: &mut Vec<Node>) {
    children.retain(|child| !MARKS.iter().any(|mark| child.is(mark)));
    merge_fields::replace(children);
    for child in children {
        if let Node::Element(element) = child
            && (element.name() == "w:r" || HOLDERS.contains(&element.name()))
        {
            tidy(&mut element.children);
        }
    }
}

/// What a paragraph says, sign by sign; an object (picture, break, tab) is one sign.
fn read(children: &[Node], text: &mut Vec<char>) {
    for element in children.iter().filter_map(Node::element) {
        match element.name() {
            "w:r" => {
                for part in element.children.iter().filter_map(Node::element).filter(|part| part.name() != "w:rPr") {
                    match part.name() {
                        "w:t" => text.extend(element_text(part).chars()),
                        _ => text.push(OBJECT),
                    }
                }
            }
            name if HOLDERS.contains(&name) => read(&element.children, text),
            _ => {}
        }
    }
}

fn element_text(part: &Element) -> String {
    let raw = part.children.iter().filter_map(|child| match child {
        Node::Raw(raw) => Some(unescaped(raw)),
        _ => None,
    });
    raw.collect()
}

struct Rebuild<'t> {
    tokens: &'t [Token],
    /// Signs that were passed, as [`read`] counts them.
    at: usize,
}

impl Rebuild<'_> {
    fn nodes(&mut self, children: Vec<Node>) -> Vec<Node> {
        let mut rebuilt = Vec::with_capacity(children.len());
        for child in children {
            match child {
                Node::Element(run) if run.name() == "w:r" => self.run(run, &mut rebuilt),
                Node::Element(mut holder) if HOLDERS.contains(&holder.name()) => {
                    holder.children = self.nodes(holder.children);
                    rebuilt.push(Node::Element(holder));
                }
                other => rebuilt.push(other),
            }
        }
        rebuilt
    }

    /// A run becomes what it holds before, between and after fields, each part in its look.
    fn run(&mut self, run: Element, rebuilt: &mut Vec<Node>) {
        let is_touched = |from: usize, to: usize| self.tokens.iter().any(|token| token.start < to && from < token.end);
        let mut text = Vec::new();
        read(&[Node::Element(run.clone())], &mut text);
        if !is_touched(self.at, self.at + text.len()) {
            self.at += text.len();
            rebuilt.push(Node::Element(run));
            return;
        }
        let properties = run.child("w:rPr").cloned().map(|properties| Box::new(Node::Element(properties)));
        let mut part = RunPart { tag: run.tag.clone(), properties, nodes: Vec::new(), text: String::new() };
        for child in run.children {
            match child {
                Node::Element(element) if element.name() == "w:t" => {
                    for sign in element_text(&element).chars() {
                        self.sign(sign, &mut part, rebuilt);
                    }
                    part.end_text();
                }
                Node::Element(element) if element.name() == "w:rPr" => {}
                Node::Element(element) => {
                    self.at += 1;
                    part.nodes.push(Node::Element(element));
                }
                _ => {}
            }
        }
        part.end(rebuilt);
    }

    /// One sign of a text: of a field or not.
    fn sign(&mut self, sign: char, part: &mut RunPart, rebuilt: &mut Vec<Node>) {
        let at = self.at;
        self.at += 1;
        let Some(token) = self.tokens.iter().find(|token| token.start <= at && at < token.end) else {
            part.text.push(sign);
            return;
        };
        if token.start == at {
            part.end(rebuilt);
            rebuilt.push(opened(token, part.properties.clone()));
        }
    }
}

/// A field laid open, in the look of its run.
pub fn opened(token: &Token, properties: Option<Box<Node>>) -> Node {
    let name = token.name.clone();
    match token.sign {
        Sign::Value => Node::Field(Spot { name, format: token.format.clone(), properties }),
        Sign::Open => Node::Open { name, inverted: false },
        Sign::Without => Node::Open { name, inverted: true },
        Sign::Close => Node::Close(name),
    }
}

/// A part of a run that is being rebuilt.
struct RunPart {
    tag: String,
    properties: Option<Box<Node>>,
    nodes: Vec<Node>,
    text: String,
}

impl RunPart {
    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = Node::Raw(escaped(&std::mem::take(&mut self.text)));
            self.nodes.push(Node::Element(Element::new("w:t xml:space=\"preserve\"", vec![text])));
        }
    }

    fn end(&mut self, rebuilt: &mut Vec<Node>) {
        self.end_text();
        if !self.nodes.is_empty() {
            let properties = self.properties.as_deref().cloned();
            let children = properties.into_iter().chain(std::mem::take(&mut self.nodes)).collect();
            rebuilt.push(Node::Element(Element::new(self.tag.clone(), children)));
        }
    }
}
