//! The name that somebody may have meant.

/// The longest names that are compared, in signs.
const LONGEST: usize = 60;

/// The name that shares most signs in their order with `name`, when that are more than half. `key` says what of a name counts.
pub fn nearest<'n>(
    name: &str,
    names: impl IntoIterator<Item = &'n str>,
    key: impl Fn(&str) -> String,
) -> Option<&'n str> {
    let own: Vec<char> = key(name).chars().collect();
    let likeness = |other: &str| {
        let other: Vec<char> = key(other).chars().collect();
        200 * shared(&own, &other) / (own.len() + other.len()).max(1)
    };
    let best = names
        .into_iter()
        .map(|other| (likeness(other), other))
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(likeness, _)| *likeness > 50).map(|(_, other)| other)
}

/// Length of the longest common subsequence.
fn shared(one: &[char], other: &[char]) -> usize {
    let other = other.get(..other.len().min(LONGEST)).unwrap_or_default();
    let mut best = vec![0; other.len() + 1];
    for a in one.iter().take(LONGEST) {
        let mut diagonal = 0;
        for (place, b) in other.iter().enumerate() {
            let above = best[place + 1];
            best[place + 1] = if a == b { diagonal + 1 } else { above.max(best[place]) };
            diagonal = above;
        }
    }
    best.last().copied().unwrap_or(0)
}
