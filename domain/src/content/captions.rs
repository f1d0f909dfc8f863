//! Captions of a video (`WebVTT`, W3C).

use crate::text::is_forbidden;

/// Most bytes: hours of speech.
pub const LARGEST: u64 = 512 * 1024;

/// The text, if the bytes are a `WebVTT` file with at least one cue. A byte order mark is left out.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let rest = text.strip_prefix("WEBVTT")?;
    let begins = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']);
    let has_cue = rest.lines().any(is_timing);
    let sound = !text.chars().any(|c| is_forbidden(c, false));
    (begins && has_cue && sound).then_some(text)
}

/// `00:01.000 --> 00:04.000`, hours before where there are any, settings behind.
fn is_timing(line: &str) -> bool {
    let Some((from, rest)) = line.split_once("-->") else {
        return false;
    };
    let until = rest.split_whitespace().next().unwrap_or_default();
    is_timestamp(from.trim()) && is_timestamp(until)
}

fn is_timestamp(text: &str) -> bool {
    let Some((clock, millis)) = text.split_once('.') else {
        return false;
    };
    let parts: Vec<_> = clock.split(':').collect();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(parts.len(), 2 | 3)
        && parts.iter().all(|part| digits(part) && part.len() >= 2)
        && millis.len() == 3
        && digits(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_cue_is_read() {
        for text in [
            "WEBVTT\n\n00:01.000 --> 00:04.000\n检索\n",
            "\u{FEFF}WEBVTT 说明\r\n\r\n1\r\n00:00:01.000 --> 00:00:04.000 align:start\r\n下单\r\n",
        ] {
            assert_eq!(
                read(text.as_bytes()),
                Some(text.trim_start_matches('\u{FEFF}'))
            );
        }
        for text in [
            "",
            "WEBVTT",
            "WEBVTT\n\n没有时间\n",
            "WEBVTTX\n\n00:01.000 --> 00:04.000\nx",
            "1\n00:00:01,000 --> 00:00:04,000\nSubRip\n",
            "WEBVTT\n\n1.000 --> 4.000\nx",
            "WEBVTT\n\n00:01.000 --> 00:04.000\na\u{202E}b",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text:?}");
        }
        assert_eq!(read(b"WEBVTT\n\n00:01.000 --> 00:04.000\n\xFF"), None);
    }
}
