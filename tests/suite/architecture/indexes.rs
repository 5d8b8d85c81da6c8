//! Every index is read by something: one that is only written costs each commit a page or two for nothing.

use std::collections::BTreeSet;

use super::registries::{between, sources};

/// A commit tells by these names that something waits (`src/app.rs`); some are read, too.
const SIGNALS: &str = "/waiting";

/// Segments of a module's path; `mod.rs` is its folder.
fn module(path: &str) -> Vec<&str> {
    let inside = path.split_once("/src/").map_or(path, |(_, inside)| inside);
    let mut parts: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
    parts.retain(|part| *part != "mod" && *part != "lib");
    parts
}

/// The module that a path names, seen from another.
fn named<'t>(from: &[&'t str], path: &'t str) -> Vec<&'t str> {
    let mut at = Vec::new();
    for (place, part) in path.split("::").enumerate() {
        match part {
            "crate" => at.clear(),
            "self" => at = from.to_vec(),
            "super" if place == 0 => at = from.split_last().map(|(_, above)| above.to_vec()).unwrap_or_default(),
            "super" => drop(at.pop()),
            "" => {}
            // a module beside or below, by its own name
            part if place == 0 => at = [from, &[part]].concat(),
            part => at.push(part),
        }
    }
    at
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect()
}

/// Where code takes `name` from: modules, by `use` and by paths; what a module only hands on is not counted.
fn taken_from<'t>(path: &'t str, code: &'t str, name: &str, hands_on: bool) -> Vec<Vec<&'t str>> {
    if !code.contains(name) {
        return Vec::new();
    }
    let here = module(path);
    let mut found = Vec::new();
    for line in between(code, if hands_on { "pub use " } else { "\nuse " }, ";") {
        let (prefix, names) = line.split_once("::{").unwrap_or_else(|| line.rsplit_once("::").unwrap_or(("", line)));
        if words(names).contains(name) {
            // `use super::{a, record::{NAME}}`: the last path before the name
            let before = names.split(name).next().unwrap_or_default();
            let nested = before.rsplit_once("::{").map(|(path, _)| path.rsplit([',', '{', ' ']).next().unwrap_or(path));
            let mut at = named(&here, prefix);
            at.extend(nested.into_iter().flat_map(|path| path.split("::")).filter(|part| *part != "self"));
            found.push(at);
        }
    }
    if !hands_on {
        let paths = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':');
        found.extend(
            paths
                .filter_map(|path| path.rsplit_once("::"))
                .filter(|(_, last)| *last == name)
                .map(|(path, _)| named(&here, path)),
        );
    }
    found
}

#[test]
fn every_index_is_read() {
    let sources = sources();
    let (mut unread, mut seen) = (Vec::new(), 0);
    for (path, code) in sources.iter().filter(|(path, _)| !path.ends_with("/tests.rs")) {
        for part in code.split("const ").skip(1) {
            let Some((name, rest)) = part.split_once(": Index<").filter(|(name, _)| !name.contains(' ')) else {
                continue;
            };
            let body = rest.split("};").next().unwrap_or_default();
            let stored = between(body, "name: \"", "\"").first().copied().unwrap_or_default();
            seen += 1;
            if body.contains("unique: true") || stored.ends_with(SIGNALS) || stored.is_empty() {
                continue;
            }
            let home = module(path);
            let mut homes = vec![home.clone()];
            homes.extend(
                sources
                    .iter()
                    .filter(|(other, code)| taken_from(other, code, name, true).contains(&home))
                    .map(|(other, _)| module(other)),
            );
            let own = code
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .filter(|word| *word == name)
                .count();
            // its declaration and the list of its record are two
            let read = own > 2
                || sources.iter().any(|(other, code)| {
                    other != path && taken_from(other, code, name, false).iter().any(|from| homes.contains(from))
                });
            if !read {
                unread.push(format!("{stored} ({path}: {name})"));
            }
        }
    }
    assert!(seen > 100, "the sources are looked at: {seen}");
    assert!(unread.is_empty(), "written by every commit, read by nobody:\n{}", unread.join("\n"));
}
