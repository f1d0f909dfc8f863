//! When an image was taken.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

/// What a time was read from, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeSource {
    /// The tag DateTime of the TIFF (306).
    Tag,
    /// A date in the file's name.
    Name,
    /// The file's time of last change.
    Modified,
}

/// All times are taken as UTC: neither the tag nor a name has a zone, and satellites keep UTC.
pub(super) fn choose(
    stamp: Option<&str>,
    name: &str,
    modified: DateTime<Utc>,
) -> (DateTime<Utc>, TimeSource) {
    let tag = stamp.and_then(from_tag).map(|time| (time, TimeSource::Tag));
    tag.or_else(|| from_name(name).map(|time| (time, TimeSource::Name)))
        .unwrap_or((modified, TimeSource::Modified))
}

/// TIFF 6.0, page 31: `YYYY:MM:DD HH:MM:SS`.
fn from_tag(stamp: &str) -> Option<DateTime<Utc>> {
    let stamp = stamp.trim_matches(['\0', ' ']);
    let time = NaiveDateTime::parse_from_str(stamp, "%Y:%m:%d %H:%M:%S").ok()?;
    Some(time.and_utc())
}

/// The first date in the name: products put the acquisition before the processing
/// (`LC08_L1TP_123032_20160831_20170321_01_T1`, `S2B_MSIL2A_20240828T174909_...`, `GF1_PMS1_E116.9_N40.3_20160831_L1A`).
fn from_name(name: &str) -> Option<DateTime<Utc>> {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let digits = digits_from(bytes, at);
        if digits == 0 {
            at += 1;
            continue;
        }
        if let Some(time) = time_at(bytes, at, digits) {
            return Some(time);
        }
        at += digits;
    }
    None
}

fn time_at(bytes: &[u8], at: usize, digits: usize) -> Option<DateTime<Utc>> {
    match digits {
        14 => Some(
            date(&bytes[at..at + 8])?
                .and_time(time(&bytes[at + 8..at + 14])?)
                .and_utc(),
        ),
        8 => Some(
            date(&bytes[at..at + 8])?
                .and_time(time_after(bytes, at + 8))
                .and_utc(),
        ),
        4 => {
            // 2016-08-31, 2016_08_31
            let rest = bytes.get(at + 4..at + 10)?;
            let alike = rest[0] == rest[3] && matches!(rest[0], b'-' | b'_' | b'.');
            if !alike || digits_from(bytes, at + 8) != 2 {
                return None;
            }
            let packed = [&bytes[at..at + 4], &rest[1..3], &rest[4..6]].concat();
            Some(date(&packed)?.and_time(NaiveTime::MIN).and_utc())
        }
        _ => None,
    }
}

fn digits_from(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// `T101112` or `_101112` behind a date; midnight if there is none.
fn time_after(bytes: &[u8], at: usize) -> NaiveTime {
    let separated = matches!(bytes.get(at), Some(b'T' | b't' | b'_' | b'-'));
    if !separated || digits_from(bytes, at + 1) != 6 {
        return NaiveTime::MIN;
    }
    time(&bytes[at + 1..at + 7]).unwrap_or(NaiveTime::MIN)
}

fn date(digits: &[u8]) -> Option<NaiveDate> {
    let year = number(&digits[..4])?;
    // Before the first picture from orbit, or a number that only looks like a year.
    if !(1960..2100).contains(&year) {
        return None;
    }
    NaiveDate::from_ymd_opt(
        year.cast_signed(),
        number(&digits[4..6])?,
        number(&digits[6..8])?,
    )
}

fn time(digits: &[u8]) -> Option<NaiveTime> {
    NaiveTime::from_hms_opt(
        number(&digits[..2])?,
        number(&digits[2..4])?,
        number(&digits[4..6])?,
    )
}

fn number(digits: &[u8]) -> Option<u32> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Option<String> {
        from_name(name).map(|time| time.format("%Y-%m-%dT%H:%M:%S").to_string())
    }

    #[test]
    fn names_of_known_products_are_understood() {
        for (name, time) in [
            (
                "LC08_L1TP_123032_20160831_20170321_01_T1.TIF",
                "2016-08-31T00:00:00",
            ),
            (
                "S2B_MSIL2A_20240828T174909_R141_T13TEF.tif",
                "2024-08-28T17:49:09",
            ),
            (
                "GF1_PMS1_E116.9_N40.3_20160831_L1A0001795441.tiff",
                "2016-08-31T00:00:00",
            ),
            (
                "S1A_IW_GRDH_1SDV_20180716T060623_x.tiff",
                "2018-07-16T06:06:23",
            ),
            ("影像 2016-08-31.tif", "2016-08-31T00:00:00"),
            ("x20160831235959.tif", "2016-08-31T23:59:59"),
        ] {
            assert_eq!(named(name).as_deref(), Some(time), "{name}");
        }
    }

    #[test]
    fn other_numbers_are_no_dates() {
        for name in [
            "",
            "a.tif",
            "NE-SR_110000.tif",
            "12345678.tif",
            "20161301.tif",
            "9999-99-99",
            "2016-08-311",
        ] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn the_tag_comes_first_if_it_is_one() {
        let modified = DateTime::from_timestamp(0, 0).unwrap();
        let (time, source) = choose(Some("2010:01:02 03:04:05\0"), "a_20160831.tif", modified);
        assert_eq!((time.timestamp(), source), (1_262_401_445, TimeSource::Tag));
        let (_, source) = choose(Some("0000:00:00 00:00:00"), "a_20160831.tif", modified);
        assert_eq!(source, TimeSource::Name);
        assert_eq!(
            choose(None, "a.tif", modified),
            (modified, TimeSource::Modified)
        );
    }
}
