//! LZW as TIFF writes it (TIFF 6.0, section 13), a piece at a time.

use std::io::{self, BufRead, Read};

use weezl::decode::Decoder;
use weezl::{BitOrder, LzwStatus};

pub(super) struct LzwReader<R> {
    packed: R,
    decoder: Decoder,
    done: bool,
}

impl<R: BufRead> LzwReader<R> {
    pub(super) fn new(packed: R) -> Self {
        Self {
            packed,
            decoder: Decoder::with_tiff_size_switch(BitOrder::Msb, 8),
            done: false,
        }
    }
}

impl<R: BufRead> Read for LzwReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.done && !into.is_empty() {
            let input = self.packed.fill_buf()?;
            let at_end = input.is_empty();
            let result = self.decoder.decode_bytes(input, into);
            self.packed.consume(result.consumed_in);
            let status = result
                .status
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            self.done = matches!(status, LzwStatus::Done);
            if result.consumed_out > 0 {
                return Ok(result.consumed_out);
            }
            if at_end || (result.consumed_in == 0 && matches!(status, LzwStatus::NoProgress)) {
                break;
            }
        }
        Ok(0)
    }
}
