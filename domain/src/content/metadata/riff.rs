//! `WebP` (RFC 9649).

use super::exif;

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
/// What of a frame of an animation stands before its chunks (section 2.7.1.1).
const FRAME_HEADER: usize = 16;
const EXIF: &[u8] = b"EXIF";
const CANVAS: &[u8] = b"VP8X";
const FRAME: &[u8] = b"ANMF";

/// What a viewer needs: the picture, its transparency and colours, and of an animation its frames.
const NEEDED: [&[u8]; 7] = [CANVAS, b"VP8 ", b"VP8L", b"ALPH", b"ICCP", b"ANIM", FRAME];

/// Bits of the canvas that say what else there is (section 2.7.1).
const HAS_EXIF: u8 = 0x08;
const HAS_XMP: u8 = 0x04;

struct Chunk<'a> {
    kind: &'a [u8],
    content: &'a [u8],
}

fn chunks(mut rest: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut chunks = Vec::new();
    while !rest.is_empty() {
        let kind = rest.get(..4)?;
        let length = u32::from_le_bytes(rest.get(4..CHUNK_HEADER)?.try_into().ok()?);
        let behind = usize::try_from(length).ok()?.checked_add(CHUNK_HEADER)?;
        let content = rest.get(CHUNK_HEADER..behind)?;
        chunks.push(Chunk { kind, content });
        // A chunk of odd length is followed by a zero.
        rest = rest.get(behind + content.len() % 2..)?;
    }
    Some(chunks)
}

fn write(into: &mut Vec<u8>, kind: &[u8], content: &[u8]) -> Option<()> {
    into.extend_from_slice(kind);
    into.extend_from_slice(&u32::try_from(content.len()).ok()?.to_le_bytes());
    into.extend_from_slice(content);
    if content.len() % 2 == 1 {
        into.push(0);
    }
    Some(())
}

/// What of a chunk stays.
fn needed(chunk: &Chunk<'_>, turns: bool) -> Option<Vec<u8>> {
    let mut content = chunk.content.to_vec();
    if chunk.kind == CANVAS {
        let flags = content.first_mut()?;
        *flags &= !(HAS_EXIF | HAS_XMP);
        if turns {
            *flags |= HAS_EXIF;
        }
    }
    if chunk.kind == FRAME {
        let (header, inside) = chunk.content.split_at_checked(FRAME_HEADER)?;
        content = header.to_vec();
        for part in chunks(inside)? {
            if NEEDED.contains(&part.kind) {
                write(&mut content, part.kind, part.content)?;
            }
        }
    }
    Some(content)
}

/// The picture without what only describes it.
pub(super) fn cleaned(bytes: &[u8]) -> Option<Vec<u8>> {
    (bytes.starts_with(b"RIFF") && bytes.get(8..HEADER)? == b"WEBP").then_some(())?;
    let chunks = chunks(&bytes[HEADER..])?;
    let exif = chunks.iter().find(|chunk| chunk.kind == EXIF);
    // Only a canvas may say that there is Exif.
    let exif = exif.filter(|_| chunks.iter().any(|chunk| chunk.kind == CANVAS));
    let alone = exif.and_then(|chunk| exif::orientation_alone(chunk.content));
    let mut body = b"WEBP".to_vec();
    for chunk in chunks.iter().filter(|chunk| NEEDED.contains(&chunk.kind)) {
        write(&mut body, chunk.kind, &needed(chunk, alone.is_some())?)?;
    }
    if let Some(alone) = alone {
        write(&mut body, EXIF, &alone)?;
    }
    let mut cleaned = Vec::with_capacity(body.len() + CHUNK_HEADER);
    write(&mut cleaned, b"RIFF", &body)?;
    Some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
        let mut chunk = Vec::new();
        write(&mut chunk, kind, content).unwrap();
        chunk
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        chunk(b"RIFF", &[b"WEBP", &chunks.concat()[..]].concat())
    }

    fn canvas(flags: u8) -> Vec<u8> {
        chunk(CANVAS, &[flags, 0, 0, 0, 19, 0, 0, 9, 0, 0])
    }

    #[test]
    fn what_describes_a_picture_goes_and_what_draws_it_stays() {
        let (profile, data) = (chunk(b"ICCP", b"icc"), chunk(b"VP8L", &[0x2F, 1, 2, 3, 4]));
        let location = chunk(EXIF, b"II*\0\x08\0\0\0\0\0GPS");
        let xmp = chunk(b"XMP ", b"<x:xmpmeta/>");
        let bare = file(&[canvas(0x20), profile.clone(), data.clone()]);
        let telling = file(&[
            canvas(0x2C),
            profile,
            data.clone(),
            location,
            xmp,
            chunk(b"NOTE", b"x"),
        ]);
        assert_eq!(cleaned(&telling), Some(bare));
        let simple = file(&[data]);
        assert_eq!(cleaned(&simple), Some(simple.clone()));
        for length in HEADER + 1..simple.len() {
            assert_eq!(cleaned(&simple[..length]), None, "{length}");
        }
    }

    #[test]
    fn how_it_is_turned_stays_and_frames_are_cleaned_too() {
        let data = chunk(b"VP8L", &[0x2F, 1, 2, 3, 4, 5]);
        let turned = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let frame =
            |inside: &[Vec<u8>]| chunk(FRAME, &[&[0; FRAME_HEADER][..], &inside.concat()].concat());
        let told = file(&[
            canvas(0x0E),
            frame(&[data.clone(), chunk(EXIF, b"GPS")]),
            chunk(EXIF, &[exif::PREFIX, turned, b"GPS"].concat()),
            chunk(b"XMP ", b"x"),
        ]);
        let kept = file(&[canvas(0x0A), frame(&[data]), chunk(EXIF, turned)]);
        assert_eq!(cleaned(&told), Some(kept));
    }
}
