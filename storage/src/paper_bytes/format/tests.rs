use proptest::prelude::*;

use super::*;
use crate::paper_bytes::PaperCheck;

const OBJECT: &str = "attachments/01890000-0000-7000-8000-000000000001";
const MIB: usize = 1 << 20;

fn key() -> ServerKey {
    ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap()
}

fn paper(size: usize) -> Vec<u8> {
    // 251 is prime, so that no two chunks are alike.
    (0..251).cycle().take(size).collect()
}

/// In pieces of odd lengths, as they come from a network.
fn sealed(paper: &[u8], object: &str) -> Vec<u8> {
    let mut sealer = PaperSealer::new(&key(), object);
    let mut out = Vec::new();
    for piece in paper.chunks(10_007) {
        sealer.push(piece, &mut out).unwrap();
    }
    sealer.finish(&mut out).unwrap();
    out
}

/// What a reader of the whole paper is given.
fn opened(object: &[u8], path: &str, size: usize) -> Result<Vec<u8>, PaperFault> {
    let header = Header::parse(object).ok_or(PaperFault::Damaged)?;
    let size = size as u64;
    let mut opener = PaperOpener::new((&key(), &header), path, size, 0..chunks(size))?;
    let mut out = Vec::new();
    for piece in object[Header::BYTES..].chunks(9_973) {
        opener.push(piece, &mut out)?;
    }
    opener.finish().map(|()| out)
}

fn opened_part(object: &[u8], size: usize, range: &Range<u64>) -> Result<Vec<u8>, PaperFault> {
    let header = Header::parse(object).ok_or(PaperFault::Damaged)?;
    let part = sealed_part(size as u64, range);
    let mut opener = PaperOpener::new((&key(), &header), OBJECT, size as u64, part.chunks.clone())?;
    let within = |at: u64| usize::try_from(at).unwrap();
    let mut out = Vec::new();
    opener.push(
        &object[within(part.bytes.start)..within(part.bytes.end)],
        &mut out,
    )?;
    opener.finish()?;
    let skip = within(part.skip);
    Ok(out[skip..skip + within(range.end - range.start)].to_vec())
}

#[test]
fn papers_of_every_size_come_back_and_have_the_length_that_is_worked_out() {
    for size in [
        0,
        1,
        CHUNK_BYTES - 1,
        CHUNK_BYTES,
        CHUNK_BYTES + 1,
        2 * CHUNK_BYTES,
        3 * MIB + 7,
    ] {
        let clear = paper(size);
        let object = sealed(&clear, OBJECT);
        assert_eq!(object.len() as u64, sealed_length(size as u64), "{size}");
        assert_eq!(opened(&object, OBJECT, size).unwrap(), clear, "{size}");
        let key = key();
        let mut check = PaperCheck::new(&key, OBJECT, size as u64);
        check.push(&object).unwrap();
        let (sum, sealed_under) = check.finish().unwrap();
        assert_eq!(sum, sum_of(&clear), "{size}");
        assert_eq!(sealed_under, Some(key.id()));
    }
}

fn sum_of(bytes: &[u8]) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).into()
}

/// A paper in clear is counted as it is, in however many pieces; and never taken for a sealed one.
#[test]
fn a_paper_in_clear_is_checked_too() {
    for size in [1, Header::BYTES - 1, Header::BYTES, 1000] {
        let clear = paper(size);
        let key = key();
        let mut check = PaperCheck::new(&key, OBJECT, size as u64);
        for piece in clear.chunks(7) {
            check.push(piece).unwrap();
        }
        assert_eq!(check.finish(), Ok((sum_of(&clear), None)), "{size}");
    }
    let key = key();
    let mut check = PaperCheck::new(&key, OBJECT, 5);
    check.push(b"four").unwrap();
    assert_eq!(check.finish(), Err(PaperFault::Damaged));
}

/// RFC 8998, appendix A.1: what seals the chunks is SM4-GCM.
#[test]
fn chunks_are_sealed_as_the_standard_says() {
    let hexadecimal = |text: &str| hex::decode(text).unwrap();
    let cipher = Cipher::new_from_slice(&hexadecimal("0123456789abcdeffedcba9876543210")).unwrap();
    let nonce: [u8; NONCE_BYTES] = hexadecimal("00001234567800000000abcd").try_into().unwrap();
    let mut text = hexadecimal(
        "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccdddddddddddddddd\
         eeeeeeeeeeeeeeeeffffffffffffffffeeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa",
    );
    let with = hexadecimal("feedfacedeadbeeffeedfacedeadbeefabaddad2");
    let tag = cipher
        .encrypt_inout_detached(&nonce.into(), &with, text.as_mut_slice().into())
        .unwrap();
    assert_eq!(
        hex::encode(&text),
        "17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735\
         d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d"
    );
    assert_eq!(hex::encode(tag), "83de3541e4c2b58177e065a9bf7b62ec");
}

#[test]
fn chunks_do_not_change_places_and_none_is_missing() {
    let size = 3 * CHUNK_BYTES;
    let whole = sealed(&paper(size), OBJECT);
    let length = CHUNK_BYTES + TAG_BYTES;
    let (header, body) = whole.split_at(Header::BYTES);
    let chunk = |at: usize| &body[at * length..(at + 1) * length];
    for order in [[1, 0, 2], [0, 2, 1], [0, 0, 2], [0, 1, 1], [2, 1, 0]] {
        let object = [header, chunk(order[0]), chunk(order[1]), chunk(order[2])].concat();
        assert_eq!(opened(&object, OBJECT, size), Err(PaperFault::Damaged));
    }
    // The same under a row that says otherwise: a shorter paper has another last chunk.
    let shorter = [header, chunk(0), chunk(1)].concat();
    let size = 2 * CHUNK_BYTES;
    assert_eq!(opened(&shorter, OBJECT, size), Err(PaperFault::Damaged));
    let longer = [header, chunk(0), chunk(1), chunk(2), chunk(2)].concat();
    let size = 4 * CHUNK_BYTES;
    assert_eq!(opened(&longer, OBJECT, size), Err(PaperFault::Damaged));
}

#[test]
fn papers_do_not_change_places() {
    let (one, other) = (paper(100), vec![7; 100]);
    let [object, swapped] = [&one, &other].map(|paper| sealed(paper, OBJECT));
    let elsewhere = "attachments/01890000-0000-7000-8000-000000000002";
    assert_eq!(opened(&object, elsewhere, 100), Err(PaperFault::Damaged));
    // The body of one behind the header of the other.
    let mixed = [&object[..Header::BYTES], &swapped[Header::BYTES..]].concat();
    assert_eq!(opened(&mixed, OBJECT, 100), Err(PaperFault::Damaged));
}

#[test]
fn another_key_is_told_from_damage_and_two_sealings_share_nothing() {
    let object = sealed(b"paper", OBJECT);
    let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
    let header = Header::parse(&object).unwrap();
    assert_eq!(header.key_id(), key().id());
    let refused = PaperOpener::new((&other, &header), OBJECT, 5, 0..1);
    assert_eq!(refused.err(), Some(PaperFault::OtherKey));
    let again = sealed(b"paper", OBJECT);
    assert_ne!(object[Header::BYTES..], again[Header::BYTES..]);
    assert!(!object.windows(5).any(|window| window == b"paper"));
    for format in [
        &b"%PDF-1.4"[..],
        b"\xFF\xD8\xFF\xE0",
        b"\x89PNG\r\n\x1a\n",
        b"PK\x03\x04",
    ] {
        assert_eq!(Header::parse(&[format, &[0; 64]].concat()), None);
    }
}

/// Sizes around the ends of chunks, and within them.
fn sizes() -> impl Strategy<Value = usize> {
    prop_oneof![
        0..200_usize,
        (1..4_usize, 0..3_usize).prop_map(|(chunks, more)| chunks * CHUNK_BYTES + more - 1),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_flipped_bit_is_found(size in sizes(), at: prop::sample::Index, bit in 0..8_u8) {
        let mut object = sealed(&paper(size), OBJECT);
        let at = at.index(object.len());
        object[at] ^= 1 << bit;
        prop_assert!(opened(&object, OBJECT, size).is_err());
    }

    #[test]
    fn any_cut_is_found(size in sizes(), at: prop::sample::Index) {
        let object = sealed(&paper(size), OBJECT);
        prop_assert!(opened(&object[..at.index(object.len())], OBJECT, size).is_err());
    }

    #[test]
    fn anything_appended_is_found(size in sizes(), more in prop::collection::vec(any::<u8>(), 1..40)) {
        let object = [sealed(&paper(size), OBJECT), more].concat();
        prop_assert!(opened(&object, OBJECT, size).is_err());
    }

    #[test]
    fn any_part_is_the_slice(size in sizes().prop_filter("empty", |size| *size > 0), from: prop::sample::Index, to: prop::sample::Index) {
        let clear = paper(size);
        let object = sealed(&clear, OBJECT);
        let (from, to) = (from.index(size), to.index(size));
        let (from, to) = (from.min(to), from.max(to) + 1);
        let part = opened_part(&object, size, &(from as u64..to as u64)).unwrap();
        prop_assert_eq!(&part[..], &clear[from..to]);
    }
}
