//! Samples out of a block's rows: what the predictor took away is added again, and every kind of number becomes `f64`.

use texts::PictureText;

use super::error::PreviewError;
use super::layout::{Layout, SampleFormat};

const HORIZONTAL: u64 = 2;
const FLOATING: u64 = 3;

/// Undoes the predictor (TIFF 6.0, section 14; Technical Note 3) in a whole row of a block.
pub(super) fn undo_predictor(
    row: &mut [u8],
    spare: &mut Vec<u8>,
    layout: &Layout,
    little_endian: bool,
) -> Result<(), PreviewError> {
    let samples = layout.samples_in_block();
    match (layout.predictor, layout.bits, layout.format) {
        (1, _, _) => {}
        (HORIZONTAL, 8, _) => {
            for at in samples..row.len() {
                row[at] = row[at].wrapping_add(row[at - samples]);
            }
        }
        (HORIZONTAL, 16, _) => add_up::<2>(row, samples, little_endian),
        (HORIZONTAL, 32, _) => add_up::<4>(row, samples, little_endian),
        (HORIZONTAL, 64, _) => add_up::<8>(row, samples, little_endian),
        (FLOATING, 32, SampleFormat::Float) => {
            join_bytes::<4>(row, spare, samples, little_endian);
        }
        (FLOATING, 64, SampleFormat::Float) => {
            join_bytes::<8>(row, spare, samples, little_endian);
        }
        (other, bits, _) => {
            return Err(PreviewError::unsupported(
                PictureText::PredictorUnsupported {
                    code: other,
                    bits: bits.into(),
                },
            ));
        }
    }
    Ok(())
}

fn number<const N: usize>(bytes: &[u8], little_endian: bool) -> u64 {
    let mut wide = [0; 8];
    if little_endian {
        wide[..N].copy_from_slice(bytes);
        u64::from_le_bytes(wide)
    } else {
        wide[8 - N..].copy_from_slice(bytes);
        u64::from_be_bytes(wide)
    }
}

fn add_up<const N: usize>(row: &mut [u8], samples: usize, little_endian: bool) {
    let stride = N * samples;
    for at in (stride..row.len().saturating_sub(N - 1)).step_by(N) {
        let before = number::<N>(&row[at - stride..at - stride + N], little_endian);
        let sum = number::<N>(&row[at..at + N], little_endian).wrapping_add(before);
        if little_endian {
            row[at..at + N].copy_from_slice(&sum.to_le_bytes()[..N]);
        } else {
            row[at..at + N].copy_from_slice(&sum.to_be_bytes()[8 - N..]);
        }
    }
}

/// The highest bytes of all floats come first, then the next ones, and so on.
fn join_bytes<const N: usize>(
    row: &mut [u8],
    spare: &mut Vec<u8>,
    samples: usize,
    little_endian: bool,
) {
    for at in samples..row.len() {
        row[at] = row[at].wrapping_add(row[at - samples]);
    }
    spare.clear();
    spare.extend_from_slice(row);
    let count = row.len() / N;
    for (at, float) in row.chunks_exact_mut(N).enumerate() {
        for (byte, into) in float.iter_mut().enumerate() {
            let from = if little_endian { N - 1 - byte } else { byte };
            *into = spare[from * count + at];
        }
    }
}

/// Which samples of a row are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleSelection {
    /// Sample of each pixel to read.
    pub(super) sample: usize,
    /// The first pixel.
    pub(super) first: usize,
    /// The pixel after the last.
    pub(super) end: usize,
    /// Every so manieth.
    pub(super) step: usize,
}

/// Puts the wanted samples of a row into `out`.
pub(super) fn pick(
    row: &[u8],
    layout: &Layout,
    little_endian: bool,
    selection: SampleSelection,
    out: &mut Vec<f64>,
) {
    use SampleFormat::{Float, Signed, Unsigned};
    let to = SamplePicker {
        row,
        samples: layout.samples_in_block(),
        selection,
    };
    let le = little_endian;
    out.clear();
    // Numbers beyond 2^53 lose digits that no picture shows.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_wrap)]
    match (layout.format, layout.bits) {
        (Unsigned, 8) => to.each::<1>(out, |b| f64::from(b[0])),
        (Unsigned, 16) => to.each::<2>(out, |b| number::<2>(b, le) as f64),
        (Unsigned, 32) => to.each::<4>(out, |b| number::<4>(b, le) as f64),
        (Unsigned, 64) => to.each::<8>(out, |b| number::<8>(b, le) as f64),
        (Signed, 8) => to.each::<1>(out, |b| f64::from(b[0].cast_signed())),
        (Signed, 16) => to.each::<2>(out, |b| {
            f64::from(low::<u16>(number::<2>(b, le)).cast_signed())
        }),
        (Signed, 32) => to.each::<4>(out, |b| {
            f64::from(low::<u32>(number::<4>(b, le)).cast_signed())
        }),
        (Signed, _) => to.each::<8>(out, |b| number::<8>(b, le) as i64 as f64),
        (Float, 32) => to.each::<4>(out, |b| f64::from(f32::from_bits(low(number::<4>(b, le))))),
        (Float, _) => to.each::<8>(out, |b| f64::from_bits(number::<8>(b, le))),
        (Unsigned, bits) => to.each_of_bits(out, bits as usize),
    }
}

/// A number that is known to fit.
fn low<T: TryFrom<u64> + Default>(number: u64) -> T {
    T::try_from(number).unwrap_or_default()
}

struct SamplePicker<'a> {
    row: &'a [u8],
    samples: usize,
    selection: SampleSelection,
}

impl SamplePicker<'_> {
    fn places(&self) -> impl Iterator<Item = usize> {
        let SampleSelection {
            sample,
            first,
            end,
            step,
        } = self.selection;
        let samples = self.samples;
        (first..end)
            .step_by(step)
            .map(move |pixel| pixel * samples + sample)
    }

    fn each<const N: usize>(&self, out: &mut Vec<f64>, read: impl Fn(&[u8]) -> f64) {
        out.extend(self.places().map(|at| read(&self.row[at * N..at * N + N])));
    }

    /// Samples that are no whole bytes lie one behind the other, the highest bit first.
    fn each_of_bits(&self, out: &mut Vec<f64>, bits: usize) {
        out.extend(self.places().map(|at| {
            let begin = at * bits;
            let value = (begin..begin + bits).fold(0_u32, |value, bit| {
                value << 1 | u32::from(self.row[bit / 8] >> (7 - bit % 8) & 1)
            });
            f64::from(value)
        }));
    }
}
