//! Fields where they stand in a template.

use crate::tree::Node;

/// A field where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub format: Option<String>,
    /// The lists and conditions around it, the outermost first.
    pub within: Vec<String>,
    /// Whether it is a list or condition itself.
    pub is_section: bool,
    /// Whether it stands in a head or foot of pages.
    pub is_in_margin: bool,
}

/// The fields of nodes in the order of reading.
pub fn collect(nodes: &[Node], within: &mut Vec<String>, is_in_margin: bool, places: &mut Vec<Place>) {
    for node in nodes {
        match node {
            Node::Element(element) => collect(&element.children, within, is_in_margin, places),
            Node::Field(spot) => places.push(Place {
                name: spot.name.clone(),
                format: spot.format.clone(),
                within: within.clone(),
                is_section: false,
                is_in_margin,
            }),
            Node::Section { name, body, .. } => {
                let (name, within_it) = (name.clone(), within.clone());
                let place =
                    Place { name: name.clone(), format: None, within: within_it, is_section: true, is_in_margin };
                places.push(place);
                within.push(name);
                collect(body, within, is_in_margin, places);
                within.pop();
            }
            Node::Raw(_) | Node::Open { .. } | Node::Close(_) => {}
        }
    }
}
