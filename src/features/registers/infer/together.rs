//! Sheets that are one register: the same columns under the same labels.

use std::collections::BTreeSet;

use super::Guess;
use super::plain::tight;

/// Places of guesses that belong together, those alone too: at least four in five labels are the same.
pub fn together(guesses: &[Guess]) -> Vec<Vec<usize>> {
    let paths: Vec<BTreeSet<String>> = guesses.iter().map(paths).collect();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, own) in paths.iter().enumerate() {
        let is_like = |group: &&mut Vec<usize>| {
            group.first().and_then(|first| paths.get(*first)).is_some_and(|first| alike(first, own))
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// Labels without their units and blanks: those differ from year to year.
fn paths(guess: &Guess) -> BTreeSet<String> {
    let named = guess.columns.iter().filter(|column| !column.path.is_empty());
    named
        .map(|column| {
            let path = column.path.join("-");
            let path = tight(&path);
            path.split('(').next().unwrap_or_default().to_owned()
        })
        .collect()
}

fn alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let all = one.union(other).count();
    all > 1 && one.intersection(other).count() * 5 >= all * 4
}
