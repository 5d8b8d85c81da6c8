//! Exact fractions and the one rounding of the house (domain.md D7).
//!
//! Amounts are computed as fractions and rounded once, half up, at the end of a rounding group; the parts
//! of a group are differences of rounded running sums, so they always add up to the rounded total and no
//! part is more than one unit off.
//!
//! Callers keep numerators below 10^18 and denominators to products of days of a month, 365, 12 and powers
//! of ten: far inside 128 bits.

use num_rational::Ratio;

/// An exact fraction.
pub type Exact = Ratio<i128>;

/// The fraction `numerator / denominator`; a denominator of zero counts as one.
pub fn exact(numerator: i64, denominator: i64) -> Exact {
    Exact::new(i128::from(numerator), i128::from(if denominator == 0 { 1 } else { denominator }))
}

/// Nearest integer, halves away from zero; beyond 64 bits the nearest end.
pub fn half_up(value: Exact) -> i64 {
    let rounded = value.round().to_integer();
    i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
}

/// `value × ppm / 1,000,000`, rounded half up.
pub fn per_million(value: i64, ppm: i64) -> i64 {
    half_up(exact(value, 1) * exact(ppm, 1_000_000))
}

/// The same of a whole of any size, without a fraction where 64 bits hold it (the late fees of a city are asked every time).
pub fn parts_per_million(value: i128, ppm: i64) -> i64 {
    let whole = value.checked_mul(i128::from(ppm)).and_then(|whole| i64::try_from(whole).ok());
    match whole.filter(|whole| *whole >= 0) {
        // Halves go up: what is left is at most 999,999.
        Some(whole) => whole / 1_000_000 + i64::from(whole % 1_000_000 >= 500_000),
        None => half_up(Exact::from_integer(value) * exact(ppm, 1_000_000)),
    }
}

/// Running sum of a rounding group: each part is what the rounded sum grew by.
#[derive(Debug, Clone)]
pub struct Cumulative {
    sum: Exact,
    given: i64,
}

impl Default for Cumulative {
    fn default() -> Self {
        Self { sum: exact(0, 1), given: 0 }
    }
}

impl Cumulative {
    /// The rounded share of the next part.
    pub fn next(&mut self, part: Exact) -> i64 {
        self.sum += part;
        let rounded = half_up(self.sum);
        let grown = rounded - self.given;
        self.given = rounded;
        grown
    }
}

/// Splits a whole by weights (areas, days, amounts); the parts add up to it. Without a positive weight
/// everything goes to the first part.
pub fn split(total: i64, weights: &[i64]) -> Vec<i64> {
    let sum: i64 = weights.iter().sum();
    if sum <= 0 {
        return weights.iter().enumerate().map(|(index, _)| if index == 0 { total } else { 0 }).collect();
    }
    let mut parts = Cumulative::default();
    weights.iter().map(|weight| parts.next(exact(total, 1) * exact(*weight, sum))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_up() {
        for (numerator, denominator, rounded) in
            [(1, 2, 1), (49, 100, 0), (3, 2, 2), (-1, 2, -1), (5_055_505, 1000, 5056)]
        {
            assert_eq!(half_up(exact(numerator, denominator)), rounded, "{numerator}/{denominator}");
        }
        assert_eq!(per_million(2_500_000, 1_050_000), 2_625_000);
        for value in [0, 1, 999, 1_000, 333_333, 7_777_777_777, i64::MAX / 700, -5, i64::MIN] {
            for ppm in [0, 1, 500, 50_000, 999_999, 1_000_000] {
                assert_eq!(parts_per_million(i128::from(value), ppm), per_million(value, ppm), "{value} {ppm}");
            }
        }
    }

    #[test]
    fn parts_add_up() {
        assert_eq!(split(777_777, &[12_050, 8_630, 4_520]), [371_913, 266_358, 139_506]);
        assert_eq!(split(10_000, &[1, 1, 1]), [3_333, 3_334, 3_333]);
        assert_eq!(split(-10_000, &[1, 1, 1]), [-3_333, -3_334, -3_333]);
        assert_eq!(split(5, &[0, 0]), [5, 0]);
        assert_eq!(split(5, &[]), Vec::<i64>::new());
    }
}
