//! Zip files: a shapefile, or a KMZ. Entries are unpacked into memory up to a limit, never onto the disk, so their
//! names lead nowhere.

use std::io::{Cursor, Read as _};
use texts::AreaFileText;

use encoding_rs::GBK;
use zip::ZipArchive;

use super::refusal::Refusal;
use super::shapes::{UploadedShapes, stem};
use super::{kml, prj, shapefile};

/// Most entries; a shapefile has about ten.
const MAX_ENTRIES: u16 = 1000;
/// Largest file in it, unpacked: more than a million vertices.
const LARGEST_ENTRY: u64 = 32 * 1024 * 1024;
/// Largest `.prj`.
const LARGEST_PRJ: u64 = 64 * 1024;

type Zip<'a> = ZipArchive<Cursor<&'a [u8]>>;

pub fn read(bytes: &[u8]) -> Result<UploadedShapes, Refusal> {
    check_entries(bytes)?;
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    let names = names(&mut zip);
    let ending = |ending_name: &'static str| {
        let fits =
            move |name: &&(usize, String)| name.1.to_ascii_lowercase().ends_with(ending_name);
        names.iter().filter(fits).cloned().collect::<Vec<_>>()
    };
    match (ending(".shp").as_slice(), ending(".kml").as_slice()) {
        ([shape], _) => shape_with_prj(&mut zip, shape, &names),
        ([], [only]) => kml::read(&unpack(&mut zip, only.0, LARGEST_ENTRY)?),
        ([], []) => Err(Refusal::unreadable(AreaFileText::NoShapefile)),
        _ => Err(Refusal::NotOnePolygon),
    }
}

/// The directory at the end says how many entries there are: too many are not even listed.
fn check_entries(bytes: &[u8]) -> Result<(), Refusal> {
    const END: &[u8] = b"PK\x05\x06";
    // The record's 22 bytes and the longest comment.
    let tail = &bytes[bytes.len().saturating_sub(22 + usize::from(u16::MAX))..];
    let at = tail.windows(END.len()).rposition(|window| window == END);
    let count = at.and_then(|at| tail.get(at + 10..at + 12));
    match count {
        Some(&[low, high]) if u16::from_le_bytes([low, high]) <= MAX_ENTRIES => Ok(()),
        Some(_) => Err(Refusal::unreadable(AreaFileText::TooManyEntries)),
        None => Err(Refusal::unreadable(AreaFileText::ArchiveIncomplete)),
    }
}

/// Number and name of every file, without what systems add of themselves.
fn names(zip: &mut Zip) -> Vec<(usize, String)> {
    (0..zip.len())
        .filter_map(|number| {
            let entry = zip.by_index_raw(number).ok()?;
            let raw = entry.name_raw();
            let name = match std::str::from_utf8(raw) {
                Ok(name) => name.to_owned(),
                // Windows in China.
                Err(_) => GBK.decode(raw).0.into_owned(),
            };
            let hidden = name.starts_with("__MACOSX") || name.rsplit('/').next()?.starts_with('.');
            (!hidden && !entry.is_dir()).then_some((number, name))
        })
        .collect()
}

fn shape_with_prj(
    zip: &mut Zip,
    (number, name): &(usize, String),
    names: &[(usize, String)],
) -> Result<UploadedShapes, Refusal> {
    let shape = unpack(zip, *number, LARGEST_ENTRY)?;
    let polygons = shapefile::read(&shape)?;
    let prj = format!("{}.prj", &name[..name.len() - ".shp".len()]).to_lowercase();
    let prj = names.iter().find(|(_, other)| other.to_lowercase() == prj);
    let system = match prj {
        Some((number, _)) => {
            let text = unpack(zip, *number, LARGEST_PRJ)?;
            Some(prj::read(&String::from_utf8_lossy(&text))?)
        }
        None => None,
    };
    Ok(UploadedShapes {
        polygons,
        system,
        name: stem(name).to_owned(),
    })
}

/// The archive cannot be read.
fn broken(error: &dyn std::fmt::Display) -> Refusal {
    let error = error.to_string();
    Refusal::unreadable(AreaFileText::ArchiveBroken { error })
}

fn unpack(zip: &mut Zip, number: usize, most: u64) -> Result<Vec<u8>, Refusal> {
    let entry = zip.by_index(number).map_err(|error| broken(&error))?;
    let mut content = Vec::new();
    // What the entry says of its size is not believed.
    entry
        .take(most + 1)
        .read_to_end(&mut content)
        .map_err(|error| broken(&error))?;
    if content.len() as u64 > most {
        return Err(Refusal::unreadable(AreaFileText::EntryTooLarge));
    }
    Ok(content)
}
