//! Files that are not as they were written are refused, and writers that were killed leave nothing that is taken for a segment.

#![allow(
    clippy::unwrap_used,
    reason = "clippy knows tests, and not what they call"
)]

use std::fs;
use std::time::{Duration, SystemTime};

use geometry::Footprint;
use scene_index::names::folded;
use scene_index::publish::{Arriving, path_of, publish, sweep};
use scene_index::{
    AlignedBytes, BuildError, OpenError, SceneRecord, SceneSource, Segment, SegmentBuilder,
};

fn small() -> AlignedBytes {
    let mut builder = SegmentBuilder::new();
    let source = builder.source(&SceneSource {
        node: 5,
        satellite: "GF1".into(),
        sensor: "PMS".into(),
        is_online: true,
        has_picture: false,
    });
    let source = source.unwrap();
    let outlines = [
        "POLYGON((100 30,101 30,101 31,100 31,100 30))",
        "POLYGON((100 30,101 30,101 31,100 30))",
        "",
    ];
    for (number, outline) in (1..).zip(outlines) {
        let scene = SceneRecord {
            number,
            source,
            time: Some(1_700_000_000_000_000),
            cloud: Some(12.5),
            size: 900,
            footprint: outline.parse().unwrap_or_default(),
            names: folded("Scene", &format!("id-{number}")),
        };
        builder.add(scene).unwrap();
    }
    builder.build().unwrap()
}

fn reopened(bytes: &[u8]) -> Result<Segment, OpenError> {
    let mut copy = AlignedBytes::zeros(bytes.len());
    copy.bytes_mut().copy_from_slice(bytes);
    Segment::from_bytes(copy)
}

#[test]
fn every_changed_byte_is_noticed() {
    let whole = small();
    assert_eq!(reopened(whole.bytes()).unwrap().len(), 3);
    let mut bytes = whole.bytes().to_vec();
    for at in 0..bytes.len() {
        for flip in [1, 0x80, 0xff] {
            bytes[at] ^= flip;
            assert!(reopened(&bytes).is_err(), "byte {at} with {flip:#x}");
            bytes[at] ^= flip;
        }
    }
}

#[test]
fn every_length_but_its_own_is_refused() {
    let whole = small();
    for length in 0..whole.bytes().len() {
        assert!(reopened(&whole.bytes()[..length]).is_err(), "{length}");
    }
    let longer = [whole.bytes(), &[0; 64]].concat();
    assert!(matches!(reopened(&longer), Err(OpenError::Length)));
}

#[test]
fn other_versions_and_other_files_are_named() {
    let mut bytes = small().bytes().to_vec();
    bytes[8] = 2;
    assert!(matches!(reopened(&bytes), Err(OpenError::Version(2))));
    assert!(matches!(
        reopened(b"something else"),
        Err(OpenError::NoSegment)
    ));
    assert!(matches!(reopened(b""), Err(OpenError::NoSegment)));
}

/// What stands before the columns is looked at even when the digest is not: no offset leads out of the file.
#[test]
fn a_file_that_is_opened_again_leads_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let whole = small();
    let mut bytes = whole.bytes().to_vec();
    // The header's lengths, counts and offsets.
    for at in 0..368 {
        for flip in [1, 0x80, 0xff] {
            bytes[at] ^= flip;
            let path = folder.path().join("changed");
            fs::write(&path, &bytes).unwrap();
            assert!(
                Segment::open_again(&path).is_err(),
                "byte {at} with {flip:#x}"
            );
            bytes[at] ^= flip;
        }
    }
}

#[test]
fn what_is_published_is_whole_and_what_was_left_is_swept() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = small();
    let path = publish(folder.path(), bytes.bytes()).unwrap();
    let segment = Segment::open(&path).unwrap();
    assert_eq!(path, path_of(folder.path(), segment.digest()));
    assert_eq!(
        Segment::open_again(&path).unwrap().digest(),
        segment.digest()
    );
    // Written again it is the same file.
    assert_eq!(publish(folder.path(), bytes.bytes()).unwrap(), path);
    let unfinished = folder.path().join(".unfinished-abc");
    fs::write(&unfinished, &bytes.bytes()[..100]).unwrap();
    let foreign = folder.path().join("README");
    fs::write(&foreign, "not ours").unwrap();
    // Somebody may be writing it.
    sweep(folder.path(), &[], SystemTime::UNIX_EPOCH).unwrap();
    assert!(path.exists() && unfinished.exists());
    let later = SystemTime::now() + Duration::from_mins(1);
    sweep(folder.path(), &[*segment.digest()], later).unwrap();
    assert!(path.exists() && foreign.exists() && !unfinished.exists());
    sweep(folder.path(), &[], later).unwrap();
    assert!(!path.exists());
    // What is mapped stays readable.
    assert_eq!(segment.row_of(2), Some(1));
    assert_eq!(segment.footprint(1).view().rings().count(), 1);
}

#[test]
fn what_arrives_gets_its_name_only_if_it_is_the_segment_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = small();
    let digest = *bytes.bytes().last_chunk().unwrap();
    let arrive = |parts: &[&[u8]], digest| {
        let mut arriving = Arriving::begin(folder.path()).unwrap();
        for part in parts {
            arriving.write(part).unwrap();
        }
        arriving.settle(digest)
    };
    let (first, rest) = bytes.bytes().split_at(200);
    assert!(matches!(arrive(&[first], &digest), Err(OpenError::Length)));
    let mut changed = rest.to_vec();
    let last = changed.len() - digest.len() - 1;
    changed[last] ^= 1;
    let refused = arrive(&[first, &changed], &digest);
    assert!(matches!(refused, Err(OpenError::Digest)));
    let refused = arrive(&[first, rest], &[7; 32]);
    assert!(matches!(refused, Err(OpenError::Digest)));
    // Nothing of it stays.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let segment = arrive(&[first, rest], &digest).unwrap();
    assert_eq!(segment.digest(), &digest);
    assert!(segment.check_digest().is_ok());
    let path = path_of(folder.path(), &digest);
    assert_eq!(fs::read(path).unwrap(), bytes.bytes());
}

#[test]
fn a_folder_that_takes_nothing_keeps_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = publish(folder.path(), small().bytes()).unwrap();
    let missing = folder.path().join("missing");
    assert!(publish(&missing, small().bytes()).is_err());
    assert!(Segment::open(&path).is_ok());
    assert!(matches!(
        Segment::open(&missing),
        Err(OpenError::Unreadable(_))
    ));
}

#[test]
fn scenes_that_have_no_room_are_refused() {
    let scene = SceneRecord {
        number: 1,
        source: 0,
        time: None,
        cloud: None,
        size: 0,
        footprint: Footprint::default(),
        names: Box::default(),
    };
    let mut builder = SegmentBuilder::new();
    let unknown = builder.add(scene.clone());
    assert_eq!(unknown, Err(BuildError::UnknownSource(1)));
    builder.source(&SceneSource::default()).unwrap();
    for changed in [
        SceneRecord {
            number: 1 << 40,
            ..scene.clone()
        },
        SceneRecord {
            size: 1 << 48,
            ..scene.clone()
        },
        SceneRecord {
            time: Some(i64::MAX),
            ..scene.clone()
        },
        SceneRecord {
            time: Some(i64::MIN),
            ..scene.clone()
        },
    ] {
        let number = changed.number;
        assert_eq!(builder.add(changed), Err(BuildError::OutOfRange(number)));
    }
    builder.add(scene.clone()).unwrap();
    builder.add(scene).unwrap();
    assert_eq!(builder.build().unwrap_err(), BuildError::Twice(1));
    let empty = SegmentBuilder::new().build().unwrap();
    assert!(Segment::from_bytes(empty).unwrap().is_empty());
    let mut builder = SegmentBuilder::new();
    let named = |node| SceneSource {
        node,
        ..SceneSource::default()
    };
    for node in 0..i64::from(u16::MAX) {
        builder.source(&named(node)).unwrap();
    }
    assert_eq!(builder.source(&named(-1)), Err(BuildError::TooManySources));
}
