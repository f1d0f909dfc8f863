//! Rasters that may be read only so fast.

use std::cell::Cell;
use std::io;
use std::thread::sleep;

use super::super::*;
use super::writing::{PLAIN, Page, bytes, file};

fn ramp() -> Vec<u8> {
    let block = (0..64 * 64_u32).map(|at| u8::try_from(at % 64 * 4).unwrap());
    bytes(PLAIN, &[Page::grey(64, 64, 8, block.collect())])
}

#[test]
fn bytes_are_asked_for_before_they_are_read() {
    let written = ramp();
    let admitted = Cell::new(0);
    let admit = |bytes: usize| {
        admitted.set(admitted.get() + bytes);
        Ok(())
    };
    let raster = file(&written);
    let pictures = make(PacedFile::new(&raster, &admit), &|| false).unwrap();
    assert_eq!(pictures, make(&raster, &|| false).unwrap());
    assert!(admitted.get() >= 64 * 64, "{}", admitted.get());
}

#[test]
fn waiting_for_bandwidth_takes_no_time_of_the_making() {
    let longest = Duration::from_millis(500);
    let waited = Cell::new(false);
    let admit = |_| {
        if !waited.replace(true) {
            sleep(longest + Duration::from_millis(200));
        }
        Ok(())
    };
    let raster = file(&ramp());
    let pictures = make_within(longest, &PacedFile::new(&raster, &admit), &|| false);
    assert!(pictures.is_ok(), "{pictures:?}");
}

#[test]
fn nothing_is_read_that_is_not_admitted() {
    let admit = |_| Err(io::Error::other("no more"));
    let raster = file(&ramp());
    assert!(make(PacedFile::new(&raster, &admit), &|| false).is_err());
}
