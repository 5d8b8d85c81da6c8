//! `manual`: the administrators' manual, which is part of the program: a box that has no network still has it.
//! `tests/suite/durability/manual.rs` runs what its pages show.

use serde_json::json;

use super::args::ManualArgs;
use super::{Context, Failure, Finding, Ran, out};

macro_rules! pages {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../packaging/manual/", $name, ".md")))),*]
    };
}

/// Pages in their order, by file name.
const PAGES: [(&str, &str); 12] = pages![
    "01-install",
    "02-first-day",
    "03-daily",
    "04-backup",
    "05-undo",
    "06-upgrade",
    "07-accounts",
    "08-disk-full",
    "09-move",
    "10-certificates",
    "11-ruoyi",
    "12-faults",
];

/// What a page is called: its first line.
fn title(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// `manual`
pub(super) fn run(context: &Context, args: &ManualArgs) -> Ran {
    let all = PAGES.map(|(_, text)| text);
    let found: Vec<&str> = match &args.word {
        Some(word) => {
            let named: Vec<&str> = all.into_iter().filter(|text| title(text).contains(word.as_str())).collect();
            if named.is_empty() { all.into_iter().filter(|text| text.contains(word.as_str())).collect() } else { named }
        }
        None => all.to_vec(),
    };
    if let (true, Some(word)) = (found.is_empty(), &args.word) {
        return Err(Failure::usage(format!("手册中没有“{word}”；不写词语则列出各页")));
    }
    if context.json {
        let pages = found.iter().map(|text| json!({"title": title(text), "text": text}));
        out::json(&pages.collect());
    } else if args.word.is_none() && !args.all {
        found.iter().for_each(|text| out::line(title(text)));
        out::line("查看一页：gx-portal manual 备份；全部：gx-portal manual --all > 手册.md");
    } else {
        found.iter().for_each(|text| out::line(*text));
    }
    Ok(Finding::Nothing)
}
