//! The unified social credit code 统一社会信用代码 (GB 32100-2015).

const LETTERS: &str = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS: [usize; 17] = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/// Whether a code has eighteen allowed characters and the right check character.
pub fn is_valid(code: &str) -> bool {
    let values: Option<Vec<usize>> = code.chars().map(|c| LETTERS.chars().position(|letter| letter == c)).collect();
    let Some(values) = values.filter(|values| values.len() == 18) else { return false };
    let sum: usize = values.iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum();
    values[17] == (31 - sum % 31) % 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_character_counts() {
        // the example of GB 32100-2015
        for (code, valid) in [
            ("91350100M000100Y43", true),
            ("91350100M000100Y44", false),
            ("91350100M000100Y4", false),
            ("91350100I000100Y43", false),
            ("", false),
        ] {
            assert_eq!(is_valid(code), valid, "{code}");
        }
    }
}
