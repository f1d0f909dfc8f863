use image::{GrayImage, Luma};
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use super::*;

#[test]
fn every_digit_leaves_ink_and_differs_from_the_others() {
    let pictures: Vec<Vec<u8>> = (0..10)
        .map(|digit| draw(&digit.to_string(), &mut StdRng::seed_from_u64(7)).unwrap())
        .collect();
    for (index, picture) in pictures.iter().enumerate() {
        assert!(picture.starts_with(b"\x89PNG"));
        assert!(!pictures[..index].contains(picture), "digit {index}");
    }
}

#[test]
fn the_same_digits_never_look_the_same() {
    let mut random = StdRng::seed_from_u64(1);
    assert_ne!(
        draw("1234", &mut random).unwrap(),
        draw("1234", &mut random).unwrap()
    );
}

#[test]
fn answers_are_four_digits() {
    let text = answer(&mut StdRng::seed_from_u64(3));
    assert_eq!(text.len(), DIGITS);
    assert!(text.bytes().all(|byte| byte.is_ascii_digit()));
}

/// A digit of one colour is cut out by that colour.
#[test]
fn no_colour_belongs_to_a_digit() {
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..50 {
        let picture = painted(&answer(&mut random), &mut random);
        let mut counts = std::collections::HashMap::new();
        for pixel in picture.pixels() {
            *counts.entry(pixel.0).or_insert(0) += 1;
        }
        let most = counts.values().max().copied().unwrap();
        assert!(most <= 8, "{most} pixels of one colour");
    }
}

/// The simple program: what is dark is ink, thin lines go, four parts, and the digit each part is most like.
mod reader {
    use super::*;

    /// Pixels of a part when it is compared.
    const GRID: (usize, usize) = (12, 18);
    type Part = [bool; GRID.0 * GRID.1];

    pub struct Reader(Vec<(char, Part)>);

    impl Reader {
        /// Learns every hand of every digit as it is on flat paper.
        pub fn new() -> Self {
            let digits = ('0'..).zip(GLYPHS.iter());
            let hands =
                digits.flat_map(|(digit, hands)| hands.iter().map(move |hand| (digit, hand)));
            Self(
                hands
                    .map(|(digit, hand)| (digit, part(&inked(&written(&[hand])), 0, SIZE.0)))
                    .collect(),
            )
        }

        pub fn read(&self, picture: &GrayImage) -> String {
            let ink = thick(&inked(picture));
            parts(&ink)
                .into_iter()
                .map(|(from, to)| self.digit(&part(&ink, from, to)))
                .collect()
        }

        fn digit(&self, part: &Part) -> char {
            let alike = |known: &Part| {
                known
                    .iter()
                    .zip(part)
                    .filter(|(one, other)| one == other)
                    .count()
            };
            let best = self.0.iter().max_by_key(|(_, known)| alike(known));
            best.map_or('?', |(digit, _)| *digit)
        }
    }

    /// Hands side by side, black on white, flat.
    pub fn written(hands: &[&'static Glyph]) -> GrayImage {
        let stamps: Vec<Stamp> = hands
            .iter()
            .zip([13.0, 34.0, 55.0, 76.0])
            .map(|(glyph, middle)| Stamp {
                glyph,
                middle: (middle, 15.0),
                size: (14.0, 20.0),
                turn: (1.0, 0.0),
                slant: 0.0,
                half: 1.4,
            })
            .collect();
        GrayImage::from_fn(SIZE.0, SIZE.1, |x, y| {
            let cover = stamps.iter().map(|stamp| stamp.cover((small(x), small(y))));
            Luma([if cover.fold(0.0, f32::max) > 0.5 {
                20
            } else {
                230
            }])
        })
    }

    type Ink = Vec<Vec<bool>>;

    /// Darker than halfway between what is dark and what is light (Ridler and Calvard 1978).
    fn inked(picture: &GrayImage) -> Ink {
        let mut level = 128.0;
        for _ in 0..10 {
            let mean = |dark: bool| {
                let of = picture.pixels().map(|pixel| f32::from(pixel.0[0]));
                let (sum, count) = of
                    .filter(|value| (*value < level) == dark)
                    .fold((0.0, 0.0_f32), |(sum, count), value| {
                        (sum + value, count + 1.0)
                    });
                sum / count.max(1.0)
            };
            level = f32::midpoint(mean(true), mean(false));
        }
        let is_dark = |x, y| f32::from(picture.get_pixel(x, y).0[0]) < level;
        (0..SIZE.0)
            .map(|x| (0..SIZE.1).map(|y| is_dark(x, y)).collect())
            .collect()
    }

    /// What has at least five dark neighbours, itself included: lines of a pixel and dots go.
    fn thick(ink: &Ink) -> Ink {
        let at = |x: usize, y: usize| ink.get(x).and_then(|column| column.get(y)) == Some(&true);
        let around = |x: usize, y: usize| {
            let near = (x.saturating_sub(1)..=x + 1)
                .flat_map(|x| (y.saturating_sub(1)..=y + 1).map(move |y| (x, y)));
            near.filter(|(x, y)| at(*x, *y)).count()
        };
        (0..ink.len())
            .map(|x| {
                (0..ink[x].len())
                    .map(|y| at(x, y) && around(x, y) >= 5)
                    .collect()
            })
            .collect()
    }

    /// Columns of the four digits: cut where there is least ink near the quarters.
    fn parts(ink: &Ink) -> Vec<(u32, u32)> {
        let column = |x: usize| ink[x].iter().filter(|dark| **dark).count();
        let inked: Vec<usize> = (0..ink.len()).filter(|x| column(*x) > 1).collect();
        let (first, last) = match (inked.first(), inked.last()) {
            (Some(first), Some(last)) => (*first, *last + 1),
            _ => (0, ink.len()),
        };
        let mut cuts = vec![first];
        for quarter in 1..4 {
            let middle = first + (last - first) * quarter / 4;
            let near = middle.saturating_sub(4)..(middle + 5).min(ink.len());
            cuts.push(
                near.min_by_key(|x| (column(*x), x.abs_diff(middle)))
                    .unwrap_or(middle),
            );
        }
        cuts.push(last);
        let number = |x: usize| u32::try_from(x).unwrap();
        cuts.windows(2)
            .map(|cut| (number(cut[0]), number(cut[1])))
            .collect()
    }

    /// The box around the ink between two columns, on the grid.
    fn part(ink: &Ink, from: u32, to: u32) -> Part {
        let inside = |x: &usize| (from as usize..to as usize).contains(x);
        let dark: Vec<(usize, usize)> = (0..ink.len())
            .filter(inside)
            .flat_map(|x| (0..ink[x].len()).map(move |y| (x, y)))
            .filter(|(x, y)| ink[*x][*y])
            .collect();
        let range = |of: fn(&(usize, usize)) -> usize| {
            let least = dark.iter().map(of).min().unwrap_or(0);
            (least, dark.iter().map(of).max().unwrap_or(0) + 1 - least)
        };
        let ((left, wide), (top, high)) = (range(|place| place.0), range(|place| place.1));
        std::array::from_fn(|cell| {
            let (column, row) = (cell % GRID.0, cell / GRID.0);
            let x = left + (2 * column + 1) * wide / (2 * GRID.0);
            let y = top + (2 * row + 1) * high / (2 * GRID.1);
            ink.get(x).and_then(|column| column.get(y)) == Some(&true)
        })
    }
}

/// The reader is no straw man: flat and apart it reads what it fails on here.
#[test]
fn a_simple_program_fails_mostly() {
    let reader = reader::Reader::new();
    let mut random = StdRng::seed_from_u64(20_260_301);
    let (mut flat, mut drawn, mut single) = (0, 0, 0);
    for _ in 0..100 {
        let digits = answer(&mut random);
        let hands: Vec<&'static Glyph> = digits
            .bytes()
            .map(|digit| {
                let hands = &GLYPHS[usize::from(digit - b'0')];
                &hands[random.random_range(0..hands.len())]
            })
            .collect();
        flat += usize::from(reader.read(&reader::written(&hands)) == digits);
        let picture = image::DynamicImage::from(painted(&digits, &mut random)).to_luma8();
        let read = reader.read(&picture);
        drawn += usize::from(read == digits);
        single += read
            .chars()
            .zip(digits.chars())
            .filter(|(one, other)| one == other)
            .count();
    }
    assert!(flat >= 95, "{flat} of 100 flat ones");
    // By chance one would be read in ten thousand.
    assert!(drawn <= 5, "{drawn} of 100, {single} of 400 digits");
}
