//! The zip writer against other people's readers.

use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom, Write};
use std::process::Command;

use chrono::DateTime;
use proptest::prelude::*;
use workers::package::zip_writer::{ZipEntry, archive_size, directory};
use zip::ZipArchive;

fn entry(name: &str, bytes: &[u8]) -> ZipEntry {
    ZipEntry {
        name: name.to_owned(),
        size: bytes.len() as u64,
        crc32: crc32fast::hash(bytes),
        modified: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
    }
}

fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let entries: Vec<ZipEntry> = files.iter().map(|(n, b)| entry(n, b)).collect();
    let mut out = Vec::new();
    for (entry, (_, bytes)) in entries.iter().zip(files) {
        out.extend(entry.local_header());
        out.extend(bytes);
    }
    directory(&entries).for_each(|piece| out.extend(piece));
    assert_eq!(out.len() as u64, archive_size(&entries));
    out
}

/// Whether `program` is here; what cannot be asked is not asserted.
fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--help").output().is_ok();
    if !found {
        eprintln!("{program} is not installed: not asked");
    }
    found
}

/// Asks Info-ZIP and Python whether the archive at `path` is right.
fn ask_others(path: &std::path::Path) {
    if is_installed("unzip") {
        let out = Command::new("unzip").arg("-tq").arg(path).output().unwrap();
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stdout)
        );
    }
    if is_installed("python3") {
        let script =
            "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None";
        let out = Command::new("python3")
            .args(["-c", script])
            .arg(path)
            .output()
            .unwrap();
        assert!(
            out.status.success(),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_goes_in_comes_out(
        files in prop::collection::btree_map("[a-z影像 ]{1,12}", prop::collection::vec(any::<u8>(), 0..2000), 0..12)
    ) {
        let files: Vec<_> = files.into_iter().collect();
        let mut zip = ZipArchive::new(Cursor::new(archive(&files))).unwrap();
        prop_assert_eq!(zip.len(), files.len());
        for (index, (name, bytes)) in files.iter().enumerate() {
            let mut file = zip.by_index(index).unwrap();
            let mut found = Vec::new();
            prop_assert_eq!(file.name().unwrap(), name.as_str());
            file.read_to_end(&mut found).unwrap();
            prop_assert_eq!(&found, bytes);
        }
    }
}

#[test]
fn other_readers_find_no_fault() {
    let files = vec![
        ("scenes/影像 一.tif".to_owned(), vec![7; 100_000]),
        ("scenes/empty.tif".to_owned(), Vec::new()),
        ("SHA256SUMS".to_owned(), b"none".to_vec()),
    ];
    let mut file = tempfile::NamedTempFile::with_suffix(".zip").unwrap();
    file.write_all(&archive(&files)).unwrap();
    ask_others(file.path());
}

#[test]
fn more_entries_than_16_bits_count() {
    let files: Vec<_> = (0..70_000)
        .map(|n| (format!("{n}.txt"), Vec::new()))
        .collect();
    let mut file = tempfile::NamedTempFile::with_suffix(".zip").unwrap();
    file.write_all(&archive(&files)).unwrap();
    let mut zip = ZipArchive::new(File::open(file.path()).unwrap()).unwrap();
    assert_eq!(zip.len(), 70_000);
    assert_eq!(zip.by_index(69_999).unwrap().name().unwrap(), "69999.txt");
    ask_others(file.path());
}

/// The exact numbers at which a 32-bit field no longer holds.
#[test]
fn entries_at_and_over_4_gib() {
    for size in [u64::from(u32::MAX) - 1, u64::from(u32::MAX), (4 << 30) + 5] {
        let mut file = tempfile::NamedTempFile::with_suffix(".zip").unwrap();
        let large = ZipEntry {
            name: "scenes/large.tif".to_owned(),
            size,
            crc32: crc_of_zeros(size),
            modified: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        };
        let entries = [large, entry("after.txt", b"behind the large one")];
        let out = file.as_file_mut();
        out.write_all(&entries[0].local_header()).unwrap();
        // A hole in the file: zeros that take no room on the disk.
        out.seek(SeekFrom::Current(i64::try_from(size).unwrap()))
            .unwrap();
        out.write_all(&entries[1].local_header()).unwrap();
        out.write_all(b"behind the large one").unwrap();
        for piece in directory(&entries) {
            out.write_all(&piece).unwrap();
        }
        assert_eq!(out.metadata().unwrap().len(), archive_size(&entries));
        let mut zip = ZipArchive::new(File::open(file.path()).unwrap()).unwrap();
        assert_eq!(zip.by_index(0).unwrap().size(), size);
        let mut text = String::new();
        zip.by_index(1).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "behind the large one");
        // UnZip 6.0 misreads whatever follows an entry of exactly 2^32 - 1 bytes, whoever wrote it: its true size
        // looks like the mark for "see the zip64 field".
        let unzip_is_right = size != u64::from(u32::MAX);
        if unzip_is_right && std::env::var_os("SCENEDOCK_SLOW_TESTS").is_some() {
            ask_others(file.path());
        }
    }
}

fn crc_of_zeros(mut size: u64) -> u32 {
    let zeros = vec![0; 1 << 20];
    let mut hasher = crc32fast::Hasher::new();
    while size > 0 {
        let step = size.min(zeros.len() as u64);
        hasher.update(&zeros[..usize::try_from(step).unwrap()]);
        size -= step;
    }
    hasher.finalize()
}
