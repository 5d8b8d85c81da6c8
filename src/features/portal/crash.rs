//! What broke in a browser, as its page tells it: a line in the server's log, nothing more.
//!
//! Who is signed in may send it (the list of what strangers may call only shrinks), metered by address, cut to size and
//! reduced to what a crash of ours consists of. No name, no number of a record, no text that a person typed or read:
//! the page leaves them out (`ui/src/lib/crashes.ts`), and what is not plain is dropped here again. A place like
//! `index-BUrKZjHR.js:1:5210` is read with `packaging/where`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::Outcome;
use crate::kernel::user_agent;
use crate::op::View;
use crate::route::Done;

const LONGEST: usize = 300;
const PLACES: usize = 6;
const KINDS: [&str; 3] = ["render", "error", "promise"];

/// A crash of a page.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Crash {
    /// `render`, `error` or `promise`: who caught it.
    pub kind: String,
    /// The page's route, with `:id` for numbers.
    pub page: String,
    /// Name and words of the error.
    pub what: String,
    /// Script, line and column of the innermost frames.
    pub at: Vec<String>,
}

/// Only what identifiers, routes and messages of programs consist of.
fn plain(text: &str) -> String {
    let known = |c: &char| c.is_ascii_graphic() || *c == ' ' || *c == '…';
    text.chars().filter(known).take(LONGEST).collect()
}

/// POST /portal/crash
pub fn note(view: &View, crash: Crash) -> Outcome<Done> {
    let kind = KINDS.iter().find(|kind| **kind == crash.kind).unwrap_or(&"error");
    let at: Vec<String> = crash.at.iter().take(PLACES).map(|place| plain(place)).collect();
    let browser = user_agent::describe(&view.caller.origin.user_agent).browser;
    tracing::warn!(
        kind,
        page = plain(&crash.page),
        what = plain(&crash.what),
        at = at.join(" < "),
        browser,
        "a page broke in a browser"
    );
    Ok(Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_reach_the_log() {
        assert_eq!(plain("TypeError: x is \"…\"\n[31mred"), "TypeError: x is \"…\"[31mred");
        assert_eq!(plain("张三欠租"), "");
        assert_eq!(plain(&"a".repeat(1_000)).len(), LONGEST);
    }
}
