//! What comments, documents and scripts cite exists: documents, their clauses, decisions, paths. And the documents that keep a
//! list of something keep all of it: decisions and glossary.
//!
//! A citation is `domain.md 3.2`, `contract 0.3 rule 16`, `specification 3`, `decisions/0001`, in the rooms of books and approvals
//! also `I9`, `V13`, `F6`, or a path: with a known ending, or in backticks. A path may leave out its first folders.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Built, fetched or kept by hand; no sources.
const NOT_SOURCES: &[&str] =
    &[".git", ".run", "target", "node_modules", "dist", "maps", "test-results", "playwright-report"];
/// Not read: generated, foreign, evidence of the past.
const NOT_READ: &[&str] = &[
    "ui/src/api/generated/",
    "ui/package-lock.json",
    "Cargo.lock",
    "tests/fixtures/",
    "tests/suite/architecture/citations.rs",
    "packaging/CHANGELOG.md",
];
/// Endings of files that are read.
const READ: &[&str] = &["rs", "ts", "tsx", "css", "mjs", "cjs", "md", "py", "toml", "service", "yml", "html", ""];
/// Endings that make a word with a slash a path.
const PATHS: &[&str] = &[
    "rs", "ts", "tsx", "css", "mjs", "cjs", "js", "md", "py", "toml", "service", "yml", "html", "json", "csv", "xlsx",
    "zip", "txt",
];
/// First folders of what is a path without an ending, too.
const FOLDERS: &[&str] = &[
    "src",
    "tests",
    "ui",
    "packaging",
    "data",
    "features",
    "web",
    "store",
    "records",
    "platform",
    "crates",
    "kernel",
    "columns",
    "sheet",
    "upkeep",
    "cli",
    "demo",
    "jobs",
    "lib",
    "pages",
    "layout",
    "stores",
    "api",
    "app",
    "shims",
    "architecture",
    "api",
    "durability",
    "finance",
    "lease",
    "assets",
    "approvals",
    "registers",
    "report",
    "portal",
    "system",
    "monitor",
    "exposure",
    "design",
    "docs",
];
/// Made by a build or by the running program.
const MADE: &[&str] = &["ui/maps", "ui/dist", "archive/"];
/// Documents that were never in the repository, or are no more.
const GONE: &[&str] = &["field-notes", "portal-spec", "findings-", "design/look", "DECISIONS"];
/// Documents with clauses, as they are cited; those with a word that is an ordinary one are cited without their ending, too.
const DOCUMENTS: &[(&str, &[&str])] = &[
    ("src/docs/design/domain.md", &["domain.md", "domain"]),
    ("src/docs/design/contract.md", &["contract.md", "contract"]),
    ("src/docs/specification.md", &["specification"]),
    ("src/docs/design/approvals.md", &["approvals.md"]),
    ("src/docs/design/registers.md", &["registers.md"]),
    ("src/docs/design/business.md", &["business.md"]),
    ("src/docs/design/trust.md", &["trust.md"]),
    ("src/docs/design/lists.md", &["lists.md"]),
    ("src/docs/design/quality.md", &["quality.md"]),
];
/// Rooms whose comments name invariants, vectors and decisions of a document by the letter alone.
const LETTERS: &[(&str, &str, &[&str])] = &[
    ("src/docs/design/domain.md", "IV", &["finance", "lease", "assets", "report"]),
    ("src/docs/design/approvals.md", "DFR", &["approvals"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn ending(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').filter(|(before, _)| !before.is_empty()).map_or("", |(_, ending)| ending)
}

/// All files and folders, from the root.
fn walk() -> Vec<String> {
    fn into(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if NOT_SOURCES.contains(&name.as_ref()) {
                continue;
            }
            if path.is_dir() {
                into(&path, found);
            }
            found.push(path);
        }
    }
    let mut found = Vec::new();
    into(root(), &mut found);
    found.iter().map(|path| path.strip_prefix(root()).expect("inside").to_string_lossy().into_owned()).collect()
}

/// What is there: every path, and what remains of it when its first folders are left out.
struct There {
    ends: HashSet<String>,
    documents: BTreeMap<&'static str, String>,
}

impl There {
    fn new(paths: &[String]) -> Self {
        let mut ends = HashSet::new();
        for path in paths {
            ends.insert(path.clone());
            ends.extend(path.match_indices('/').map(|(at, _)| path[at + 1..].to_owned()));
        }
        let documents = DOCUMENTS.iter().map(|(path, _)| (*path, read(path))).collect();
        Self { ends, documents }
    }

    /// Whether a path leads to something, as one that `citing` names.
    fn has(&self, path: &str, citing: &str) -> bool {
        let path = path.trim_end_matches('/').trim_start_matches("./");
        if path.starts_with("../") {
            let mut folder: Vec<&str> = citing.split('/').collect();
            folder.pop();
            let mut rest = path;
            while let Some(after) = rest.strip_prefix("../") {
                folder.pop();
                rest = after;
            }
            folder.push(rest);
            return self.ends.contains(&folder.join("/"));
        }
        MADE.iter().any(|made| path.starts_with(made))
            || ["", ".rs", ".ts", ".tsx", "/mod.rs", "/index.tsx"]
                .iter()
                .any(|end| self.ends.contains(&format!("{path}{end}")))
    }

    /// Whether a document has a clause: a heading or a row with its number, or a letter with one in a row or in bold.
    fn has_clause(&self, document: &str, clause: &str) -> bool {
        let text = &self.documents[document];
        let begins = |line: &str, before: &str, after: &[char]| {
            line.strip_prefix(before)
                .and_then(|rest| rest.strip_prefix(clause))
                .is_some_and(|rest| rest.starts_with(after))
        };
        if document.ends_with("specification.md") {
            let section = clause.split('.').next().unwrap_or_default();
            return text.lines().any(|line| line.starts_with(&format!("| {section} |")));
        }
        if clause.starts_with(|c: char| c.is_ascii_digit()) {
            return text.lines().any(|line| {
                let title = line.trim_start_matches('#');
                (title != line && begins(title, " ", &['.', ' ']))
                    || (clause.contains('.') && begins(line, "| ", &[' ']))
            });
        }
        // a part of a vector, V12a, may be cited as V12
        ["| ", ", ", "**"].iter().any(|before| {
            text.match_indices(&format!("{before}{clause}")).any(|(at, found)| {
                let rest = &text[at + found.len()..];
                let rest = rest.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(rest);
                !rest.starts_with(|c: char| c.is_alphanumeric())
            })
        })
    }
}

/// What of a file is prose: all of a document, the comments of a source; lines that follow each other are one text, because
/// a citation may be broken.
fn prose(path: &str, text: &str) -> Vec<(usize, String)> {
    let of_line = |line: &str| -> Option<String> {
        let line = line.trim();
        match ending(path) {
            "md" | "py" | "html" => Some(line.to_owned()),
            "rs" | "ts" | "tsx" | "css" | "mjs" | "cjs" => {
                let marks = ["//!", "///", "//", "{/*", "/**", "/*", "*/", "* "];
                let whole = marks.iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned);
                whole.or_else(|| {
                    line.split_once(" // ").filter(|(_, rest)| !rest.contains("://")).map(|(_, rest)| rest.into())
                })
            }
            _ => line.strip_prefix('#').or_else(|| line.split_once(" #").map(|(_, rest)| rest)).map(str::to_owned),
        }
    };
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut last = 0;
    for (number, line) in text.lines().enumerate().map(|(place, line)| (place + 1, line)) {
        let Some(line) = of_line(line) else { continue };
        match blocks.last_mut().filter(|_| last + 1 == number) {
            Some((_, block)) => block.extend([" ", &line]),
            None => blocks.push((number, line)),
        }
        last = number;
    }
    blocks
}

/// `3.2`, `D7`, `V12a`.
fn is_clause(word: &str) -> bool {
    let numbered = |text: &str| !text.is_empty() && text.split('.').all(|part| part.parse::<u16>().is_ok());
    let lettered = |text: &str| {
        let number = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
        number.len() + 1 == text.len() && numbered(number.trim_end_matches(|c: char| c.is_ascii_lowercase()))
    };
    numbered(word) || lettered(word)
}

/// Clauses that follow the name of a document: `(domain.md 2.8, 3.7)`, `contract 2.2-2.4 and 12`; and a rule of one.
fn clauses<'t>(words: &[&'t str]) -> (Vec<&'t str>, Option<&'t str>) {
    let bare = |word: &'t str| word.trim_matches(|c: char| !c.is_alphanumeric());
    let mut found = Vec::new();
    let mut rest = words;
    if rest.first().is_some_and(|word| bare(word).starts_with("section")) {
        rest = &rest[1..];
    }
    while let Some((word, after)) = rest.split_first() {
        if *word == "and" && !found.is_empty() {
            rest = after;
            continue;
        }
        let parts: Vec<&str> = bare(word).split(['-', '–']).collect();
        if word.starts_with(|c: char| !c.is_alphanumeric() && c != '(') || !parts.iter().all(|part| is_clause(part)) {
            break;
        }
        found.extend(parts);
        rest = after;
        if !word.ends_with(',') && after.first() != Some(&"and") {
            break;
        }
    }
    let rule =
        (!found.is_empty() && rest.first() == Some(&"rule")).then(|| rest.get(1).map(|word| bare(word))).flatten();
    (found, rule)
}

/// Paths that a text names.
fn paths(text: &str) -> HashSet<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '@');
    let fits = |path: &str| {
        let begins = path.starts_with("../") || !path.starts_with(['/', '.', '-', '@']);
        !path.is_empty() && path.chars().all(is_word) && begins && !path.contains("//")
    };
    let mut found = HashSet::new();
    for word in text.split(|c: char| c.is_whitespace() || "()[]{},;:\"'«»|<>=*`“”（）、，。；：".contains(c))
    {
        let word = word.trim_end_matches(['.', '/']);
        if fits(word) && (ending(word) == "md" || (word.contains('/') && PATHS.contains(&ending(word)))) {
            found.insert(word.to_owned());
        }
    }
    for span in text.split('`').filter(|span| !span.contains(char::is_whitespace)) {
        let path = span.split("::").next().unwrap_or_default();
        let first = path.split('/').next().unwrap_or_default();
        let is_path = path.contains('/') && (PATHS.contains(&ending(path)) || FOLDERS.contains(&first));
        let is_file = ["rs", "ts", "tsx", "css", "mjs", "md"].contains(&ending(path));
        if fits(path) && (is_path || is_file) {
            found.insert(path.to_owned());
        }
    }
    found
}

#[derive(Default)]
struct Found {
    counts: BTreeMap<&'static str, usize>,
    dead: Vec<String>,
}

impl Found {
    fn note(&mut self, kind: &'static str, is_there: bool, what: impl FnOnce() -> String) {
        *self.counts.entry(kind).or_default() += 1;
        if !is_there {
            self.dead.push(what());
        }
    }
}

/// Letters with a number that stand alone in the rooms of their document: `I9`, `F6`.
fn letters(there: &There, file: &str, text: &str, found: &mut Found) {
    for (document, letters, rooms) in LETTERS {
        let lies_in =
            |room: &&str| ["src/features/", "tests/suite/"].iter().any(|at| file.starts_with(&format!("{at}{room}/")));
        if !rooms.iter().any(lies_in) {
            continue;
        }
        for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '*' | '$'))) {
            let word = word.trim_end_matches('.');
            if word.starts_with(|c| letters.contains(c)) && word.len() < 5 && !word.contains('.') && is_clause(word) {
                found
                    .note("letter", there.has_clause(document, word), || format!("{file}: {word} isn't in {document}"));
            }
        }
    }
}

/// All that a piece of prose cites.
fn cited(there: &There, file: &str, text: &str, found: &mut Found) {
    for gone in GONE {
        assert!(!text.contains(gone) || text.contains("const DECISIONS"), "{file} cites {gone}: {text}");
    }
    for path in paths(text) {
        let kind = if path.ends_with(".md") { "document" } else { "path" };
        found.note(kind, there.has(&path, file), || format!("{file}: {path} isn't there"));
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for (place, word) in words.iter().enumerate() {
        let name = word.trim_start_matches(['(', '`', '«', '[']).trim_end_matches(['`', ',', '»', ']']);
        if let Some(number) = word.split_once("decisions/").and_then(|(_, rest)| rest.get(..4)) {
            let is_there = there.ends.iter().any(|path| path.starts_with(&format!("src/docs/decisions/{number}-")));
            let is_number = number.chars().all(|c| c.is_ascii_digit());
            found.note("decision", is_there || !is_number, || format!("{file}: no decision {number}"));
        }
        let Some((document, _)) = DOCUMENTS.iter().find(|(_, names)| names.contains(&name)) else { continue };
        let (clauses, rule) = clauses(&words[place + 1..]);
        for clause in clauses {
            let is_there = there.has_clause(document, clause);
            found.note("clause", is_there, || format!("{file}: {name} has no {clause}"));
        }
        if let Some(rule) = rule {
            let row = format!("| {rule} |");
            let is_there = there.documents[document].lines().any(|line| line.starts_with(&row));
            found.note("clause", is_there, || format!("{file}: {name} has no rule {rule}"));
        }
    }
    letters(there, file, text, found);
}

#[test]
fn what_is_cited_exists() {
    let files = walk();
    let there = There::new(&files);
    let mut found = Found::default();
    for file in &files {
        let is_read = READ.contains(&ending(file)) && !NOT_READ.iter().any(|not| file.starts_with(not));
        if !is_read || root().join(file).is_dir() {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root().join(file)) else { continue };
        for (line, block) in prose(file, &text) {
            let before = found.dead.len();
            cited(&there, file, &block, &mut found);
            for dead in &mut found.dead[before..] {
                *dead = format!("{dead} (line {line} or below)");
            }
        }
    }
    assert!(found.dead.is_empty(), "{} of {:?}:\n{}", found.dead.len(), found.counts, found.dead.join("\n"));
    // a scanner that has gone blind finds nothing dead either
    for (kind, least) in [("document", 400), ("clause", 300), ("decision", 25), ("letter", 100), ("path", 800)] {
        assert!(found.counts[kind] >= least, "{:?}", found.counts);
    }
}

/// Each kind of citation, alive and dead.
#[test]
fn dead_citations_are_seen() {
    let there = There::new(&walk());
    let dead_of = |file: &str, text: &str| {
        let mut found = Found::default();
        cited(&there, file, text, &mut found);
        found.dead.len()
    };
    let books = "src/features/finance/mod.rs";
    for (file, alive, dead, count) in [
        ("src/op.rs", "see quality.md", "see quantity.md, `ui/src/nowhere.md`", 2),
        ("src/op.rs", "`docs/design/lists.md`", "`docs/design/texts.md`", 1),
        ("src/op.rs", "(domain.md 2.8, 3.7)", "(domain.md 2.8, 3.70)", 1),
        ("src/op.rs", "contract 2.2-2.4, 2.9 and 12.", "contract 2.2-2.40, 2.99 and 13.", 3),
        ("src/op.rs", "contract 0.3 rule 16", "contract 0.3 rule 61", 1),
        ("src/op.rs", "lists.md, section 3", "lists.md, section 7", 1),
        ("src/op.rs", "specification, section 9", "specification (section 19)", 1),
        ("src/op.rs", "domain.md D7, V12", "domain.md D77, V12", 1),
        ("src/op.rs", "decisions/0001", "decisions/9999", 1),
        ("src/op.rs", "features/finance/mod.rs", "features/finance/gone.rs", 1),
        ("src/op.rs", "`kernel/money.rs::sum`, `records/`", "`kernel/coins.rs::sum`, `records/lost`", 2),
        (books, "checked against the rows (I1, I2, I9)", "checked against the rows (I1, I2, I99)", 1),
        ("src/features/approvals/mod.rs", "F2 to F8", "F2 to F18", 1),
    ] {
        assert_eq!(dead_of(file, alive), 0, "{alive}");
        assert_eq!(dead_of(file, dead), count, "{dead}");
    }
    assert_eq!(dead_of("src/docs/design/README.md", "[rules](../rules.md)"), 0);
    assert_eq!(dead_of("src/docs/design/README.md", "[rules](../laws.md)"), 1);
}

#[test]
fn the_list_of_decisions_is_complete() {
    let index = read("src/docs/decisions/README.md");
    let mut files: Vec<String> =
        walk().into_iter().filter_map(|path| path.strip_prefix("src/docs/decisions/").map(str::to_owned)).collect();
    files.retain(|name| name != "README.md");
    files.sort_unstable();
    for (place, name) in files.iter().enumerate() {
        let number = format!("{:04}", place + 1);
        let text = read(&format!("src/docs/decisions/{name}"));
        assert!(name.starts_with(&format!("{number}-")), "{name} should be number {number}");
        let question = text.lines().next().and_then(|head| head.strip_prefix(&format!("# {number} ")));
        let question = question.unwrap_or_else(|| panic!("{name} begins with its number and its question"));
        let status = text.lines().nth(2).and_then(|line| line.strip_prefix("Status: ")).unwrap_or_default();
        assert!(["accepted", "replaced", "rejected"].iter().any(|word| status.starts_with(word)), "{name}: {status}");
        for part in ["**Decision.** ", "**Reason.** ", "**Cost.** "] {
            assert!(text.lines().any(|line| line.starts_with(part)), "{name} has no {part}");
        }
        assert!(index.contains(&format!("| [{number}]({name}) | {question} | ")), "the index lacks {name}");
    }
    let rows = index.lines().filter(|line| line.starts_with("| [")).count();
    assert_eq!(rows, files.len(), "the index names what is there, once");
}

#[test]
fn the_glossary_names_what_the_code_calls_so() {
    let sources: Vec<String> = walk()
        .into_iter()
        .filter(|path| ["rs", "ts", "tsx"].contains(&ending(path)) && !path.starts_with("tests/"))
        .collect();
    let code: String = sources.iter().map(|path| read(path)).collect::<Vec<_>>().join("\n");
    let there = There::new(&walk());
    let is_name = |name: &str| {
        let beside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        code.match_indices(name)
            .any(|(at, _)| !beside(code[..at].chars().next_back()) && !beside(code[at + name.len()..].chars().next()))
    };
    let glossary = read("src/docs/glossary.md");
    let rows: Vec<Vec<&str>> = glossary
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Chinese"))
        .map(|line| line.trim_matches('|').split(" | ").collect())
        .collect();
    assert!(rows.len() > 100, "{}", rows.len());
    for row in rows {
        assert_eq!(row.len(), 4, "{row:?}");
        for name in row[2].split('`').skip(1).step_by(2) {
            assert!(there.has(name, "src/docs/glossary.md") || is_name(name), "nothing is called {name}: {row:?}");
        }
    }
}

#[test]
fn the_architecture_fits_on_two_pages() {
    let lines = read("src/ARCHITECTURE.md").lines().count();
    assert!(lines <= 100, "{lines}: what is a rule belongs to src/docs/rules.md, a reason to src/docs/decisions");
}
