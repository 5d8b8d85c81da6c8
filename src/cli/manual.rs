//! `manual`: the administrators' manual, which is part of the program: a box that has no network still has it.
//! `tests/suite/durability/manual.rs` runs what its pages show.

use serde_json::json;

use super::args::ManualArgs;
use super::{Context, Failure, Finding, Ran, out};

/// Pages in their order.
const PAGES: [&str; 12] = [
    include_str!("../../packaging/manual/01-install.md"),
    include_str!("../../packaging/manual/02-first-day.md"),
    include_str!("../../packaging/manual/03-daily.md"),
    include_str!("../../packaging/manual/04-backup.md"),
    include_str!("../../packaging/manual/05-undo.md"),
    include_str!("../../packaging/manual/06-upgrade.md"),
    include_str!("../../packaging/manual/07-accounts.md"),
    include_str!("../../packaging/manual/08-disk-full.md"),
    include_str!("../../packaging/manual/09-move.md"),
    include_str!("../../packaging/manual/10-certificates.md"),
    include_str!("../../packaging/manual/11-ruoyi.md"),
    include_str!("../../packaging/manual/12-faults.md"),
];

/// What a page is called: its first line.
fn title(text: &str) -> &str {
    text.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// `manual`
pub(super) fn run(context: &Context, args: &ManualArgs) -> Ran {
    let found: Vec<&str> = match &args.word {
        Some(word) => {
            let named: Vec<&str> = PAGES.into_iter().filter(|text| title(text).contains(word.as_str())).collect();
            if named.is_empty() {
                PAGES.into_iter().filter(|text| text.contains(word.as_str())).collect()
            } else {
                named
            }
        }
        None => PAGES.to_vec(),
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
