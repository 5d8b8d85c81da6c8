//! Many documents in one file: the body of the template again and again, each as a section of pages of its own.

use crate::numbering::Lists;
use crate::package::OfficeError;
use crate::render::{Numbers, Rendering, Scope, Surface};
use crate::tree::{self, Element, Node};
use crate::value::Fields;

/// What stands in a file once: marks that others refer to by name or number.
const ONCE: [&str; 5] =
    ["w:bookmarkStart", "w:bookmarkEnd", "w:commentRangeStart", "w:commentRangeEnd", "w:commentReference"];

/// Attributes that number paragraphs through a file.
const NUMBERED: [&str; 2] = ["w14:paraId", "w14:textId"];

/// The document with a body for each of the values.
///
/// # Errors
/// A document without a body, and a field that the values don't have.
pub fn document(nodes: &[Node], many: &[Fields], numbers: &mut Numbers, lists: &Lists) -> Result<String, OfficeError> {
    let root = nodes.iter().position(|node| node.is("w:document")).ok_or(OfficeError::NotDocument)?;
    let (before, after) = (nodes.get(..root).unwrap_or_default(), nodes.get(root + 1..).unwrap_or_default());
    let root = nodes.get(root).and_then(Node::element).ok_or(OfficeError::NotDocument)?;
    let body = root.child("w:body").ok_or(OfficeError::NotDocument)?;
    let mut out = String::new();
    tree::write(before, &mut out);
    tree::open(root, &mut out);
    // a background stands before the body
    let ahead: Vec<Node> = root.children.iter().take_while(|child| !child.is("w:body")).cloned().collect();
    tree::write(&ahead, &mut out);
    tree::open(body, &mut out);
    let mut copy = Copy { lists, place: 0, drawing: 0 };
    let last = many.len().saturating_sub(1);
    for (place, fields) in many.iter().enumerate() {
        copy.place = place;
        let mut children = copy.nodes(&body.children);
        paged(&mut children, place < last);
        Rendering { scope: Scope::new(fields), surface: Surface::Document(numbers) }.nodes(&children, &mut out)?;
    }
    tree::close(body, &mut out);
    tree::close(root, &mut out);
    tree::write(after, &mut out);
    Ok(out)
}

/// Lets the pages of a body count from one, and end with it where another follows.
fn paged(children: &mut Vec<Node>, is_followed: bool) {
    if !is_followed {
        restart_first(children);
        return;
    }
    let last = children.iter().rposition(|child| child.is("w:sectPr"));
    let section = last.map_or_else(|| Node::Element(Element::new("w:sectPr", Vec::new())), |at| children.remove(at));
    match children.iter_mut().rev().find(|child| !matches!(child, Node::Raw(_))) {
        Some(Node::Element(paragraph)) if paragraph.name() == "w:p" && !ends_pages(paragraph) => {
            if paragraph.child("w:pPr").is_none() {
                paragraph.children.insert(0, Node::Element(Element::new("w:pPr", Vec::new())));
            }
            if let Some(Node::Element(properties)) = paragraph.children.iter_mut().find(|child| child.is("w:pPr")) {
                // the record of a change is the last of all properties
                let at = properties.children.iter().position(|child| child.is("w:pPrChange"));
                properties.children.insert(at.unwrap_or(properties.children.len()), section);
            }
        }
        _ => children.push(end_of_pages(section)),
    }
    restart_first(children);
}

/// A line of one point that ends a section of pages behind a table.
fn end_of_pages(section: Node) -> Node {
    let spacing = "w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"";
    let properties = vec![Node::Element(Element::new(spacing, Vec::new())), section];
    Node::Element(Element::new("w:p", vec![Node::Element(Element::new("w:pPr", properties))]))
}

fn ends_pages(paragraph: &Element) -> bool {
    paragraph.child("w:pPr").is_some_and(|properties| properties.child("w:sectPr").is_some())
}

/// The first section of pages begins on a page of its own, with the number one.
fn restart_first(nodes: &mut [Node]) -> bool {
    nodes.iter_mut().any(|node| match node {
        Node::Element(section) if section.name() == "w:sectPr" => {
            restart(section);
            true
        }
        Node::Element(element) => restart_first(&mut element.children),
        Node::Section { body, .. } => restart_first(body),
        _ => false,
    })
}

fn restart(section: &mut Element) {
    section.children.retain(|child| !child.is("w:type"));
    let format = section.child("w:pgNumType").and_then(|numbers| numbers.attribute("w:fmt"));
    let format = format.map(|format| format!(" w:fmt=\"{}\"", tree::escaped(&format))).unwrap_or_default();
    let numbers = Node::Element(Element::new(format!("w:pgNumType{format} w:start=\"1\""), Vec::new()));
    section.children.retain(|child| !child.is("w:pgNumType"));
    // in the order of the standard: behind size, margins, edges and line numbers
    const BEFORE: [&str; 9] = [
        "w:headerReference",
        "w:footerReference",
        "w:footnotePr",
        "w:endnotePr",
        "w:pgSz",
        "w:pgMar",
        "w:paperSrc",
        "w:pgBorders",
        "w:lnNumType",
    ];
    let after = section.children.iter().rposition(|child| BEFORE.iter().any(|name| child.is(name)));
    section.children.insert(after.map_or(0, |after| after + 1), numbers);
}

/// A body as it stands in its place among many.
struct Copy<'l> {
    lists: &'l Lists,
    place: usize,
    /// Drawings so far; each has a number of its own.
    drawing: u32,
}

impl Copy<'_> {
    fn nodes(&mut self, nodes: &[Node]) -> Vec<Node> {
        let kept = nodes.iter().filter(|node| self.place == 0 || !ONCE.iter().any(|name| node.is(name)));
        let kept: Vec<&Node> = kept.collect();
        kept.into_iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> Node {
        match node {
            Node::Element(element) => Node::Element(self.element(element)),
            Node::Section { name, inverted, body } => {
                Node::Section { name: name.clone(), inverted: *inverted, body: self.nodes(body) }
            }
            other => other.clone(),
        }
    }

    fn element(&mut self, element: &Element) -> Element {
        let mut tag = element.tag.clone();
        if element.name() == "wp:docPr" {
            self.drawing += 1;
            tag = tree::with_attribute(&tag, "id", &self.drawing.to_string());
        }
        if self.place > 0 {
            for name in NUMBERED {
                tag = tree::without_attribute(&tag, name);
            }
        }
        let mut copied = Element::new(tag, self.nodes(&element.children));
        if self.place > 0 && element.name() == "w:pPr" {
            self.lists.renumber(&mut copied, self.place);
        }
        copied
    }
}
