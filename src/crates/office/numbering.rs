//! Numbered clauses of many documents in one file: each document counts from the beginning.
//!
//! Word counts a list through a whole file. Each document after the first gets lists of its own that are like the template's and
//! begin where those begin; paragraphs that are numbered by their style name such a list themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::package::{OfficeError, Package};
use crate::tree::{self, Element, Node};

/// Levels of a list.
const LEVELS: usize = 9;

/// Elements that stand before the number in the properties of a paragraph.
const BEFORE_NUMBER: [&str; 6] =
    ["w:pStyle", "w:keepNext", "w:keepLines", "w:pageBreakBefore", "w:framePr", "w:widowControl"];

/// The lists that a template's document counts by.
pub struct Lists {
    part: String,
    nodes: Vec<Node>,
    /// Numbers of the lists in use, in order.
    used: Vec<u32>,
    /// The first number that no list has.
    free: u32,
    /// Lists and levels of styles, by the style's name in the file.
    styles: BTreeMap<String, (u32, usize)>,
}

impl Lists {
    /// # Errors
    /// Parts that can't be read.
    pub fn of(package: &Package, document: &[Node]) -> Result<Self, OfficeError> {
        let folder = package.document.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let part = format!("{folder}numbering.xml");
        let nodes = package.texts.get(&part).map(|text| tree::parse(text)).transpose()?.unwrap_or_default();
        let styles = package.texts.get(&format!("{folder}styles.xml")).map(|text| tree::parse(text)).transpose()?;
        let mut lists = Self { part, nodes, used: Vec::new(), free: 1, styles: BTreeMap::new() };
        lists.styles = lists.of_styles(&styles.unwrap_or_default());
        let mut used = Vec::new();
        lists.collect(document, &mut used);
        used.sort_unstable();
        used.dedup();
        used.retain(|number| lists.list(*number).is_some());
        lists.used = used;
        lists.free = lists.all("w:num").filter_map(|num| number_of(num, "w:numId")).max().map_or(1, |last| last + 1);
        Ok(lists)
    }

    fn all<'l>(&'l self, name: &'l str) -> impl Iterator<Item = &'l Element> {
        let root = self.nodes.iter().filter_map(Node::element).find(|root| root.name() == "w:numbering");
        let children = root.map(|root| root.children.as_slice()).unwrap_or_default();
        children.iter().filter_map(Node::element).filter(move |element| element.name() == name)
    }

    fn list(&self, number: u32) -> Option<&Element> {
        self.all("w:num").find(|num| number_of(num, "w:numId") == Some(number))
    }

    fn shape(&self, list: &Element) -> Option<&Element> {
        let shape = number_of(list.child("w:abstractNumId")?, "w:val")?;
        self.all("w:abstractNum").find(|one| number_of(one, "w:abstractNumId") == Some(shape))
    }

    fn of_styles(&self, nodes: &[Node]) -> BTreeMap<String, (u32, usize)> {
        let root = nodes.iter().filter_map(Node::element).find(|root| root.name() == "w:styles");
        let styles: BTreeMap<String, &Element> = root
            .into_iter()
            .flat_map(|root| root.children.iter().filter_map(Node::element))
            .filter_map(|style| Some((style.attribute("w:styleId")?, style)))
            .collect();
        let numbered = styles.iter().filter_map(|(id, style)| {
            let mut at = *style;
            // a style has the number of the one that it is based on
            for _ in 0..10 {
                if let Some(own) = at.child("w:pPr").and_then(|properties| properties.child("w:numPr")) {
                    let number = number_of(own.child("w:numId")?, "w:val")?;
                    let level = own.child("w:ilvl").and_then(|level| number_of(level, "w:val"));
                    let level = level.and_then(|level| usize::try_from(level).ok());
                    return Some((id.clone(), (number, level.unwrap_or_else(|| self.level_of(number, id)))));
                }
                at = styles.get(&at.child("w:basedOn")?.attribute("w:val")?)?;
            }
            None
        });
        numbered.collect()
    }

    /// The level that a list gives to a style.
    fn level_of(&self, number: u32, style: &str) -> usize {
        let levels = self.list(number).and_then(|list| self.shape(list));
        let levels = levels.map(|shape| shape.children.as_slice()).unwrap_or_default();
        let level = levels.iter().filter_map(Node::element).find(|level| {
            let linked = level.child("w:pStyle").and_then(|linked| linked.attribute("w:val"));
            linked.as_deref() == Some(style)
        });
        level.and_then(|level| number_of(level, "w:ilvl")).and_then(|at| usize::try_from(at).ok()).unwrap_or(0)
    }

    fn collect(&self, nodes: &[Node], used: &mut Vec<u32>) {
        for node in nodes {
            match node {
                Node::Element(element) if element.name() == "w:pPr" => used.extend(self.number_in(element)),
                Node::Element(element) => self.collect(&element.children, used),
                Node::Section { body, .. } => self.collect(body, used),
                _ => {}
            }
        }
    }

    /// The list that properties of a paragraph count by, themselves or by their style.
    fn number_in(&self, properties: &Element) -> Option<u32> {
        match properties.child("w:numPr") {
            Some(own) => number_of(own.child("w:numId")?, "w:val"),
            None => Some(self.style_of(properties)?.0),
        }
    }

    fn style_of(&self, properties: &Element) -> Option<(u32, usize)> {
        self.styles.get(&properties.child("w:pStyle")?.attribute("w:val")?).copied()
    }

    /// The number that a list has in a document; the first one keeps the template's.
    fn number_for(&self, copy: usize, number: u32) -> Option<u32> {
        let place = self.used.iter().position(|used| *used == number)?;
        let before = u32::try_from((copy.checked_sub(1)?) * self.used.len() + place).ok()?;
        self.free.checked_add(before)
    }

    /// Lets the properties of a paragraph count by the list of its document.
    pub fn renumber(&self, properties: &mut Element, copy: usize) {
        let Some(number) = self.number_in(properties).and_then(|number| self.number_for(copy, number)) else { return };
        let own = properties.children.iter_mut().find_map(|child| match child {
            Node::Element(element) if element.name() == "w:numPr" => Some(element),
            _ => None,
        });
        let named = Node::Element(Element::new(format!("w:numId w:val=\"{number}\""), Vec::new()));
        if let Some(own) = own {
            own.children.retain(|child| !child.is("w:numId"));
            own.children.push(named);
            return;
        }
        let Some((_, level)) = self.style_of(properties) else { return };
        let level = Node::Element(Element::new(format!("w:ilvl w:val=\"{level}\""), Vec::new()));
        let after = properties.children.iter().rposition(|child| BEFORE_NUMBER.iter().any(|name| child.is(name)));
        let at = after.map_or(0, |after| after + 1);
        properties.children.insert(at, Node::Element(Element::new("w:numPr", vec![level, named])));
    }

    /// The part with the lists of all documents; none where nothing is numbered.
    pub fn continued(&self, documents: usize) -> Option<(String, String)> {
        if self.used.is_empty() || documents < 2 {
            return None;
        }
        let mut more = String::new();
        for copy in 1..documents {
            for used in &self.used {
                let (Some(number), Some(list)) = (self.number_for(copy, *used), self.list(*used)) else { continue };
                self.write_list(number, list, &mut more);
            }
        }
        let mut text = String::new();
        tree::write(&self.nodes, &mut text);
        // what may follow the lists in this part follows all of them
        let at = text.find("<w:numIdMacAtCleanup").or_else(|| text.rfind("</w:numbering>"))?;
        text.insert_str(at, &more);
        Some((self.part.clone(), text))
    }

    /// A list like another one that begins anew.
    fn write_list(&self, number: u32, list: &Element, out: &mut String) {
        let shape = self.shape(list);
        let Some(shape_number) = list.child("w:abstractNumId").and_then(|shape| shape.attribute("w:val")) else {
            return;
        };
        let _ = write!(out, "<w:num w:numId=\"{number}\"><w:abstractNumId w:val=\"{shape_number}\"/>");
        for level in 0..LEVELS {
            let at = |element: &&Element| number_of(element, "w:ilvl").is_some_and(|own| own as usize == level);
            let elements = |of: &Element, name: &str| -> Option<Element> {
                of.children.iter().filter_map(Node::element).filter(|one| one.name() == name).find(at).cloned()
            };
            let (own, usual) = (elements(list, "w:lvlOverride"), shape.and_then(|shape| elements(shape, "w:lvl")));
            let changed = own.as_ref().and_then(|own| own.child("w:lvl"));
            let from = |level: Option<&Element>| number_of(level?.child("w:start")?, "w:val");
            let started = own.as_ref().and_then(|own| number_of(own.child("w:startOverride")?, "w:val"));
            let Some(start) = started.or_else(|| from(changed)).or_else(|| from(usual.as_ref())) else { continue };
            let _ = write!(out, "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{start}\"/>");
            if let Some(changed) = changed {
                tree::write(&[Node::Element(changed.clone())], out);
            }
            out.push_str("</w:lvlOverride>");
        }
        out.push_str("</w:num>");
    }
}

fn number_of(element: &Element, attribute: &str) -> Option<u32> {
    element.attribute(attribute)?.parse().ok()
}
