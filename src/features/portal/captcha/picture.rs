//! The picture of a captcha: 160 by 60, legible to people.
//!
//! Letters and digits come from the glyphs embedded in the captcha crate, operators from a few
//! geometric rules (the crate has none); both are turned a little, waved together, and put over
//! specks and two curves.
//!
//! Invariant: every sign of `+-*=?` and every glyph of the crate can be drawn; others are refused.
//! Deliberately absent: dots that hide letters, fonts from files, colours that carry meaning.

use std::f32::consts::TAU;
use std::io::Cursor;

use image::{ImageOutputFormat, Rgb, RgbImage};
use rand::RngExt as _;
use rand::rngs::ThreadRng;

/// Width of every picture in pixels.
pub const WIDTH: u32 = 160;
/// Height of every picture in pixels.
pub const HEIGHT: u32 = 60;

/// Centres and greatest heights of the five signs of a sum.
const SUM: [(f32, f32); 5] = [(21.0, 38.0), (53.0, 20.0), (85.0, 38.0), (116.0, 20.0), (143.0, 32.0)];
/// Centres and greatest heights of four characters.
const WORD: [(f32, f32); 4] = [(23.0, 37.0), (61.0, 37.0), (99.0, 37.0), (137.0, 37.0)];
/// The widest a glyph may become.
const WIDEST: f32 = 35.0;

const INKS: [[u8; 3]; 4] = [[38, 70, 160], [24, 90, 120], [88, 52, 150], [40, 60, 96]];
const CURVE: [u8; 3] = [176, 140, 104];

/// Draws the signs of `shown`; `sum` chooses the layout of `3+8=?`, else that of four characters.
pub fn draw(shown: &str, sum: bool) -> Result<Vec<u8>, String> {
    let mut rng = rand::rng();
    let places: &[(f32, f32)] = if sum { &SUM } else { &WORD };
    let mut ink = Mask::blank(WIDTH, HEIGHT);
    for (sign, &(centre, height)) in shown.chars().zip(places) {
        let glyph = glyph(sign)?;
        let middle = HEIGHT as f32 / 2.0 + rng.random_range(-3.0..3.0);
        let turn = rng.random_range(-0.2..0.2);
        ink.paste(&glyph, (centre + rng.random_range(-2.0..2.0), middle), height, turn);
    }
    let picture = compose(&ink, &mut rng);
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageOutputFormat::Png).map_err(|e| e.to_string())?;
    Ok(png.into_inner())
}

/// How much ink lies on each pixel, 0 to 1.
struct Mask {
    width: u32,
    height: u32,
    ink: Vec<f32>,
}

impl Mask {
    fn blank(width: u32, height: u32) -> Self {
        Self { width, height, ink: vec![0.0; width as usize * height as usize] }
    }

    /// A mask from a rule on points, nine samples a pixel.
    fn rule(width: u32, height: u32, inside: impl Fn(f32, f32) -> bool) -> Self {
        let mut mask = Self::blank(width, height);
        let parts = [1.0 / 6.0, 0.5, 5.0 / 6.0];
        for (i, ink) in mask.ink.iter_mut().enumerate() {
            let (x, y) = ((i as u32 % width) as f32, (i as u32 / width) as f32);
            let hits = parts.iter().flat_map(|dx| parts.iter().map(move |dy| (dx, dy)));
            *ink = hits.filter(|(dx, dy)| inside(x + *dx, y + *dy)).count() as f32 / 9.0;
        }
        mask
    }

    fn at(&self, x: i64, y: i64) -> f32 {
        if x < 0 || y < 0 || x >= i64::from(self.width) || y >= i64::from(self.height) {
            return 0.0;
        }
        self.ink.get(y as usize * self.width as usize + x as usize).copied().unwrap_or(0.0)
    }

    /// The ink at a point between pixels.
    fn between(&self, x: f32, y: f32) -> f32 {
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (fx, fy) = (x - 0.5 - left, y - 0.5 - top);
        let (i, j) = (left as i64, top as i64);
        let upper = self.at(i, j) * (1.0 - fx) + self.at(i + 1, j) * fx;
        let lower = self.at(i, j + 1) * (1.0 - fx) + self.at(i + 1, j + 1) * fx;
        upper * (1.0 - fy) + lower * fy
    }

    /// The smallest part that holds all ink.
    fn trimmed(&self) -> Option<Self> {
        let inked = |x: u32, y: u32| self.at(i64::from(x), i64::from(y)) > 0.3;
        let columns: Vec<u32> = (0..self.width).filter(|&x| (0..self.height).any(|y| inked(x, y))).collect();
        let rows: Vec<u32> = (0..self.height).filter(|&y| (0..self.width).any(|x| inked(x, y))).collect();
        let (&left, &right, &top, &bottom) = (columns.first()?, columns.last()?, rows.first()?, rows.last()?);
        let mut part = Self::blank(right - left + 1, bottom - top + 1);
        for (i, ink) in part.ink.iter_mut().enumerate() {
            let (x, y) = (i as u32 % part.width + left, i as u32 / part.width + top);
            *ink = self.at(i64::from(x), i64::from(y));
        }
        Some(part)
    }

    /// Lays a glyph over this mask, scaled to `height` (a wide one squeezed) and turned.
    fn paste(&mut self, glyph: &Mask, centre: (f32, f32), height: f32, turn: f32) {
        let (w, h) = (glyph.width as f32, glyph.height as f32);
        let across = (height / h).min(WIDEST / w);
        let along = (height / h).min(across * 1.3);
        let (sin, cos) = turn.sin_cos();
        let width = self.width;
        for (i, ink) in self.ink.iter_mut().enumerate() {
            let x = (i as u32 % width) as f32 + 0.5 - centre.0;
            let y = (i as u32 / width) as f32 + 0.5 - centre.1;
            let (u, v) = ((x * cos + y * sin) / across + w / 2.0, (y * cos - x * sin) / along + h / 2.0);
            *ink = ink.max(glyph.between(u, v));
        }
    }
}

/// The shape of one sign.
fn glyph(sign: char) -> Result<Mask, String> {
    Ok(match sign {
        '+' => Mask::rule(20, 20, |x, y| (x - 10.0).abs() < 1.7 || (y - 10.0).abs() < 1.7),
        '-' => Mask::rule(20, 20, |_, y| (y - 10.0).abs() < 1.8),
        '*' => Mask::rule(20, 20, |x, y| {
            let inner = (2.0..18.0).contains(&x) && (2.0..18.0).contains(&y);
            inner && ((x - y).abs() < 2.3 || (x + y - 20.0).abs() < 2.3)
        }),
        '=' => Mask::rule(20, 20, |_, y| (y - 5.5).abs() < 1.6 || (y - 14.5).abs() < 1.6),
        '?' => Mask::rule(16, 32, question_mark),
        letter => letter_glyph(letter)?,
    })
}

/// Three quarters of a ring, a stem and a dot.
fn question_mark(x: f32, y: f32) -> bool {
    let ring = ((x - 8.0).hypot(y - 8.5) - 6.2).abs() < 1.6 && (x > 8.0 || y < 8.5);
    let stem = (x - 8.0).abs() < 1.6 && (13.2..21.5).contains(&y);
    ring || stem || (x - 8.0).hypot(y - 28.0) < 2.4
}

/// A letter or digit of the captcha crate.
fn letter_glyph(letter: char) -> Result<Mask, String> {
    let mut crate_picture = captcha::Captcha::new();
    crate_picture.set_chars(&[letter]).add_char();
    if crate_picture.chars() != [letter] {
        return Err(format!("no glyph for {letter:?}"));
    }
    let png = crate_picture.view(100, 100).as_png().ok_or("no picture of a glyph")?;
    let grey = image::load_from_memory(&png).map_err(|e| e.to_string())?.to_luma8();
    let ink = grey.pixels().map(|pixel| 1.0 - f32::from(pixel.0[0]) / 255.0).collect();
    let mask = Mask { width: grey.width(), height: grey.height(), ink };
    mask.trimmed().ok_or_else(|| format!("empty glyph for {letter:?}"))
}

/// Specks and curves below, the waved ink above.
fn compose(ink: &Mask, rng: &mut ThreadRng) -> RgbImage {
    let mut picture = RgbImage::from_pixel(WIDTH, HEIGHT, Rgb([255, 255, 255]));
    for _ in 0..420 {
        let (x, y) = (rng.random_range(0..WIDTH), rng.random_range(0..HEIGHT));
        picture.put_pixel(x, y, Rgb([rng.random_range(60..220), rng.random_range(60..220), rng.random_range(60..220)]));
    }
    for _ in 0..2 {
        let (phase, length) = (rng.random_range(0.0..TAU), rng.random_range(90.0..150.0));
        let (swing, middle) = (rng.random_range(9.0..17.0), rng.random_range(24.0..36.0));
        over(&mut picture, CURVE, |x, y| {
            let line = middle + swing * (TAU * x / length + phase).sin();
            (1.2 - (y - line).abs()).clamp(0.0, 1.0)
        });
    }
    let (phase, length) = (rng.random_range(0.0..TAU), rng.random_range(70.0..110.0));
    let colour = INKS[rng.random_range(0..INKS.len())];
    over(&mut picture, colour, |x, y| {
        let sideways = 1.2 * (TAU * y / 40.0 + phase).sin();
        ink.between(x + sideways, y + 2.6 * (TAU * x / length + phase).sin())
    });
    picture
}

/// Mixes a colour into the picture, as much of it as `share` says for each pixel's centre.
fn over(picture: &mut RgbImage, colour: [u8; 3], share: impl Fn(f32, f32) -> f32) {
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let part = share(x as f32 + 0.5, y as f32 + 0.5);
        for (old, new) in pixel.0.iter_mut().zip(colour) {
            *old = (f32::from(*old) * (1.0 - part) + f32::from(new) * part).round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_can_be_drawn() {
        for letter in "123456789+-*=?34789ACDEFGHJKMNPQRTUVWXY".chars() {
            let glyph = glyph(letter).unwrap();
            let share = glyph.ink.iter().sum::<f32>() / glyph.ink.len() as f32;
            assert!((0.1..0.7).contains(&share), "{letter}: {share}");
        }
        for none in ['0', '中'] {
            assert!(glyph(none).is_err(), "{none}");
        }
    }

    #[test]
    fn pictures_have_the_size_and_stay_small() {
        for (shown, sum) in [("3+8=?", true), ("9*7=?", true), ("8-4=?", true), ("WMQ7", false)] {
            let png = draw(shown, sum).unwrap();
            let picture = image::load_from_memory(&png).unwrap().to_rgb8();
            assert_eq!(picture.dimensions(), (WIDTH, HEIGHT));
            assert!(png.len() < 20_000, "{shown}: {}", png.len());
            let edge = picture.enumerate_pixels().filter(|(x, y, p)| (*x == 0 || *y == 0) && p.0[0] < 60).count();
            assert!(edge < 6, "{shown}: ink at the edge");
        }
    }

    /// Writes a sheet of samples for the eye: `CAPTCHA_SAMPLES=/tmp/x.png cargo test samples`.
    #[test]
    fn samples_for_the_eye() {
        let Some(path) = std::env::var_os("CAPTCHA_SAMPLES") else { return };
        let mut sheet = RgbImage::from_pixel(4 * 170, 4 * 70, Rgb([220, 220, 220]));
        let shown = ["3+8=?", "9*7=?", "8-4=?", "6+5=?", "2*1=?", "7-7=?", "5*5=?", "1+4=?"];
        let words = ["WMQ7", "ACDE", "FGHJ", "K34M", "NPQR", "TUVW", "X8Y9", "MWMW"];
        for (i, text) in shown.iter().chain(&words).enumerate() {
            let one = image::load_from_memory(&draw(text, i < 8).unwrap()).unwrap().to_rgb8();
            image::imageops::overlay(&mut sheet, &one, (i % 4) as i64 * 170 + 5, (i / 4) as i64 * 70 + 5);
        }
        sheet.save(path).unwrap();
    }
}
