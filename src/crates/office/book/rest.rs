//! What of a sheet names cells by their places: moved with them.

use super::formula::rewrite;
use super::place::{Block, Home, Moved, Moves, follow};
use super::sheet::Sheet;
use crate::tree::{self, Element, Node};

/// Elements that name no cells, or cells of the screen alone.
const STILL: [&str; 6] = ["sheetPr", "sheetViews", "sheetFormatPr", "cols", "headerFooter", "pageSetup"];
/// Elements that are formulas.
const FORMULAS: [&str; 4] = ["formula", "formula1", "formula2", "xm:f"];

/// Where the rows of a sheet, and of the others, went.
pub struct Shift<'m> {
    pub sheet: &'m Sheet,
    pub own: &'m Moved,
    pub moves: &'m Moves,
}

impl Shift<'_> {
    /// The elements around the rows as they are now.
    pub fn nodes(&self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&self, node: &Node) -> Node {
        let Node::Element(element) = node else { return node.clone() };
        if STILL.contains(&element.name()) {
            return node.clone();
        }
        Node::Element(match element.name() {
            "mergeCells" => self.merged(element),
            "brk" => self.broken(element),
            "dimension" => self.whole(element),
            name if FORMULAS.contains(&name) => {
                let home = Home { sheet: &self.sheet.name, row: None };
                let text = rewrite(&element.text(), |reference| follow(reference, home, self.moves));
                with_text(element, &text)
            }
            "xm:sqref" => with_text(element, &self.areas(&element.text())),
            _ => self.other(element),
        })
    }

    fn other(&self, element: &Element) -> Element {
        let mut moved = element.clone();
        moved.children = self.nodes(&element.children);
        for name in ["sqref", "ref"] {
            if let Some(areas) = element.attribute(name) {
                moved.set(name, &self.areas(&areas));
            }
        }
        moved
    }

    /// The cells in use; a form may have got lines below them.
    fn whole(&self, element: &Element) -> Element {
        let mut moved = element.clone();
        if let Some(used) = element.attribute("ref").and_then(|used| Block::read(&used)) {
            let last = self.sheet.rows.last().map_or(1, |row| self.own.last(row.number));
            let used = self.own.area(used);
            moved.set("ref", &Block { bottom: used.bottom.max(last), ..used }.text());
        }
        moved
    }

    fn areas(&self, text: &str) -> String {
        let moved = |area: &str| Block::read(area).map_or_else(|| area.to_owned(), |area| self.own.area(area).text());
        text.split_whitespace().map(moved).collect::<Vec<_>>().join(" ")
    }

    /// A page ends behind the last of a repeated row.
    fn broken(&self, element: &Element) -> Element {
        let mut moved = element.clone();
        if let Some(row) = element.attribute("id").and_then(|row| row.parse().ok()) {
            moved.set("id", &self.own.last(row).to_string());
        }
        moved
    }

    /// Cells that are merged in a repeated row are so in each of it.
    fn merged(&self, element: &Element) -> Element {
        let mut children = Vec::new();
        for child in &element.children {
            let Node::Element(merge) = child else { continue };
            let Some(area) = merge.attribute("ref").and_then(|area| Block::read(&area)) else { continue };
            let (first, last) = (self.own.first(area.top), self.own.last(area.bottom));
            let is_many = area.top == area.bottom && self.sheet.row(area.top).is_some_and(|row| row.is_many());
            let areas: Vec<Block> = if is_many {
                (first..=last).map(|row| Block { top: row, bottom: row, ..area }).collect()
            } else {
                vec![self.own.area(area)]
            };
            children.extend(areas.into_iter().map(|area| {
                let mut merge = merge.clone();
                merge.set("ref", &area.text());
                Node::Element(merge)
            }));
        }
        let mut moved = element.clone();
        moved.set("count", &children.len().to_string());
        moved.children = children;
        moved
    }
}

fn with_text(element: &Element, text: &str) -> Element {
    let mut changed = element.clone();
    changed.children = vec![Node::Raw(tree::escaped(text))];
    changed
}
