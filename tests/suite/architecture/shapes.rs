//! Stored shapes and the oldest program that may read them change together. The golden says what every table stores:
//! layout, and the fields of its record and of whatever stands in them, as the sources say it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use gx_portal::features::PRODUCT;
use gx_portal::store::migrate::{self, MIN_READER};

use super::registries::{between, sources};

const GOLDEN: &str = "tests/fixtures/shapes.txt";
/// With this in the environment the golden is written again, if it may be.
const WRITE: &str = "GX_WRITE_SHAPES";

/// A type of the sources: where it is, and what it consists of.
struct Type {
    path: String,
    body: String,
}

/// The text up to the bracket that closes the first one, or to the end of the line.
fn body(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return &text[..=at];
                }
            }
            ';' if depth == 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

/// One line without what changes nothing that is stored: who may see a field, and derived traits.
fn plain(body: &str) -> String {
    let kept = body.lines().map(str::trim).filter(|line| !line.starts_with("#[") || line.starts_with("#[serde"));
    let line = kept.collect::<Vec<_>>().join(" ").replace("pub(crate) ", "").replace("pub(super) ", "");
    let line = line.replace("pub ", "").split_whitespace().collect::<Vec<_>>().join(" ");
    // What people call the values of an enumeration is stored nowhere.
    let mut parts = line.split(" => \"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once('"').map_or("", |(_, rest)| rest))
}

/// The types that a body names: what stands behind a colon or in brackets; names of fields and variants do not.
fn named(body: &str) -> BTreeSet<String> {
    let (mut found, mut word, mut before, mut depth) = (BTreeSet::new(), String::new(), ' ', 0_i32);
    for letter in body.chars() {
        if letter.is_ascii_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        let is_type = matches!(before, ':' | '<' | '(' | '[') || (before == ',' && depth > 0);
        if is_type && word.starts_with(|first: char| first.is_ascii_uppercase()) {
            found.insert(word.clone());
        }
        if !letter.is_whitespace() {
            before = letter;
        } else if !word.is_empty() {
            before = ' ';
        }
        word.clear();
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
    }
    found
}

/// Types by name; several may have one.
fn types(sources: &[(String, String)]) -> BTreeMap<String, Vec<Type>> {
    let mut found: BTreeMap<String, Vec<Type>> = BTreeMap::new();
    for (path, code) in sources {
        for word in ["struct ", "enum "] {
            for (at, _) in code.match_indices(word) {
                let begins = code[..at].chars().next_back().is_none_or(|before| before.is_whitespace());
                let rest = &code[at + word.len()..];
                let name: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
                if begins && name.starts_with(|first: char| first.is_ascii_uppercase()) {
                    let body = plain(body(&rest[name.len()..]));
                    found.entry(name).or_default().push(Type { path: path.clone(), body });
                }
            }
        }
    }
    found
}

/// The type that a name means in a file: the one there, else the one whose place has most in common with it. A package
/// lies in the room of its name: what `src/columns` names is in `src/crates/columns`.
fn meant<'t>(types: &'t BTreeMap<String, Vec<Type>>, name: &str, path: &str) -> Option<&'t Type> {
    let rooms =
        |path: &str| -> Vec<String> { path.split('/').filter(|part| *part != "crates").map(str::to_owned).collect() };
    let own = rooms(path);
    let common = |other: &str| own.iter().zip(rooms(other)).take_while(|(a, b)| *a == b).count();
    types.get(name)?.iter().max_by_key(|found| (found.path == path, common(&found.path)))
}

fn shapes() -> Vec<String> {
    // Columns lie in memory alone; what bears the name of something stored there is meant by no record.
    let mut sources = sources();
    sources.retain(|(path, _)| !path.contains("crates/columns/"));
    let types = types(&sources);
    let (mut lines, mut seen, mut open) = (Vec::new(), BTreeSet::new(), Vec::new());
    for info in PRODUCT.tables() {
        let names = (info.indexes)().join(" ");
        lines.push(format!("table {} v{} {:?} {names}", info.name, info.version, info.keeping));
    }
    for (path, code) in &sources {
        for part in code.split("impl Record for ").skip(1) {
            let name = part.split_once(" {").expect("a body").0.to_owned();
            let table = between(part, "const TABLE: &'static str = \"", "\"").first().copied().expect("a table");
            lines.push(format!("record {table}: {name}"));
            open.push((name, path.clone()));
        }
    }
    while let Some((name, path)) = open.pop() {
        let Some(found) = meant(&types, &name, &path) else { continue };
        if seen.insert((name.clone(), found.body.clone())) {
            lines.push(format!("{name} {}", found.body));
            open.extend(named(&found.body).into_iter().map(|name| (name, found.path.clone())));
        }
    }
    lines.sort_unstable();
    lines
}

#[test]
fn stored_shapes_change_together_with_who_may_read_them() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    let known = fs::read_to_string(&path).unwrap_or_default();
    let (mut known, now) = (known.lines(), shapes());
    let head = format!("min_reader {MIN_READER}, schema {}", migrate::known_number());
    let known_head = known.next().unwrap_or_default().to_owned();
    let known: Vec<&str> = known.collect();
    if std::env::var_os(WRITE).is_some() && (known.is_empty() || known_head != head) {
        fs::write(&path, format!("{head}\n{}\n", now.join("\n"))).expect("written");
        return;
    }
    let gone = known.iter().filter(|line| !now.iter().any(|now| now == *line)).map(|line| format!("- {line}"));
    let come = now.iter().filter(|line| !known.contains(&line.as_str())).map(|line| format!("+ {line}"));
    let changed: Vec<String> = gone.chain(come).collect();
    assert!(
        changed.is_empty() || known_head != head,
        "what is stored has changed:\n{}\nA program without this change would drop it from data that it may still open. \
         Add a named step to MIGRATIONS in src/store/migrate.rs (`run: None` when older records are read as they are), raise \
         MIN_READER there with the next version, and run this test once with {WRITE}=1.",
        changed.join("\n")
    );
    assert!(
        known_head == head && changed.is_empty(),
        "{GOLDEN} is older than {head}: run this test once with {WRITE}=1"
    );
}
