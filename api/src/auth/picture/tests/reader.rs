//! Simple programs that read captchas: what is dark, light or neither is ink, lines and dots go, four parts, and the digit
//! that each part is most like.

use image::{GrayImage, Luma};

use super::super::*;

/// Pixels of a part when it is compared.
const GRID: (usize, usize) = (12, 18);
type Part = [bool; GRID.0 * GRID.1];
/// Column by column.
type Ink = Vec<Vec<bool>>;
/// Takes what is a digit out of a picture.
pub type Look = fn(&GrayImage) -> Ink;

pub struct Reader {
    look: Look,
    /// How dark each cell of a digit is, 0 to 1.
    known: Vec<(char, Vec<f32>)>,
}

impl Reader {
    /// Knows every hand of every digit as it is on flat paper.
    pub fn of_templates(look: Look) -> Self {
        let digits = ('0'..).zip(GLYPHS.iter());
        let hands = digits.flat_map(|(digit, hands)| hands.iter().map(move |hand| (digit, hand)));
        let known = hands.map(|(digit, hand)| {
            let part = part(&below_the_middle(&written(&[hand])), 0, SIZE.0);
            (digit, darkness(&part).collect())
        });
        Self {
            look,
            known: known.collect(),
        }
    }

    /// Knows each digit by the mean of its pictures (nearest centroid).
    pub fn trained(look: Look, samples: &[(String, GrayImage)]) -> Self {
        let mut sums = vec![(vec![0.0; GRID.0 * GRID.1], 0.0); 10];
        for (digits, picture) in samples {
            let ink = look(picture);
            for (digit, (from, to)) in digits.bytes().zip(parts(&ink)) {
                let (sum, count): &mut (Vec<f32>, f32) = &mut sums[usize::from(digit - b'0')];
                *count += 1.0;
                for (cell, dark) in sum.iter_mut().zip(darkness(&part(&ink, from, to))) {
                    *cell += dark;
                }
            }
        }
        let mean = |(sum, count): (Vec<f32>, f32)| sum.iter().map(|cell| cell / count).collect();
        Self {
            look,
            known: ('0'..).zip(sums.into_iter().map(mean)).collect(),
        }
    }

    pub fn read(&self, picture: &GrayImage) -> String {
        let ink = (self.look)(picture);
        parts(&ink)
            .into_iter()
            .map(|(from, to)| self.digit(&part(&ink, from, to)))
            .collect()
    }

    fn digit(&self, part: &Part) -> char {
        let unlike = |known: &[f32]| -> f32 {
            let cells = known.iter().zip(darkness(part));
            cells.map(|(one, other)| (one - other).powi(2)).sum()
        };
        let looks = self.known.iter();
        let looks = looks.map(|(digit, known)| (*digit, unlike(known)));
        let best = looks.min_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map_or('?', |(digit, _)| digit)
    }
}

fn darkness(part: &Part) -> impl Iterator<Item = f32> {
    part.iter().map(|dark| f32::from(u8::from(*dark)))
}

/// Hands side by side, black on white, flat.
pub fn written(hands: &[&'static Glyph]) -> GrayImage {
    let stamps: Vec<Stamp> = hands
        .iter()
        .zip([13.0, 34.0, 55.0, 76.0])
        .map(|(glyph, middle)| Stamp {
            shade: Shade::Dark,
            edges: edges(glyph, (14.0, 20.0)),
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

/// Darker than halfway between what is dark and what is light (Ridler and Calvard 1978).
fn below_the_middle(picture: &GrayImage) -> Ink {
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
    where_pixels(picture, |value| value < level)
}

fn where_pixels(picture: &GrayImage, is_ink: impl Fn(f32) -> bool) -> Ink {
    let is_ink = |x, y| is_ink(f32::from(picture.get_pixel(x, y).0[0]));
    (0..SIZE.0)
        .map(|x| (0..SIZE.1).map(|y| is_ink(x, y)).collect())
        .collect()
}

/// How much of a picture digits take, percent.
const INKED: usize = 22;

/// The value that so many percent of the pixels are below, by what `of` makes of each.
fn quantile(picture: &GrayImage, percent: usize, of: impl Fn(f32) -> f32) -> f32 {
    let values = picture.pixels().map(|pixel| of(f32::from(pixel.0[0])));
    let mut values: Vec<f32> = values.collect();
    values.sort_unstable_by(f32::total_cmp);
    values[values.len() * percent / 100]
}

/// Means of three by three pixels: grain and dots fade.
fn blurred(picture: &GrayImage) -> GrayImage {
    image::imageops::blur(picture, 0.8)
}

/// As much as digits take, of what is darkest.
pub fn darkest(picture: &GrayImage) -> Ink {
    let picture = blurred(picture);
    let level = quantile(&picture, INKED, |value| value);
    without_specks(where_pixels(&picture, |value| value < level))
}

/// The same of what is lightest.
pub fn lightest(picture: &GrayImage) -> Ink {
    let picture = blurred(picture);
    let level = quantile(&picture, 100 - INKED, |value| value);
    without_specks(where_pixels(&picture, |value| value > level))
}

/// The same of what is least like paper, which is the middle of all values.
pub fn outstanding(picture: &GrayImage) -> Ink {
    let picture = blurred(picture);
    let paper = quantile(&picture, 50, |value| value);
    let strays = |value: f32| (value - paper).abs();
    let level = quantile(&picture, 100 - INKED, strays);
    without_specks(where_pixels(&picture, |value| strays(value) > level))
}

/// What has at least five dark neighbours, itself included: lines of a pixel and dots go.
pub fn thick(picture: &GrayImage) -> Ink {
    let ink = below_the_middle(picture);
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
    let ((left, wide), (top, high)) = (range(|point| point.0), range(|point| point.1));
    std::array::from_fn(|cell| {
        let (column, row) = (cell % GRID.0, cell / GRID.0);
        let x = left + (2 * column + 1) * wide / (2 * GRID.0);
        let y = top + (2 * row + 1) * high / (2 * GRID.1);
        ink.get(x).and_then(|column| column.get(y)) == Some(&true)
    })
}

/// A median filter, then only what is two pixels thick, then no specks.
pub fn cleaned(picture: &GrayImage) -> Ink {
    let median = each(&below_the_middle(picture), |at, x, y| {
        let dark = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        dark.filter(|(dx, dy)| at(x + dx, y + dy)).count() >= 5
    });
    let core = each(&median, |at, x, y| {
        at(x, y) && at(x + 1, y) && at(x, y + 1) && at(x + 1, y + 1)
    });
    let opened = each(&core, |at, x, y| {
        at(x, y) || at(x - 1, y) || at(x, y - 1) || at(x - 1, y - 1)
    });
    without_specks(opened)
}

/// What `is_dark` says of each place; nothing is dark beyond the edge.
fn each(ink: &Ink, is_dark: impl Fn(&dyn Fn(i32, i32) -> bool, i32, i32) -> bool) -> Ink {
    let at = |x: i32, y: i32| {
        let (x, y) = (usize::try_from(x), usize::try_from(y));
        let column = x.ok().and_then(|x| ink.get(x));
        column.zip(y.ok()).and_then(|(column, y)| column.get(y)) == Some(&true)
    };
    let range = |length: usize| 0..i32::try_from(length).unwrap();
    range(ink.len())
        .map(|x| {
            let rows = range(ink[0].len());
            rows.map(|y| is_dark(&at, x, y)).collect()
        })
        .collect()
}

/// Without connected parts of fewer than twelve pixels.
fn without_specks(mut ink: Ink) -> Ink {
    let mut left = ink.clone();
    for x in 0..ink.len() {
        for y in 0..ink[x].len() {
            let mut open = vec![(x, y)];
            let mut part = Vec::new();
            while let Some((x, y)) = open.pop() {
                let column = left.get_mut(x);
                let Some(dark) = column.and_then(|column| column.get_mut(y)) else {
                    continue;
                };
                if std::mem::take(dark) {
                    part.push((x, y));
                    let near = (x.saturating_sub(1)..=x + 1)
                        .flat_map(|x| (y.saturating_sub(1)..=y + 1).map(move |y| (x, y)));
                    open.extend(near);
                }
            }
            if part.len() < 12 {
                for (x, y) in part {
                    ink[x][y] = false;
                }
            }
        }
    }
    ink
}
