//! What the map that ships shows of a place: read by the specifications of PMTiles (version 3) and of vector tiles (2.1),
//! as browsers do.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;

use flate2::read::GzDecoder;
use pmtiles::{TileCoord, TileId};

use super::archive::{Basemap, Origin};

fn shipped() -> &'static [u8] {
    match Basemap::default().origin() {
        Origin::Shipped(bytes) => bytes,
        Origin::File(path) => panic!("{}", path.display()),
    }
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let (byte, rest) = bytes.split_first().unwrap();
    *bytes = rest;
    let low = u64::from(byte & 0x7f);
    if byte & 0x80 == 0 {
        low
    } else {
        low | (varint(bytes) << 7)
    }
}

fn size(bytes: &mut &[u8]) -> usize {
    usize::try_from(varint(bytes)).unwrap()
}

/// What the last entry of a directory says that does not begin behind a tile.
struct Entry {
    tile: u64,
    /// Tiles that look the same from there on; none: it is of a further directory.
    run: u64,
    first_byte: usize,
    length: usize,
}

fn look_up(mut directory: &[u8], tile: u64) -> Option<Entry> {
    let count = size(&mut directory);
    let mut column = || -> Vec<u64> { (0..count).map(|_| varint(&mut directory)).collect() };
    let (steps, runs, lengths, offsets) = (column(), column(), column(), column());
    let (mut begins, mut next_byte, mut found) = (0, 0, None);
    let sizes = lengths.into_iter().zip(offsets);
    for ((step, run), (length, offset)) in steps.into_iter().zip(runs).zip(sizes) {
        begins += step;
        if begins > tile {
            break;
        }
        let length = usize::try_from(length).unwrap();
        // None: right behind the one before.
        let first_byte = match offset {
            0 => next_byte,
            offset => usize::try_from(offset - 1).unwrap(),
        };
        next_byte = first_byte + length;
        found = Some(Entry {
            tile: begins,
            run,
            first_byte,
            length,
        });
    }
    found
}

/// An unpacked tile of the map that ships.
fn tile(z: u8, x: u32, y: u32) -> Vec<u8> {
    let file = shipped();
    let number = |at: usize| {
        let number = u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
        usize::try_from(number).unwrap()
    };
    let unpacked = |first_byte: usize, length: usize| {
        let mut bytes = Vec::new();
        let packed = &file[first_byte..first_byte + length];
        GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        bytes
    };
    let (further, tiles) = (number(40), number(56));
    let id = TileId::from(TileCoord::new(z, x, y).unwrap()).value();
    let mut directory = unpacked(number(8), number(16));
    loop {
        let entry = look_up(&directory, id).unwrap();
        if entry.run > 0 {
            assert!(id - entry.tile < entry.run, "no tile {z}/{x}/{y}");
            return unpacked(tiles + entry.first_byte, entry.length);
        }
        directory = unpacked(further + entry.first_byte, entry.length);
    }
}

/// The contents of those fields of a protobuf message that have this number. Fields that are numbers have none.
fn contents(mut message: &[u8], number: u64) -> Vec<&[u8]> {
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message);
        match key & 7 {
            0 => {
                varint(&mut message);
            }
            2 => {
                let length = size(&mut message);
                let (content, rest) = message.split_at(length);
                message = rest;
                if key >> 3 == number {
                    found.push(content);
                }
            }
            other => panic!("wire type {other}"),
        }
    }
    found
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a feature says of itself.
type Tags = BTreeMap<String, String>;

fn features(tile: &[u8], layer: &str) -> Vec<Tags> {
    let mut layers = contents(tile, 3).into_iter();
    let layer = layers.find(|one| contents(one, 1) == [layer.as_bytes()]);
    let layer = layer.unwrap();
    let keys: Vec<String> = contents(layer, 3).into_iter().map(text).collect();
    let values = contents(layer, 4).into_iter();
    let values: Vec<String> = values.map(|value| text(contents(value, 1)[0])).collect();
    let features = contents(layer, 2).into_iter();
    let tags = features.map(|feature| {
        let packed: Vec<u8> = contents(feature, 2).concat();
        let mut packed = &packed[..];
        let mut tags = Tags::new();
        while !packed.is_empty() {
            let (key, value) = (size(&mut packed), size(&mut packed));
            tags.insert(keys[key].clone(), values[value].clone());
        }
        tags
    });
    tags.collect()
}

fn names<'a>(places: &'a [Tags], language: &str) -> BTreeSet<&'a str> {
    let names = places.iter().filter_map(|point| point.get(language));
    names.map(String::as_str).collect()
}

/// 武侯区 in Chengdu: 30.64 degrees north, 104.04 east. Deeper levels are drawn from this tile.
#[test]
fn at_level_ten_one_sees_what_county_one_is_in() {
    let tile = tile(10, 807, 420);
    let borders = features(&tile, "boundary");
    assert!(
        borders.iter().any(|border| border["kind"] == "county"),
        "{borders:?}"
    );
    let places = features(&tile, "place");
    let (chinese, english) = (names(&places, "name"), names(&places, "name:en"));
    for name in ["武侯区", "青羊区", "温江区", "东升"] {
        assert!(chinese.contains(name), "{name} is not among {chinese:?}");
    }
    assert!(english.contains("Wuhou"), "{english:?}");
    assert!(!features(&tile, "water").is_empty());
}
