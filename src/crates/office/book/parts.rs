//! The parts of a workbook beside its sheets: found, looked at, and moved along.

use std::collections::BTreeMap;

use super::formula::{references, rewrite};
use super::place::{self, Home, Moved, Moves, follow};
use super::sheet::Sheet;
use crate::package::{OfficeError, Package};
use crate::token;
use crate::tree::{self, Element, Node};

/// What the texts of all sheets come to, at most: they are held in memory as trees. A form has a fraction of it.
const MOST_SHEETS: usize = 8 << 20;

/// Parts that hold cells of a sheet by their places and can't follow them.
const RIGID: [(&str, &str); 3] = [
    ("/pivotTable", "含有数据透视表，行会重复的工作表中不能使用"),
    ("/queryTable", "含有外部查询，行会重复的工作表中不能使用"),
    ("/ctrlProp", "含有控件，行会重复的工作表中不能使用"),
];

/// Where everything is.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Sheets of rows, by name and part, in their order.
    pub sheets: Vec<(String, String)>,
    pub strings: Option<String>,
    pub styles: Option<String>,
    pub is_1904: bool,
    /// The order in which the office computed last time; it is rebuilt by the next one.
    chain: Option<String>,
}

/// What a part relates to: number, kind and part of each.
fn relations(package: &Package, part: &str) -> Result<Vec<(String, String, String)>, OfficeError> {
    let folder = part.rsplit_once('/').map_or("", |(folder, _)| folder);
    let Some(text) = package.texts.get(&links_of(part)) else { return Ok(Vec::new()) };
    let nodes = tree::parse(text)?;
    let list = nodes.iter().find_map(Node::element).map(|root| root.children.as_slice()).unwrap_or_default();
    let relation = |link: &Element| {
        Some((link.attribute("Id")?, link.attribute("Type")?, resolved(folder, &link.attribute("Target")?)))
    };
    Ok(list.iter().filter_map(Node::element).filter_map(relation).collect())
}

fn links_of(part: &str) -> String {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    format!("{folder}/_rels/{file}.rels")
}

/// A target as the name of a part: `../drawings/drawing1.xml` from `xl/worksheets`.
fn resolved(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    for step in target.split('/') {
        match step {
            ".." => drop(steps.pop()),
            "." | "" => {}
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// The texts that cells share.
pub fn strings(text: &str) -> Result<Vec<Element>, OfficeError> {
    let nodes = tree::parse(text)?;
    let root = nodes.into_iter().find_map(|node| match node {
        Node::Element(element) => Some(element),
        _ => None,
    });
    let children = root.map(|root| root.children).unwrap_or_default();
    let texts = children.into_iter().filter_map(|node| match node {
        Node::Element(element) if element.name() == "si" => Some(element),
        _ => None,
    });
    Ok(texts.collect())
}

impl Parts {
    pub fn of(package: &Package) -> Result<Self, OfficeError> {
        let links = relations(package, &package.document)?;
        let of_kind = |kind: &str| links.iter().find(|link| link.1.ends_with(kind)).map(|link| link.2.clone());
        let nodes = tree::parse(package.texts.get(&package.document).ok_or(OfficeError::NotDocument)?)?;
        let root =
            nodes.iter().find(|node| node.is("workbook")).and_then(Node::element).ok_or(OfficeError::NotDocument)?;
        let mut sheets = Vec::new();
        for sheet in
            root.child("sheets").into_iter().flat_map(|sheets| sheets.children.iter().filter_map(Node::element))
        {
            let link = sheet.attribute("r:id").and_then(|id| links.iter().find(|link| link.0 == id));
            let Some((name, (_, kind, part))) = sheet.attribute("name").zip(link) else {
                return Err(OfficeError::Damaged("工作簿的目录不完整".into()));
            };
            if kind.ends_with("/worksheet") {
                sheets.push((name, part.clone()));
            }
        }
        let size: usize = sheets.iter().filter_map(|(_, part)| package.texts.get(part)).map(String::len).sum();
        if size > MOST_SHEETS {
            return Err(OfficeError::LargeSheets);
        }
        let date = root.child("workbookPr").and_then(|properties| properties.attribute("date1904"));
        Ok(Self {
            sheets,
            strings: of_kind("/sharedStrings"),
            styles: of_kind("/styles"),
            is_1904: matches!(date.as_deref(), Some("1" | "true")),
            chain: of_kind("/calcChain"),
        })
    }

    /// Whether what lies over and beside the cells of a sheet may stay where it is.
    ///
    /// # Errors
    /// What would have to move and can't.
    pub fn check_around(&self, package: &Package, sheet: &Sheet) -> Result<(), OfficeError> {
        let Some(first) = sheet.rows.iter().find(|row| row.is_many()).map(|row| row.number) else { return Ok(()) };
        let refused = |why: String| Err(OfficeError::sheet(&sheet.name, why));
        for (_, kind, part) in relations(package, &sheet.part)? {
            if let Some((_, why)) = RIGID.iter().find(|(rigid, _)| kind.ends_with(rigid)) {
                return refused((*why).to_owned());
            }
            let Some(text) = package.texts.get(&part) else { continue };
            if kind.ends_with("/drawing") && numbers(text, "row").any(|row| row >= first) {
                return refused(format!(
                    "的第 {first} 行会重复，它下面的图片或图表不能随着移动，请移到这一行的上面或旁边"
                ));
            }
            if kind.ends_with("/comments") && cells_of(text).any(|row| row > first) {
                return refused(format!("的第 {first} 行会重复，它下面的批注不能随着移动，请删除后重新上传"));
            }
        }
        let charted = package.texts.iter().filter(|(part, _)| part.contains("/charts/")).map(|(_, text)| text.as_str());
        for formula in charted.flat_map(|text| texts_of(text, "f")) {
            let is_below = |reference: super::formula::Reference| {
                let ends = [Some(reference.from), reference.to].into_iter().flatten();
                reference.sheet.is_some_and(|of| of.to_lowercase() == sheet.name.to_lowercase())
                    && ends.filter_map(|end| end.row).any(|(_, row)| row >= first)
            };
            if references(&formula).into_iter().any(is_below) {
                return refused(format!("的第 {first} 行会重复，图表的数据不能随着移动，请删除图表后重新上传"));
            }
        }
        Ok(())
    }

    /// Lets the workbook follow its rows: names of areas, and that formulas are computed when it is opened.
    pub fn follow(
        &self,
        package: &Package,
        moves: &Moves,
        has_formulas: bool,
        changed: &mut BTreeMap<String, String>,
    ) -> Result<(), OfficeError> {
        if has_formulas || !moves.values().all(Moved::is_still) {
            let mut nodes = tree::parse(package.texts.get(&package.document).ok_or(OfficeError::NotDocument)?)?;
            for node in &mut nodes {
                if let Node::Element(root) = node
                    && root.name() == "workbook"
                {
                    names(root, moves);
                    if has_formulas {
                        compute(root);
                    }
                }
            }
            let mut out = String::new();
            tree::write(&nodes, &mut out);
            changed.insert(package.document.clone(), out);
        }
        if let Some(chain) = &self.chain {
            changed.insert(chain.clone(), String::new());
            let links = links_of(&package.document);
            drop_elements(
                package,
                &links,
                |link| link.attribute("Type").is_some_and(|kind| kind.ends_with("/calcChain")),
                changed,
            )?;
            let own = format!("/{chain}");
            drop_elements(
                package,
                "[Content_Types].xml",
                |part| part.attribute("PartName").as_ref() == Some(&own),
                changed,
            )?;
        }
        Ok(())
    }
}

/// Names of areas.
fn names(root: &mut Element, moves: &Moves) {
    for node in &mut root.children {
        let Node::Element(list) = node else { continue };
        if list.name() != "definedNames" {
            continue;
        }
        for node in &mut list.children {
            if let Node::Element(name) = node {
                let text = rewrite(&name.text(), |one| follow(one, Home { sheet: "", row: None }, moves));
                name.children = vec![Node::Raw(tree::escaped(&text))];
            }
        }
    }
}

/// Lets the office compute all formulas when it opens the file.
fn compute(root: &mut Element) {
    const BEFORE: [&str; 4] = ["sheets", "functionGroups", "externalReferences", "definedNames"];
    if !root.children.iter().any(|child| child.is("calcPr")) {
        let after = root.children.iter().rposition(|child| BEFORE.iter().any(|name| child.is(name)));
        let at = after.map_or(root.children.len(), |after| after + 1);
        root.children.insert(at, Node::Element(Element::new("calcPr", Vec::new())));
    }
    for child in &mut root.children {
        if let Node::Element(settings) = child
            && settings.name() == "calcPr"
        {
            settings.set("fullCalcOnLoad", "1");
        }
    }
}

/// A part whose list has lost some of its elements.
fn drop_elements(
    package: &Package,
    part: &str,
    is_it: impl Fn(&Element) -> bool,
    changed: &mut BTreeMap<String, String>,
) -> Result<(), OfficeError> {
    let Some(text) = package.texts.get(part) else { return Ok(()) };
    let mut nodes = tree::parse(text)?;
    for node in &mut nodes {
        if let Node::Element(root) = node {
            root.children.retain(|child| !child.element().is_some_and(&is_it));
        }
    }
    let mut out = String::new();
    tree::write(&nodes, &mut out);
    changed.insert(part.to_owned(), out);
    Ok(())
}

/// Texts of the elements of a name, whatever prefix it has.
fn texts_of<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = String> + 't {
    text.split('<').filter_map(move |piece| {
        let (tag, said) = piece.split_once('>')?;
        let own = tag.split_ascii_whitespace().next()?.rsplit(':').next()?;
        (own == name).then(|| tree::unescaped(said))
    })
}

fn numbers<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = u32> + 't {
    texts_of(text, name).filter_map(|number| number.trim().parse().ok())
}

/// Rows of the cells that notes are on.
fn cells_of(text: &str) -> impl Iterator<Item = u32> + '_ {
    text.split('<').filter_map(|tag| place::cell(&tree::attribute(tag, "ref")?)).map(|(_, row)| row)
}

/// Fields stand in cells: elsewhere they would be printed as they are written.
///
/// # Errors
/// A field in a head or foot of pages, a text over the cells, or a note.
pub fn check_outside(package: &Package, sheets: &[Sheet]) -> Result<(), OfficeError> {
    let has_field = |text: &str| !token::find(&text.chars().collect::<Vec<_>>()).is_empty();
    for sheet in sheets {
        let margins = sheet.after.iter().filter_map(Node::element).find(|element| element.name() == "headerFooter");
        if margins.is_some_and(|margins| has_field(&margins.text())) {
            return Err(OfficeError::sheet(
                &sheet.name,
                "的页眉或页脚中有字段；系统只填写单元格，请把字段移到单元格中",
            ));
        }
    }
    for (part, text) in &package.texts {
        if ["/drawings/", "/comments", "/charts/"].iter().any(|of| part.contains(of)) && !part.ends_with(".rels") {
            let texts: String = texts_of(text, "t").collect();
            if has_field(&texts) {
                return Err(OfficeError::TextOverCells);
            }
        }
    }
    Ok(())
}
