//! Trees given as (id, parent) pairs: departments, menus.

use std::collections::{HashMap, HashSet};

fn children(links: &[(u64, u64)]) -> HashMap<u64, Vec<u64>> {
    let mut below: HashMap<u64, Vec<u64>> = HashMap::new();
    for (id, parent) in links {
        below.entry(*parent).or_default().push(*id);
    }
    below
}

/// All nodes below `root`, without it. A damaged tree with a circle ends all the same.
pub fn descendants(links: &[(u64, u64)], root: u64) -> HashSet<u64> {
    let below = children(links);
    let mut found = HashSet::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        for child in below.get(&id).into_iter().flatten() {
            if *child != root && found.insert(*child) {
                open.push(*child);
            }
        }
    }
    found
}

/// Ids from the root down to the parent of `id`, beginning with 0, as the wire's `ancestors`.
pub fn ancestors(links: &[(u64, u64)], id: u64) -> Vec<u64> {
    let parents: HashMap<u64, u64> = links.iter().copied().collect();
    let mut path = Vec::new();
    let mut at = id;
    while let Some(parent) = parents.get(&at).copied() {
        if parent == 0 || path.contains(&parent) || path.len() > links.len() {
            break;
        }
        path.push(parent);
        at = parent;
    }
    path.push(0);
    path.reverse();
    path
}

/// Nests rows in the order given; a row whose parent is absent becomes a root.
pub fn nest<R, N>(
    rows: Vec<R>,
    id: impl Fn(&R) -> u64,
    parent: impl Fn(&R) -> u64,
    build: impl Fn(R, Vec<N>) -> N,
) -> Vec<N> {
    let present: HashSet<u64> = rows.iter().map(&id).collect();
    let mut below: HashMap<u64, Vec<R>> = HashMap::new();
    let mut roots = Vec::new();
    for row in rows {
        let above = parent(&row);
        if present.contains(&above) && above != id(&row) {
            below.entry(above).or_default().push(row);
        } else {
            roots.push(row);
        }
    }
    nest_below(roots, &mut below, &id, &build)
}

fn nest_below<R, N>(
    rows: Vec<R>,
    below: &mut HashMap<u64, Vec<R>>,
    id: &impl Fn(&R) -> u64,
    build: &impl Fn(R, Vec<N>) -> N,
) -> Vec<N> {
    rows.into_iter()
        .map(|row| {
            let own = below.remove(&id(&row)).unwrap_or_default();
            let children = nest_below(own, below, id, build);
            build(row, children)
        })
        .collect()
}

/// Leaves out ids that are a parent of another chosen id: tree widgets derive half-checked parents.
pub fn without_parents(chosen: &[u64], links: &[(u64, u64)]) -> Vec<u64> {
    let set: HashSet<u64> = chosen.iter().copied().collect();
    let parents: HashSet<u64> = links.iter().filter(|(id, _)| set.contains(id)).map(|(_, parent)| *parent).collect();
    chosen.iter().copied().filter(|id| !parents.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINKS: [(u64, u64); 6] = [(100, 0), (101, 100), (102, 100), (103, 101), (104, 103), (200, 999)];

    #[test]
    fn descendants_and_ancestors() {
        assert_eq!(descendants(&LINKS, 101), HashSet::from([103, 104]));
        assert_eq!(descendants(&LINKS, 104), HashSet::new());
        assert_eq!(ancestors(&LINKS, 104), [0, 100, 101, 103]);
        assert_eq!(ancestors(&LINKS, 100), [0]);
        let circle = [(1, 2), (2, 1)];
        assert_eq!(descendants(&circle, 1), HashSet::from([2]));
        assert!(ancestors(&circle, 1).len() <= 3);
    }

    #[test]
    fn nesting_keeps_order_and_makes_orphans_roots() {
        let text = nest(
            LINKS.to_vec(),
            |row| row.0,
            |row| row.1,
            |row, below: Vec<String>| {
                if below.is_empty() { row.0.to_string() } else { format!("{}({})", row.0, below.join(" ")) }
            },
        );
        assert_eq!(text, ["100(101(103(104)) 102)", "200"]);
    }

    #[test]
    fn parents_of_chosen_nodes_are_left_out() {
        assert_eq!(without_parents(&[100, 101, 102], &LINKS), [101, 102]);
    }
}
