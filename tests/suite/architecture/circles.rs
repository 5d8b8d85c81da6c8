//! Circles of files: files that import each other, directly or through others, are read and changed together. None may have
//! more than ten.

use std::collections::{BTreeMap, BTreeSet};

use super::tidy::{code, sources};

/// Files of a circle at most.
const MOST: usize = 10;

/// The module path of a source file, `crates::store::tx` for one of a package; `None` for what is no module of the program.
fn module(path: &str) -> Option<String> {
    let path = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let path = if path.starts_with("crates/") { path.strip_suffix("/lib").unwrap_or(path) } else { path };
    (!matches!(path, "lib" | "main") && !path.ends_with("/build")).then(|| path.replace('/', "::"))
}

/// The paths that a tree of `use` names.
fn paths_of(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, body)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for letter in body.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match parts.last_mut() {
            Some(part) if letter != ',' || depth > 0 => part.push(letter),
            _ => parts.push(String::new()),
        }
    }
    let inner = parts.iter().filter(|part| !part.trim().is_empty()).flat_map(|part| paths_of(part));
    inner.map(|path| format!("{}{path}", head.trim())).collect()
}

/// Paths that a file names from the root or from where it stands.
fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = String::new();
    for part in code.split_inclusive(';') {
        let start = part.find("use ").filter(|at| {
            let before = part[..*at].lines().next_back().unwrap_or_default().trim();
            before.is_empty() || before.starts_with("pub")
        });
        match start {
            Some(at) => {
                found.extend(paths_of(part[at + 4..].trim_end_matches(';')));
                rest.push_str(&part[..at]);
            }
            None => rest.push_str(part),
        }
    }
    for root in ["crate::", "super::"] {
        // the second half of `super::super::` is no path of its own
        for (at, _) in rest.match_indices(root).filter(|(at, _)| !rest[..*at].ends_with("super::")) {
            let path: String =
                rest[at..].chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect();
            found.push(path);
        }
    }
    found
}

/// The modules that one imports.
fn imports(own: &str, code: &str, known: &BTreeMap<String, String>) -> BTreeSet<String> {
    let own: Vec<&str> = own.split("::").collect();
    let mut found = BTreeSet::new();
    for path in named(code) {
        let parts: Vec<&str> = path.split("::").filter(|part| !part.is_empty()).collect();
        let up = parts.iter().take_while(|part| **part == "super").count();
        let base: Vec<&str> = match parts.first() {
            // within a package its own root
            Some(&"crate") if own[0] == "crates" => own[..2].iter().chain(&parts[1..]).copied().collect(),
            Some(&"crate") => parts[1..].to_vec(),
            Some(&"super") => own[..own.len().saturating_sub(up)].iter().chain(&parts[up..]).copied().collect(),
            Some(&"self") => own.iter().chain(&parts[1..]).copied().collect(),
            _ => own.iter().chain(&parts).copied().collect(),
        };
        let longest =
            (1..=base.len()).rev().map(|length| base[..length].join("::")).find(|name| known.contains_key(name));
        found.extend(longest.filter(|name| *name != own.join("::")));
    }
    found
}

/// All modules of the program with those that each imports.
pub(super) fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let known: BTreeMap<String, String> =
        sources("src").into_iter().filter_map(|(path, text)| Some((module(&path)?, code(&text)))).collect();
    known.iter().map(|(name, text)| (name.clone(), imports(name, text, &known))).collect()
}

/// The circles of a graph, each with more than one member.
fn circles(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached = |from: &str| {
        let (mut seen, mut left) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(name) = left.pop() {
            for next in graph.get(&name).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    left.push(next.clone());
                }
            }
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> = graph.keys().map(|name| (name, reached(name))).collect();
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (name, reaches) in &all {
        if !reaches.contains(*name) || found.iter().any(|circle| circle.contains(*name)) {
            continue;
        }
        let back = |other: &&String| all.get(other).is_some_and(|theirs| theirs.contains(*name));
        found.push(reaches.iter().filter(back).cloned().collect());
    }
    found.retain(|circle| circle.len() > 1);
    found
}

#[test]
fn circles_of_files_are_small() {
    let graph = graph();
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 3_000, "imports are found");
    let found = circles(&graph);
    let larger: Vec<String> = found
        .iter()
        .filter(|circle| circle.len() > MOST)
        .map(|circle| format!("{} files: {circle:?}", circle.len()))
        .collect();
    assert!(larger.is_empty(), "{}", larger.join("\n"));
}

#[test]
fn what_a_file_imports_is_read_from_its_text() {
    let text =
        "use super::record::{Bill, BillSource};\npub use crate::a::{b, c::{d, e}};\nfn f() { crate::x::y::z(1); }\n";
    let found = named(text);
    for path in ["super::record::Bill", "super::record::BillSource", "crate::a::b", "crate::a::c::d", "crate::a::c::e"]
    {
        assert!(found.iter().any(|one| one == path), "{path}: {found:?}");
    }
    assert!(found.iter().any(|one| one == "crate::x::y::z"), "{found:?}");
    assert_eq!(named("fn f() { super::super::a::b(1); }"), ["super::super::a::b"]);
    let graph = |edges: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
            graph.entry((*to).to_owned()).or_default();
        }
        graph
    };
    let found = circles(&graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")]));
    assert_eq!(found, [BTreeSet::from(["a", "b", "c"].map(str::to_owned))]);
}
