//! PNG (W3C, third edition).

use super::exif;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
const EXIF: &[u8] = b"eXIf";
const HEADER: &[u8] = b"IHDR";
const END: &[u8] = b"IEND";

/// What a viewer needs: the picture, its transparency, colours, size on paper, and of an animation its frames.
const NEEDED: [&[u8]; 20] = [
    HEADER, b"PLTE", b"IDAT", END, b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP",
    b"mDCV", b"cLLI", b"bKGD", b"hIST", b"pHYs", b"sPLT", b"acTL", b"fcTL", b"fdAT",
];

struct Chunk<'a> {
    kind: &'a [u8],
    content: &'a [u8],
    whole: &'a [u8],
}

/// The chunks before the last one; `None`: the file is no valid PNG.
fn chunks(bytes: &[u8]) -> Option<Vec<Chunk<'_>>> {
    let mut rest = bytes.strip_prefix(SIGNATURE)?;
    let mut chunks = Vec::new();
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
        let kind = rest.get(4..8)?;
        let behind = usize::try_from(length).ok()?.checked_add(8)?;
        let content = rest.get(8..behind)?;
        let whole = rest.get(..behind.checked_add(4)?)?;
        rest = &rest[whole.len()..];
        chunks.push(Chunk {
            kind,
            content,
            whole,
        });
        if kind == END {
            return Some(chunks);
        }
    }
}

/// The check of a chunk: CRC-32 as PNG has it, bit by bit, of a few bytes.
fn check_sum(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (POLYNOMIAL & 0_u32.wrapping_sub(sum & 1))
        })
    })
}

/// The chunk that says how the picture is to be turned.
fn orientation(chunks: &[Chunk<'_>]) -> Option<Vec<u8>> {
    let exif = chunks.iter().find(|chunk| chunk.kind == EXIF)?;
    let alone = exif::orientation_alone(exif.content)?;
    let length = u32::try_from(alone.len()).ok()?;
    let checked = [EXIF, &alone].concat();
    let sum = check_sum(&checked);
    Some([&length.to_be_bytes()[..], &checked, &sum.to_be_bytes()].concat())
}

/// The picture without what only describes it.
pub(super) fn cleaned(bytes: &[u8]) -> Option<Vec<u8>> {
    let chunks = chunks(bytes)?;
    let mut cleaned = SIGNATURE.to_vec();
    for chunk in chunks.iter().filter(|chunk| NEEDED.contains(&chunk.kind)) {
        cleaned.extend_from_slice(chunk.whole);
        if chunk.kind == HEADER {
            cleaned.extend(orientation(&chunks).into_iter().flatten());
        }
    }
    Some(cleaned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8], content: &[u8]) -> Vec<u8> {
        let checked = [kind, content].concat();
        let length = u32::try_from(content.len()).unwrap();
        let sum = check_sum(&checked);
        [&length.to_be_bytes()[..], &checked, &sum.to_be_bytes()].concat()
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [SIGNATURE, &chunks.concat()].concat()
    }

    #[test]
    fn what_describes_a_picture_goes_and_what_draws_it_stays() {
        // The check of the last chunk is the same in every PNG.
        assert_eq!(chunk(END, b""), b"\0\0\0\0IEND\xAE\x42\x60\x82");
        let (header, data, end) = (
            chunk(HEADER, &[0; 13]),
            chunk(b"IDAT", &[7; 9]),
            chunk(END, b""),
        );
        let profile = chunk(b"iCCP", b"icc\0\0x");
        let bare = file(&[header.clone(), profile.clone(), data.clone(), end.clone()]);
        let telling = file(&[
            header.clone(),
            chunk(b"tEXt", b"Author\0me"),
            profile,
            chunk(EXIF, b"MM\0*\0\0\0\x08\0\0GPS"),
            chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x/>"),
            chunk(b"tIME", &[7; 7]),
            chunk(b"zTXt", b"Comment\0\0x"),
            data.clone(),
            chunk(b"prVt", b"notes"),
            end.clone(),
        ]);
        assert_eq!(cleaned(&telling), Some(bare.clone()));
        for length in 0..bare.len() {
            assert_eq!(cleaned(&bare[..length]), None, "{length}");
        }
        let turned = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        let kept = file(&[
            header.clone(),
            chunk(EXIF, turned),
            data.clone(),
            end.clone(),
        ]);
        let location = [&turned[..], b"GPS"].concat();
        let told = file(&[header, data, chunk(EXIF, &location), end]);
        assert_eq!(cleaned(&told), Some(kept));
    }
}
