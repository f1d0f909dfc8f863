//! What an uploaded video is, by its content, while it streams past.

/// The containers that every browser plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoFormat {
    /// ISO base media (ISO/IEC 14496-12) with a brand of MP4.
    Mp4,
    /// `WebM`: Matroska (RFC 9559) whose document type is `webm`.
    Webm,
}

impl VideoFormat {
    /// The media type, which is stored and sent.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Mp4 => "video/mp4",
            Self::Webm => "video/webm",
        }
    }

    /// Reads the media type that was stored.
    #[must_use]
    pub fn of_media_type(word: &str) -> Option<Self> {
        [Self::Mp4, Self::Webm]
            .into_iter()
            .find(|format| format.media_type() == word)
    }

    /// By the first bytes; `None`: neither, as far as they tell.
    fn sniff(head: &[u8]) -> Option<Self> {
        if is_webm(head) {
            return Some(Self::Webm);
        }
        is_mp4(head).then_some(Self::Mp4)
    }
}

/// Why an upload is no video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VideoFault {
    /// Any other format than MP4 and WebM.
    OtherFormat,
    /// It is not whole, or something hangs behind it.
    Damaged,
}

/// Kept from the beginning.
const HEAD_BYTES: usize = 4096;
/// Brands of MP4 (mp4ra.org): `QuickTime`'s own (`qt  `) is not among them, as browsers do not all play it.
const BRANDS: [&[u8; 4]; 13] = [
    b"isom", b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"iso8", b"mp41", b"mp42", b"avc1",
    b"dash", b"M4V ", b"mmp4",
];

fn is_mp4(head: &[u8]) -> bool {
    let Some(length) = head.get(..4).and_then(|four| four.try_into().ok()) else {
        return false;
    };
    let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
    if head.get(4..8) != Some(b"ftyp") || !(16..=HEAD_BYTES).contains(&length) {
        return false;
    }
    let brands = head.get(8..length.min(head.len())).unwrap_or_default();
    // The second word is the version of the first.
    brands
        .chunks_exact(4)
        .enumerate()
        .any(|(at, brand)| at != 1 && BRANDS.iter().any(|known| brand == *known))
}

/// The EBML header, its document type, and the segment behind it.
fn is_webm(head: &[u8]) -> bool {
    const EBML: &[u8] = &[0x1A, 0x45, 0xDF, 0xA3];
    const SEGMENT: &[u8] = &[0x18, 0x53, 0x80, 0x67];
    const WEBM: &[u8] = b"\x42\x82\x84webm";
    let begin = &head[..head.len().min(256)];
    let holds = |part: &[u8]| begin.windows(part.len()).any(|window| window == part);
    head.starts_with(EBML) && holds(WEBM) && holds(SEGMENT)
}

/// Follows a video from its first to its last byte, and keeps hardly anything of it.
#[derive(Debug, Default)]
pub struct VideoProbe {
    head: Vec<u8>,
    size: u64,
    boxes: Boxes,
}

impl VideoProbe {
    /// Sees the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        let room = HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.boxes.push(bytes);
    }

    /// Bytes seen.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// What it was. An MP4's boxes fill the file and are those that a player needs; a `WebM` is what it begins as: its
    /// lengths may be left open.
    ///
    /// # Errors
    /// When it is neither.
    pub fn format(&self) -> Result<VideoFormat, VideoFault> {
        let format = VideoFormat::sniff(&self.head).ok_or(VideoFault::OtherFormat)?;
        if format == VideoFormat::Mp4 && !self.boxes.are_whole() {
            return Err(VideoFault::Damaged);
        }
        Ok(format)
    }
}

/// The outermost boxes of an MP4.
#[derive(Debug, Default)]
struct Boxes {
    /// What has arrived of the header of the next box.
    header: Vec<u8>,
    /// Bytes of the box that are still to come.
    rest: u64,
    has_index: bool,
    has_media: bool,
    extent: Extent,
}

/// How far what has been seen can be followed.
#[derive(Debug, Default, PartialEq, Eq)]
enum Extent {
    /// Box by box.
    #[default]
    Counted,
    /// To the end of the file: the last box says so.
    Open,
    /// Not at all: these are no boxes.
    Broken,
}

impl Boxes {
    fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() && self.extent == Extent::Counted {
            if self.rest > 0 {
                let step = usize::try_from(self.rest)
                    .unwrap_or(usize::MAX)
                    .min(bytes.len());
                self.rest -= step as u64;
                bytes = &bytes[step..];
                continue;
            }
            self.header.push(bytes[0]);
            bytes = &bytes[1..];
            self.begin();
        }
    }

    /// Begins a box as soon as its header is there: a length of 32 bits and a name, and where the length is 1 another of
    /// 64 bits.
    fn begin(&mut self) {
        let [a, b, c, d, name @ ..] = self.header.as_slice() else {
            return;
        };
        let short = u32::from_be_bytes([*a, *b, *c, *d]);
        let needed = if short == 1 { 16 } else { 8 };
        if name.len() + 4 < needed {
            return;
        }
        let long = self
            .header
            .get(8..16)
            .and_then(|eight| eight.try_into().ok());
        let length = match (short, long) {
            (0, _) => None,
            (1, Some(long)) => Some(u64::from_be_bytes(long)),
            _ => Some(u64::from(short)),
        };
        match &self.header[4..8] {
            b"moov" => self.has_index = true,
            b"mdat" | b"moof" => self.has_media = true,
            kind if !kind.iter().all(|byte| (0x20..0x7F).contains(byte)) => {
                self.extent = Extent::Broken;
            }
            _ => {}
        }
        match length.map(|length| length.checked_sub(needed as u64)) {
            None if self.extent == Extent::Counted => self.extent = Extent::Open,
            None => {}
            Some(Some(rest)) => self.rest = rest,
            Some(None) => self.extent = Extent::Broken,
        }
        self.header.clear();
    }

    fn are_whole(&self) -> bool {
        self.has_index
            && self.has_media
            && self.extent != Extent::Broken
            && self.rest == 0
            && self.header.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mp4_box(name: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).unwrap();
        [&length.to_be_bytes()[..], &name, content].concat()
    }

    fn mp4() -> Vec<u8> {
        [
            mp4_box(*b"ftyp", b"isom\0\0\x02\0isomiso2avc1mp41"),
            mp4_box(*b"moov", &[7; 40]),
            mp4_box(*b"mdat", &[9; 100]),
        ]
        .concat()
    }

    fn webm() -> Vec<u8> {
        let header = b"\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\x82\x84webm\x42\x87\x81\x04";
        [
            &header[..],
            b"\x18\x53\x80\x67\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
            &[3; 50],
        ]
        .concat()
    }

    fn probe(pieces: &[&[u8]]) -> Result<VideoFormat, VideoFault> {
        let mut probe = VideoProbe::default();
        for piece in pieces {
            probe.push(piece);
        }
        probe.format()
    }

    #[test]
    fn videos_are_known_by_their_content() {
        let long = [
            &1_u32.to_be_bytes()[..],
            b"mdat",
            &20_u64.to_be_bytes(),
            &[1; 4],
        ]
        .concat();
        let open = [&0_u32.to_be_bytes()[..], b"mdat", &[1; 77]].concat();
        let start = mp4_box(*b"ftyp", b"mp42\0\0\0\0");
        let index = mp4_box(*b"moov", &[]);
        let table = [
            (mp4(), Ok(VideoFormat::Mp4)),
            ([&start[..], &long, &index].concat(), Ok(VideoFormat::Mp4)),
            ([&start[..], &index, &open].concat(), Ok(VideoFormat::Mp4)),
            (webm(), Ok(VideoFormat::Webm)),
            (
                [mp4(), b"PK\x03\x04".to_vec()].concat(),
                Err(VideoFault::Damaged),
            ),
            ([&start[..], &index].concat(), Err(VideoFault::Damaged)),
            ([&start[..], &long].concat(), Err(VideoFault::Damaged)),
            (
                [mp4_box(*b"ftyp", b"qt  \0\0\0\0"), mp4()].concat(),
                Err(VideoFault::OtherFormat),
            ),
            (Vec::new(), Err(VideoFault::OtherFormat)),
            (b"<html>".to_vec(), Err(VideoFault::OtherFormat)),
            (
                b"\x1A\x45\xDF\xA3\x42\x82\x88matroska".to_vec(),
                Err(VideoFault::OtherFormat),
            ),
            (b"\0\0\0\x08ftyp".to_vec(), Err(VideoFault::OtherFormat)),
        ];
        for (bytes, result) in table {
            assert_eq!(
                probe(&[&bytes]),
                result,
                "{:?}",
                &bytes[..bytes.len().min(24)]
            );
        }
    }

    proptest! {
        #[test]
        fn pieces_make_no_difference(cut in 0usize..190) {
            let whole = mp4();
            let (head, tail) = whole.split_at(cut.min(whole.len()));
            prop_assert_eq!(probe(&[head, tail]), Ok(VideoFormat::Mp4));
        }

        #[test]
        fn what_breaks_off_is_no_video(cut in 0usize..190) {
            let whole = mp4();
            prop_assume!(cut < whole.len());
            prop_assert!(probe(&[&whole[..cut]]).is_err());
        }

        #[test]
        fn anything_is_followed_without_a_panic(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6)) {
            let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
            let _ = probe(&pieces);
        }
    }
}
