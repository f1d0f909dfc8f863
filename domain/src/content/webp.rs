//! `WebP` (RFC 9649): whether bytes are one picture from the first to the last, and how large it is.

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;

/// Width and height, in pixels, if the bytes are a whole `WebP` and nothing else: its chunks fill the file, and one of them
/// holds a picture.
#[must_use]
pub fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if !is_webp(bytes) || u64::from(u32_at(bytes, 4)?) + 8 != bytes.len() as u64 {
        return None;
    }
    let (mut at, mut canvas, mut picture) = (HEADER, None, None);
    while at < bytes.len() {
        let kind = bytes.get(at..at + 4)?;
        let length = usize::try_from(u32_at(bytes, at + 4)?).ok()?;
        let begin = at + CHUNK_HEADER;
        let content = bytes.get(begin..begin.checked_add(length)?)?;
        match kind {
            b"VP8X" => canvas = Some(extended(content)?),
            b"VP8 " => picture = picture.or(Some(lossy(content)?)),
            b"VP8L" => picture = picture.or(Some(lossless(content)?)),
            // Of an animation: its frames lie on the canvas.
            b"ANMF" => picture = picture.or(Some(canvas?)),
            _ => {}
        }
        // A chunk of odd length is followed by a zero.
        at = begin + length;
        if length % 2 == 1 {
            (*bytes.get(at)? == 0).then_some(())?;
            at += 1;
        }
    }
    let size = picture.map(|picture| canvas.unwrap_or(picture))?;
    (size.0 > 0 && size.1 > 0).then_some(size)
}

/// Whether the bytes begin as a `WebP` does.
#[must_use]
pub fn is_webp(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..HEADER) == Some(b"WEBP")
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

fn u24_at(bytes: &[u8], at: usize) -> Option<u32> {
    let three = bytes.get(at..at + 3)?;
    Some(u32::from_le_bytes([three[0], three[1], three[2], 0]))
}

/// The canvas (RFC 9649 section 2.7.1).
fn extended(content: &[u8]) -> Option<(u32, u32)> {
    Some((u24_at(content, 4)? + 1, u24_at(content, 7)? + 1))
}

/// A key frame of VP8 (RFC 6386 section 9.1).
fn lossy(content: &[u8]) -> Option<(u32, u32)> {
    (content.get(3..6)? == [0x9D, 0x01, 0x2A]).then_some(())?;
    let side = |at: usize| {
        let two = content.get(at..at + 2)?;
        Some(u32::from(u16::from_le_bytes(two.try_into().ok()?) & 0x3FFF))
    };
    Some((side(6)?, side(8)?))
}

/// RFC 9649 section 3.4.
fn lossless(content: &[u8]) -> Option<(u32, u32)> {
    (*content.first()? == 0x2F).then_some(())?;
    let bits = u32_at(content, 1)?;
    Some(((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
        let mut chunk = kind.to_vec();
        chunk.extend_from_slice(&u32::try_from(content.len()).unwrap().to_le_bytes());
        chunk.extend_from_slice(content);
        if content.len() % 2 == 1 {
            chunk.push(0);
        }
        chunk
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        let body = chunks.concat();
        let length = u32::try_from(body.len() + 4).unwrap();
        [&b"RIFF"[..], &length.to_le_bytes(), b"WEBP", &body].concat()
    }

    fn vp8l(width: u32, height: u32) -> Vec<u8> {
        let bits = (width - 1) | ((height - 1) << 14);
        let content = [&[0x2F][..], &bits.to_le_bytes(), &[0; 2]].concat();
        chunk(*b"VP8L", &content)
    }

    fn vp8(width: u16, height: u16) -> Vec<u8> {
        let content = [
            &[0x10, 0, 0, 0x9D, 0x01, 0x2A][..],
            &width.to_le_bytes(),
            &height.to_le_bytes(),
            &[0; 5],
        ];
        chunk(*b"VP8 ", &content.concat())
    }

    fn canvas(width: u32, height: u32) -> Vec<u8> {
        let mut content = vec![0; 4];
        content.extend_from_slice(&(width - 1).to_le_bytes()[..3]);
        content.extend_from_slice(&(height - 1).to_le_bytes()[..3]);
        chunk(*b"VP8X", &content)
    }

    #[test]
    fn whole_pictures_say_how_large_they_are() {
        let table = [
            (file(&[vp8l(20, 10)]), Some((20, 10))),
            (file(&[vp8(300, 200)]), Some((300, 200))),
            (
                file(&[canvas(16_384, 9), vp8(300, 200), chunk(*b"EXIF", b"x")]),
                Some((16_384, 9)),
            ),
            (
                file(&[canvas(40, 30), chunk(*b"ANMF", &[0; 16])]),
                Some((40, 30)),
            ),
            (file(&[canvas(40, 30)]), None),
            (file(&[]), None),
            (file(&[vp8(0, 10)]), None),
            ([file(&[vp8l(20, 10)]), b"<script>".to_vec()].concat(), None),
            (b"RIFF\x04\0\0\0WAVE".to_vec(), None),
        ];
        for (bytes, size) in table {
            assert_eq!(dimensions(&bytes), size, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn what_breaks_off_is_none(cut in 0usize..60) {
            let whole = file(&[canvas(40, 30), vp8(300, 200)]);
            prop_assume!(cut < whole.len());
            prop_assert_eq!(dimensions(&whole[..cut]), None);
        }

        #[test]
        fn anything_is_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = dimensions(&[&b"RIFF"[..], &bytes].concat());
        }
    }
}
