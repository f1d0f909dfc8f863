//! PackBits (TIFF 6.0, section 9).

use std::io::{self, BufRead, Read};

pub(super) struct PackBits<R> {
    packed: R,
    run: Run,
}

enum Run {
    /// So many bytes as they are.
    Literal(usize),
    /// One byte so many times.
    Repeat(u8, usize),
}

impl<R: BufRead> PackBits<R> {
    pub(super) const fn new(packed: R) -> Self {
        Self {
            packed,
            run: Run::Literal(0),
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.packed.fill_buf()?.first().copied();
        self.packed.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// False at the end.
    fn next_run(&mut self) -> io::Result<bool> {
        let Some(head) = self.byte()? else {
            return Ok(false);
        };
        self.run = match head {
            0..=127 => Run::Literal(usize::from(head) + 1),
            // No operation.
            128 => Run::Literal(0),
            129..=255 => {
                let byte = self.byte()?.ok_or(io::ErrorKind::UnexpectedEof)?;
                Run::Repeat(byte, 257 - usize::from(head))
            }
        };
        Ok(true)
    }
}

impl<R: BufRead> Read for PackBits<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.run {
                Run::Literal(0) | Run::Repeat(_, 0) => {
                    if !self.next_run()? {
                        return Ok(0);
                    }
                }
                Run::Literal(left) => {
                    let length = into.len().min(*left);
                    let read = self.packed.read(&mut into[..length])?;
                    *left -= read;
                    return Ok(read);
                }
                Run::Repeat(byte, left) => {
                    let length = into.len().min(*left);
                    into[..length].fill(*byte);
                    *left -= length;
                    return Ok(length);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_unpacks() {
        let packed = [
            0xFE, 0xAA, 0x02, 0x80, 0x00, 0x2A, 0xFD, 0xAA, 0x03, 0x80, 0x00, 0x2A, 0x22, 0xF7,
            0xAA,
        ];
        let mut unpacked = Vec::new();
        PackBits::new(&packed[..])
            .read_to_end(&mut unpacked)
            .unwrap();
        let expected = [
            &[0xAA; 3][..],
            &[0x80, 0x00, 0x2A],
            &[0xAA; 4],
            &[0x80, 0x00, 0x2A, 0x22],
            &[0xAA; 10],
        ];
        assert_eq!(unpacked, expected.concat());
        let cut = PackBits::new(&[0xFE][..]).read_to_end(&mut unpacked);
        assert_eq!(cut.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }
}
