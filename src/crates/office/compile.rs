//! From the tree of a part to one that can be filled: fields laid open, lists and conditions with what they repeat.
//!
//! A list or condition stands at one of three levels, and its two ends at the same: inside of one paragraph, over whole
//! paragraphs of one text or cell, over whole rows of one table.

use crate::package::OfficeError;
use crate::paragraph;
use crate::tree::{Element, Node};

/// Opens a part for filling.
///
/// # Errors
/// A list or condition without its other end at the same level.
pub fn compile(mut nodes: Vec<Node>) -> Result<Vec<Node>, OfficeError> {
    walk(&mut nodes)?;
    whole(&nodes)?;
    Ok(nodes)
}

/// Opens the texts of a cell: what is repeated within it. Ends that are left belong to its row.
///
/// # Errors
/// Lists that cross.
pub fn compile_cell(nodes: &mut Vec<Node>) -> Result<(), OfficeError> {
    group(nodes, Level::Signs)
}

/// # Errors
/// An end without its other one.
fn whole(nodes: &[Node]) -> Result<(), OfficeError> {
    match leftover(nodes) {
        None => Ok(()),
        Some(Mark::Open(name)) => Err(OfficeError::Unclosed(name)),
        Some(Mark::Close(name)) => Err(OfficeError::Unopened(name)),
    }
}

/// From the innermost outwards: paragraphs in their runs, then texts, cells and tables in theirs.
fn walk(nodes: &mut [Node]) -> Result<(), OfficeError> {
    for node in nodes {
        let Node::Element(element) = node else { continue };
        if element.name() == "w:p" {
            paragraph::open_fields(element);
            // texts in frames that are anchored here have paragraphs of their own
            walk_frames(&mut element.children)?;
            group(&mut element.children, Level::Signs)?;
        } else if element.name() == "w:tbl" {
            walk(&mut element.children)?;
            group(&mut element.children, Level::Rows)?;
        } else if !matches!(element.name(), "w:pPr" | "w:rPr" | "w:sectPr" | "w:tblPr" | "w:tcPr") {
            walk(&mut element.children)?;
            group(&mut element.children, Level::Paragraphs)?;
        }
    }
    Ok(())
}

/// Paragraphs inside of drawings of a run.
fn walk_frames(nodes: &mut [Node]) -> Result<(), OfficeError> {
    for node in nodes {
        if let Node::Element(element) = node {
            if element.name() == "w:txbxContent" {
                walk(&mut element.children)?;
                group(&mut element.children, Level::Paragraphs)?;
            } else {
                walk_frames(&mut element.children)?;
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Signs,
    Paragraphs,
    Rows,
}

enum Mark {
    Open(String),
    Close(String),
}

/// The first end without its other one, in the order of reading.
fn leftover(nodes: &[Node]) -> Option<Mark> {
    nodes.iter().find_map(|node| match node {
        Node::Open { name, .. } => Some(Mark::Open(name.clone())),
        Node::Close(name) => Some(Mark::Close(name.clone())),
        Node::Element(element) => leftover(&element.children),
        Node::Section { body, .. } => leftover(body),
        Node::Raw(_) | Node::Field(_) => None,
    })
}

/// How many lists of a name a node leaves open (or closes, below zero), and whether it opens one at all.
fn balance(node: &Node, of: &str) -> i64 {
    match node {
        Node::Open { name, .. } => i64::from(name == of),
        Node::Close(name) => -i64::from(name == of),
        Node::Element(element) => element.children.iter().map(|child| balance(child, of)).sum(),
        Node::Section { body, .. } => body.iter().map(|child| balance(child, of)).sum(),
        Node::Raw(_) | Node::Field(_) => 0,
    }
}

/// The first beginning in a node, its name and whether it is an opposite.
fn beginning(node: &Node) -> Option<(String, bool)> {
    match node {
        Node::Open { name, inverted } => Some((name.clone(), *inverted)),
        Node::Element(element) => element.children.iter().find_map(beginning),
        Node::Section { body, .. } => body.iter().find_map(beginning),
        _ => None,
    }
}

/// Makes sections of the siblings between a beginning and its end. What has no end here is left for the level above.
fn group(siblings: &mut Vec<Node>, level: Level) -> Result<(), OfficeError> {
    let mut at = 0;
    while at < siblings.len() {
        let Some((name, inverted)) = siblings.get(at).and_then(|node| carries(node, level)) else {
            at += 1;
            continue;
        };
        let mut open = 0;
        let end = (at..siblings.len()).find(|place| {
            open += siblings.get(*place).filter(|node| may_carry(node, level)).map_or(0, |node| balance(node, &name));
            open <= 0
        });
        let Some(end) = end else {
            at += 1;
            continue;
        };
        let mut body: Vec<Node> = siblings.drain(at..=end).collect();
        take_out(&mut body, |node| matches!(node, Node::Open { name: of, .. } if *of == name), false);
        take_out(&mut body, |node| matches!(node, Node::Close(of) if *of == name), true);
        body.retain(|node| !is_spent(node));
        group(&mut body, level)?;
        // one that ends outside of this one crosses it
        whole(&body)?;
        siblings.insert(at, Node::Section { name, inverted, body });
        at += 1;
    }
    Ok(())
}

/// Whether ends of lists in this node belong to its siblings.
fn may_carry(node: &Node, level: Level) -> bool {
    match level {
        Level::Signs => matches!(node, Node::Open { .. } | Node::Close(_)),
        Level::Paragraphs => node.is("w:p") || node.is("w:sdt"),
        Level::Rows => node.is("w:tr") || node.is("w:sdt"),
    }
}

/// The beginning that a node carries for its siblings.
fn carries(node: &Node, level: Level) -> Option<(String, bool)> {
    if !may_carry(node, level) {
        return None;
    }
    beginning(node)
}

/// Takes one end out of the nodes, the first or the last of its kind; a paragraph that said nothing else is marked as spent.
fn take_out(nodes: &mut Vec<Node>, is_it: impl Fn(&Node) -> bool + Copy, last: bool) -> bool {
    let mut places: Vec<usize> = (0..nodes.len()).collect();
    if last {
        places.reverse();
    }
    for place in places {
        let Some(node) = nodes.get_mut(place) else { continue };
        if is_it(node) {
            nodes.remove(place);
            return true;
        }
        let below = match node {
            Node::Element(element) => &mut element.children,
            Node::Section { body, .. } => body,
            _ => continue,
        };
        if take_out(below, is_it, last) {
            if let Node::Element(element) = node
                && element.name() == "w:p"
                && says_nothing(element)
            {
                *node = Node::Raw(String::new());
            }
            return true;
        }
    }
    false
}

/// A paragraph that held an end of a list and nothing else. One that ends a section of pages is kept.
fn says_nothing(paragraph: &Element) -> bool {
    let ends_pages = paragraph.child("w:pPr").is_some_and(|properties| properties.child("w:sectPr").is_some());
    let is_silent = |node: &Node| match node {
        Node::Raw(raw) => raw.trim().is_empty(),
        Node::Element(element) => match element.name() {
            "w:pPr" | "w:bookmarkStart" | "w:bookmarkEnd" => true,
            "w:r" => element.children.iter().all(|part| {
                part.is("w:rPr") || (part.is("w:t") && part.element().is_some_and(|text| text.text().trim().is_empty()))
            }),
            _ => false,
        },
        _ => false,
    };
    !ends_pages && paragraph.children.iter().all(is_silent)
}

fn is_spent(node: &Node) -> bool {
    matches!(node, Node::Raw(raw) if raw.is_empty())
}
