//! The zip format, reduced to what a package needs: stored entries whose size and CRC are known beforehand.
//!
//! Written here because the `zip` crate (9.4) can write to a sink without `Seek` only with data descriptors
//! (`ZipWriter::new_stream` sets bit 3 of every entry): stored entries with descriptors cannot be unpacked by readers
//! that stream, and the size of the archive is not known before it is written. A scene's size and CRC-32 are measured
//! at extraction, so every header can be made before the first byte is sent, and the exact size of a package with it.
//!
//! Sections are those of PKWARE's APPNOTE.TXT 6.3.10.

use chrono::{DateTime, Datelike, Timelike, Utc};
use domain::calendar::china_time;

/// Bit 11: the name is UTF-8 (4.4.4).
const FLAG_UTF8: u16 = 1 << 11;
const STORED: u16 = 0;
/// 4.4.3.2: 2.0 is the default, 4.5 says zip64.
const VERSION_PLAIN: u16 = 20;
const VERSION_ZIP64: u16 = 45;
/// 4.4.2: the upper byte is the system; 3 is UNIX, which makes the upper half of the external attributes a file mode.
const MADE_BY: u16 = (3 << 8) | VERSION_ZIP64;
/// A regular file, rw-r--r--.
const EXTERNAL_ATTRIBUTES: u32 = 0o100_644 << 16;
/// A 32-bit field with this value says: look in the zip64 extra field (4.5.3).
const IN_ZIP64: u32 = u32::MAX;
const MANY_ENTRIES: u64 = u16::MAX as u64;

/// One file of the archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZipEntry {
    /// Path within the archive, `/` between folders, at most 65,535 bytes.
    pub name: String,
    /// Bytes.
    pub size: u64,
    /// CRC-32 of the bytes.
    pub crc32: u32,
    /// Time of last change.
    pub modified: DateTime<Utc>,
}

impl ZipEntry {
    /// What stands before the entry's bytes (4.3.7).
    #[must_use]
    pub fn local_header(&self) -> Vec<u8> {
        let zip64 = self.size >= u64::from(IN_ZIP64);
        let mut extra = Vec::new();
        if zip64 {
            // 4.5.3: in the local header both sizes must be there.
            extra.extend(zip64_extra(&[self.size, self.size]));
        }
        extra.extend(self.time_extra());
        let mut out = Vec::with_capacity(30 + self.name.len() + extra.len());
        put32(&mut out, 0x0403_4b50);
        self.put_common(&mut out, zip64, extra.len());
        out.extend(self.name.as_bytes());
        out.extend(extra);
        out
    }

    /// The entry's line in the central directory (4.3.12); `offset` is where its local header starts.
    #[must_use]
    pub fn central_header(&self, offset: u64) -> Vec<u8> {
        let mut large = Vec::new();
        if self.size >= u64::from(IN_ZIP64) {
            large.extend([self.size, self.size]);
        }
        if offset >= u64::from(IN_ZIP64) {
            large.push(offset);
        }
        let mut extra = zip64_extra(&large);
        extra.extend(self.time_extra());
        let mut out = Vec::with_capacity(46 + self.name.len() + extra.len());
        put32(&mut out, 0x0201_4b50);
        put16(&mut out, MADE_BY);
        self.put_common(&mut out, !large.is_empty(), extra.len());
        // No comment, first disk, no internal attributes.
        out.extend([0; 6]);
        put32(&mut out, EXTERNAL_ATTRIBUTES);
        put32(&mut out, clamp32(offset));
        out.extend(self.name.as_bytes());
        out.extend(extra);
        out
    }

    /// The fields both headers share, "version needed" to "extra field length".
    fn put_common(&self, out: &mut Vec<u8>, zip64: bool, extra_len: usize) {
        let version = if zip64 { VERSION_ZIP64 } else { VERSION_PLAIN };
        let (date, time) = dos_time(self.modified);
        for field in [version, FLAG_UTF8, STORED, time, date] {
            put16(out, field);
        }
        put32(out, self.crc32);
        put32(out, clamp32(self.size));
        put32(out, clamp32(self.size));
        put16(out, clamp16(self.name.len() as u64));
        put16(out, clamp16(extra_len as u64));
    }

    /// Info-ZIP's extended timestamp (4.6.1, id 0x5455): the time in UTC, as the MS-DOS fields know no zone.
    fn time_extra(&self) -> Vec<u8> {
        let seconds = i32::try_from(self.modified.timestamp()).unwrap_or(0);
        let mut out = Vec::with_capacity(9);
        put16(&mut out, 0x5455);
        put16(&mut out, 5);
        // Bit 0: the time of modification is present.
        out.push(1);
        out.extend(seconds.to_le_bytes());
        out
    }
}

/// What stands after the central directory (4.3.14 to 4.3.16). The zip64 record is written only when it is needed,
/// so that old tools open small packages.
#[must_use]
pub fn end_of_archive(entries: u64, directory_offset: u64, directory_size: u64) -> Vec<u8> {
    let mut out = Vec::new();
    let limit = u64::from(IN_ZIP64);
    if entries >= MANY_ENTRIES || directory_offset >= limit || directory_size >= limit {
        put32(&mut out, 0x0606_4b50);
        // 4.3.14.1: the size of the rest of this record.
        put64(&mut out, 44);
        put16(&mut out, MADE_BY);
        put16(&mut out, VERSION_ZIP64);
        out.extend([0; 8]);
        for field in [entries, entries, directory_size, directory_offset] {
            put64(&mut out, field);
        }
        put32(&mut out, 0x0706_4b50);
        put32(&mut out, 0);
        put64(&mut out, directory_offset + directory_size);
        put32(&mut out, 1);
    }
    put32(&mut out, 0x0605_4b50);
    out.extend([0; 4]);
    put16(&mut out, clamp16(entries));
    put16(&mut out, clamp16(entries));
    put32(&mut out, clamp32(directory_size));
    put32(&mut out, clamp32(directory_offset));
    put16(&mut out, 0);
    out
}

/// The central directory and what follows it, in pieces of about 1 MiB: with a million entries it is large itself.
pub fn directory<'a>(
    entries: impl IntoIterator<Item = &'a ZipEntry>,
) -> impl Iterator<Item = Vec<u8>> {
    let mut entries = entries.into_iter().peekable();
    let (mut count, mut offset, mut size) = (0_u64, 0_u64, 0_u64);
    let mut ended = false;
    std::iter::from_fn(move || {
        if ended {
            return None;
        }
        let mut piece = Vec::new();
        while piece.len() < 1 << 20
            && let Some(entry) = entries.next()
        {
            piece.extend(entry.central_header(offset));
            offset += entry.local_header().len() as u64 + entry.size;
            count += 1;
        }
        size += piece.len() as u64;
        if entries.peek().is_none() {
            ended = true;
            piece.extend(end_of_archive(count, offset, size));
        }
        Some(piece)
    })
}

/// The exact size of an archive of `entries`.
pub fn archive_size<'a>(entries: impl IntoIterator<Item = &'a ZipEntry>) -> u64 {
    let (mut count, mut offset, mut directory) = (0, 0, 0);
    for entry in entries {
        directory += entry.central_header(offset).len() as u64;
        offset += entry.local_header().len() as u64 + entry.size;
        count += 1;
    }
    offset + directory + end_of_archive(count, offset, directory).len() as u64
}

/// 4.5.3, id 0x0001; empty when no field needs it.
fn zip64_extra(fields: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    if fields.is_empty() {
        return out;
    }
    put16(&mut out, 1);
    put16(&mut out, clamp16(8 * fields.len() as u64));
    for field in fields {
        put64(&mut out, *field);
    }
    out
}

/// MS-DOS date and time (4.4.6): local time in steps of two seconds from 1980 to 2107. The one civil time of China,
/// UTC+8, is the local time of those who unpack.
fn dos_time(time: DateTime<Utc>) -> (u16, u16) {
    let local = china_time(time);
    let Ok(year @ 0..=127) = u32::try_from(local.year() - 1980) else {
        return (0x21, 0);
    };
    let date = (year << 9) | (local.month() << 5) | local.day();
    let clock = (local.hour() << 11) | (local.minute() << 5) | (local.second() / 2);
    (clamp16(date.into()), clamp16(clock.into()))
}

fn clamp16(value: u64) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}

fn clamp32(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(IN_ZIP64)
}

fn put16(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_le_bytes());
}

fn put32(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_le_bytes());
}

fn put64(out: &mut Vec<u8>, value: u64) {
    out.extend(value.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dos_times_are_chinas() {
        let time = DateTime::parse_from_rfc3339("2026-11-21T16:30:41Z").unwrap();
        let (date, clock) = dos_time(time.to_utc());
        assert_eq!((date >> 9, (date >> 5) & 15, date & 31), (46, 11, 22));
        assert_eq!((clock >> 11, (clock >> 5) & 63, clock & 31), (0, 30, 20));
        let early = DateTime::from_timestamp(0, 0).unwrap();
        assert_eq!(dos_time(early), (0x21, 0));
    }
}
