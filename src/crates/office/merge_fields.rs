//! Word's own merge fields («MERGEFIELD 乙方名称») become fields of ours before anything else is looked at.

use crate::tree::{Element, Node, escaped};

/// The name that an instruction merges, if it does: ` MERGEFIELD  "乙方名称" \* MERGEFORMAT `.
fn merged(instruction: &str) -> Option<String> {
    let rest = instruction.trim().strip_prefix("MERGEFIELD")?.trim_start();
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split_whitespace().next(),
    };
    name.map(str::to_owned).filter(|name| !name.is_empty())
}

/// A run that says the field, in the look of another.
fn run(name: &str, like: Option<&Element>) -> Node {
    let text = Element::new("w:t xml:space=\"preserve\"", vec![Node::Raw(escaped(&format!("{{{{{name}}}}}")))]);
    let properties = like.and_then(|run| run.child("w:rPr")).cloned().map(Node::Element);
    Node::Element(Element::new("w:r", properties.into_iter().chain([Node::Element(text)]).collect()))
}

/// Writes the merge fields among the children of a paragraph, or of what holds runs in it, as fields of ours.
pub fn replace(children: &mut Vec<Node>) {
    let mut at = 0;
    while at < children.len() {
        if let Some((end, node)) = simple(children, at).or_else(|| complex(children, at)) {
            children.splice(at..=end, [node]);
        }
        at += 1;
    }
}

/// `<w:fldSimple w:instr="MERGEFIELD …">`.
fn simple(children: &[Node], at: usize) -> Option<(usize, Node)> {
    let field = children.get(at)?.element().filter(|element| element.name() == "w:fldSimple")?;
    let name = merged(&field.attribute("w:instr")?)?;
    Some((at, run(&name, field.child("w:r"))))
}

/// Runs from the beginning of a field to its end: instruction in pieces, then what Word showed last.
fn complex(children: &[Node], at: usize) -> Option<(usize, Node)> {
    let first = children.get(at)?.element().filter(|element| element.name() == "w:r")?;
    if mark(first).as_deref() != Some("begin") {
        return None;
    }
    let (mut instruction, mut shown) = (String::new(), None);
    for (end, node) in children.iter().enumerate().skip(at + 1) {
        let Some(run_element) = node.element().filter(|element| element.name() == "w:r") else { continue };
        match mark(run_element).as_deref() {
            // a field inside of a field
            Some("begin") => return None,
            Some("separate") => shown = Some(run_element),
            Some("end") => return merged(&instruction).map(|name| (end, run(&name, shown.or(Some(first))))),
            _ if shown.is_none() => {
                instruction.push_str(&run_element.child("w:instrText").map(Element::text).unwrap_or_default());
            }
            _ => shown = Some(run_element),
        }
    }
    None
}

fn mark(run: &Element) -> Option<String> {
    run.child("w:fldChar")?.attribute("w:fldCharType")
}
