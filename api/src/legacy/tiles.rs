//! `/productBaseMap/arcgis/rest/services/…/MapServer/tile/z/y/x`: tiles of the base map, read out of the one file that it is
//! (PMTiles specification, version 3), and of the layers that administrators configured, where they are.

use std::io::Read as _;
use std::ops::Range;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use flate2::read::GzDecoder;
use percent_encoding::percent_decode_str;
use pmtiles::{Compression, Header};
use serde_json::Value;

use super::call::Call;
use super::envelope::{Refused, Reply};
use super::layer_tiles;
use super::operation::{Operation, does, handler};
use super::tile::Tile;
use crate::problem::Problem;
use crate::router::RouteAccess;

pub(super) const OPERATIONS: &[Operation] = &[does(
    ("GET", "/productBaseMap/arcgis/rest/services/{*rest}"),
    "baseMapTile",
    "answers a tile of a base map",
    RouteAccess::Public,
    "getBasemap, getConfigSation",
    handler!(tile),
)
.file()];

/// Bytes of a PMTiles header.
const HEADER: u64 = 127;
/// Deepest chain of directories (specification, section 4).
const DEEPEST: usize = 4;
/// Largest directory, unpacked, and largest tile that is read.
const LARGEST: usize = 16 * 1024 * 1024;

async fn tile(call: Call) -> Result<Reply, Refused> {
    let (service, tile) = named_tile(&call.rest).ok_or_else(Problem::not_found)?;
    let mut config = call.get("/api/config").await?;
    let map = config["map"].take();
    match base_map(&map, call.settings.base_maps.layer_of(&service)) {
        Some(BaseMap::File) => of_file(&call, tile.id()).await,
        Some(BaseMap::Layer(layer)) => {
            let answer = layer_tiles::redirect(layer, tile).ok_or_else(Problem::not_found)?;
            Ok(Reply::File(answer))
        }
        None => Err(Problem::not_found().into()),
    }
}

/// What is before the tile in the address, its folder with it, and the tile: z, y and x are the last three parts.
fn named_tile(rest: &str) -> Option<(String, Tile)> {
    let (service, coordinates) = rest.rsplit_once("/MapServer/tile/")?;
    let service = percent_decode_str(service).decode_utf8().ok()?;
    let mut parts = coordinates.split('/');
    let zoom = parts.next()?.parse().ok()?;
    let (row, column) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    if parts.next().is_some() {
        return None;
    }
    Some((service.into_owned(), Tile::new(zoom, row, column)?))
}

/// What stands for a service of the portal before this one.
#[derive(Debug, PartialEq)]
enum BaseMap<'a> {
    /// The one file under everything.
    File,
    /// A layer of the system configuration.
    Layer(&'a Value),
}

/// By the word of the file, by the word of an entry of the system configuration, or by the name of a layer of it. Without
/// layers of its own an installation has the file under the words of what is in it.
fn base_map<'a>(map: &'a Value, name: &str) -> Option<BaseMap<'a>> {
    let entry = |key: &str| Some(BaseMap::Layer(&map[key])).filter(|_| map[key].is_object());
    let pictures = map["basemap"]["raster"] == true;
    match name.to_lowercase().as_str() {
        "basemap" => Some(BaseMap::File),
        "vectormap" => entry("vector").or(Some(BaseMap::File)),
        "imagemap" => entry("imagery").or(pictures.then_some(BaseMap::File)),
        "threemap" => entry("globe"),
        name => layer_named(map, name),
    }
}

/// By what people read, or by what its service calls it.
fn layer_named<'a>(map: &'a Value, name: &str) -> Option<BaseMap<'a>> {
    let entries = ["vector", "imagery", "globe"].map(|key| &map[key]);
    let further = map["layers"].as_array().into_iter().flatten();
    let is_it = |text: &Value| {
        let text = text.as_str().unwrap_or_default();
        !text.is_empty() && text.to_lowercase() == name
    };
    let mut layers = entries.into_iter().chain(further);
    let layer = layers.find(|layer| is_it(&layer["name"]) || is_it(&layer["layerName"]));
    layer.map(BaseMap::Layer)
}

async fn of_file(call: &Call, id: u64) -> Result<Reply, Refused> {
    let head = bytes(call, 0..HEADER).await?;
    let layout = Layout::parse(&head).ok_or_else(Problem::not_found)?;
    let mut span = layout.root.clone();
    for _ in 0..DEEPEST {
        let packed = bytes(call, span).await?;
        let directory = layout.unpacked(&packed).ok_or_else(Problem::internal)?;
        let entry = entry_of(&directory, id).ok_or_else(Problem::not_found)?;
        if entry.run > 0 {
            let range = within(layout.tiles, &entry).ok_or_else(Problem::internal)?;
            let tile = bytes(call, range).await?;
            return Ok(Reply::File(layout.answer(tile)));
        }
        span = within(layout.leaves, &entry).ok_or_else(Problem::internal)?;
    }
    Err(Problem::not_found().into())
}

/// A part of the file, as our own interface answers it.
async fn bytes(call: &Call, range: Range<u64>) -> Result<Bytes, Refused> {
    let response = call.part_of("/api/basemap.pmtiles", range).await;
    if !response.status().is_success() {
        return Err(Refused::by_answer(response).await);
    }
    let body = to_bytes(response.into_body(), LARGEST).await;
    Ok(body.map_err(|_| Problem::internal())?)
}

/// Where things lie in the file.
struct Layout {
    header: Header,
    root: Range<u64>,
    leaves: u64,
    tiles: u64,
}

impl Layout {
    fn parse(head: &Bytes) -> Option<Self> {
        let number = |at: usize| {
            let bytes = head.get(at..at + 8)?.try_into().ok()?;
            Some(u64::from_le_bytes(bytes))
        };
        let (root, length) = (number(8)?, number(16)?);
        Some(Self {
            root: root..root.checked_add(length)?,
            leaves: number(40)?,
            tiles: number(56)?,
            header: Header::try_from_bytes(head.clone()).ok()?,
        })
    }

    fn unpacked(&self, packed: &Bytes) -> Option<Vec<u8>> {
        let mut plain = Vec::new();
        match self.header.internal_compression() {
            Compression::None => plain.extend_from_slice(packed),
            Compression::Gzip => {
                let mut reader = GzDecoder::new(&**packed).take(LARGEST as u64);
                reader.read_to_end(&mut plain).ok()?;
            }
            _ => return None,
        }
        Some(plain)
    }

    fn answer(&self, tile: Bytes) -> Response {
        let mut response = Body::from(tile).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static(self.header.tile_type.content_type());
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(coding) = self.header.tile_compression.content_encoding() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        let caching = HeaderValue::from_static("public, max-age=86400");
        headers.insert(header::CACHE_CONTROL, caching);
        response
    }
}

/// An entry of a directory; of a run of zero it is another directory.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    first: u64,
    run: u64,
    length: u64,
    offset: u64,
}

fn within(begin: u64, entry: &Entry) -> Option<Range<u64>> {
    let from = begin.checked_add(entry.offset)?;
    let to = from.checked_add(entry.length)?;
    (entry.length > 0 && entry.length <= LARGEST as u64).then_some(from..to)
}

/// The entry that a tile is in, or below.
fn entry_of(directory: &[u8], id: u64) -> Option<Entry> {
    let entries = entries(directory)?;
    let after = entries.partition_point(|entry| entry.first <= id);
    let entry = *entries.get(after.checked_sub(1)?)?;
    (entry.run == 0 || id - entry.first < entry.run).then_some(entry)
}

/// Columns of numbers, the first of differences (specification, section 4.2).
fn entries(mut directory: &[u8]) -> Option<Vec<Entry>> {
    let rest = &mut directory;
    let count = usize::try_from(number(rest)?).ok()?;
    // Each entry has a byte at least in each of four columns.
    if count > rest.len() / 4 {
        return None;
    }
    let mut entries = vec![Entry::default(); count];
    let mut first = 0_u64;
    for entry in &mut entries {
        first = first.checked_add(number(rest)?)?;
        entry.first = first;
    }
    for entry in &mut entries {
        entry.run = number(rest)?;
    }
    for entry in &mut entries {
        entry.length = number(rest)?;
    }
    let mut end = 0_u64;
    for entry in &mut entries {
        // 0: it begins where the one before ends.
        entry.offset = match number(rest)? {
            0 => end,
            offset => offset - 1,
        };
        end = entry.offset.checked_add(entry.length)?;
    }
    Some(entries)
}

/// A number in groups of seven bits, the lowest first.
fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tiles_are_named_by_zoom_row_and_column() {
        let id = |path: &str| named_tile(&format!("vec/{path}")).map(|(_, tile)| tile.id());
        assert_eq!(id("MapServer/tile/0/0/0"), Some(0));
        // Zoom 1: x 0, y 0 is 1; then along the Hilbert curve y 1, x 1, back up.
        assert_eq!(id("MapServer/tile/1/1/0"), Some(2));
        for wrong in [
            "MapServer/tile/0/0/1",
            "MapServer/tile/a/0/0",
            "tile/0/0/0",
            "MapServer/tile/0/0/0/0",
        ] {
            assert_eq!(id(wrong), None, "{wrong}");
        }
        let named = named_tile("Map/%E5%BD%B1/MapServer/tile/0/0/0").unwrap();
        assert_eq!(named.0, "Map/影");
    }

    #[test]
    fn base_maps_are_found_by_the_words_of_the_configuration_and_by_name() {
        let layer = |name: &str| json!({"name": name, "layerName": format!("{name}_w")});
        let map = json!({
            "basemap": {"raster": false}, "vector": layer("矢量"), "imagery": layer("影像"), "globe": null,
            "layers": [layer("Relief")],
        });
        let found = |name: &str| base_map(&map, name);
        assert_eq!(found("basemap"), Some(BaseMap::File));
        assert_eq!(found("vectorMap"), Some(BaseMap::Layer(&map["vector"])));
        assert_eq!(found("影像"), Some(BaseMap::Layer(&map["imagery"])));
        assert_eq!(found("RELIEF_W"), Some(BaseMap::Layer(&map["layers"][0])));
        assert_eq!(found("threeMap"), None);
        assert_eq!(found("other"), None);
        assert_eq!(found(""), None);
    }

    /// What nobody configured is the one file, as far as it is such a map.
    #[test]
    fn the_file_stands_for_what_is_not_configured() {
        for raster in [false, true] {
            let map = json!({
                "basemap": {"raster": raster}, "vector": null, "imagery": null, "globe": null, "layers": [],
            });
            assert_eq!(base_map(&map, "vectorMap"), Some(BaseMap::File));
            let imagery = raster.then_some(BaseMap::File);
            assert_eq!(base_map(&map, "imageMap"), imagery);
        }
    }

    #[test]
    fn broken_directories_have_no_entries() {
        for broken in [&b"\xff"[..], b"\x05\x01", b"\x01\x00\x01"] {
            assert!(entries(broken).is_none());
        }
        let whole = entries(b"\x02\x00\x05\x03\x00\x0a\x14\x01\x00").unwrap();
        assert_eq!((whole[0].offset, whole[1].offset), (0, 10));
        assert_eq!(whole[1].run, 0);
    }
}
