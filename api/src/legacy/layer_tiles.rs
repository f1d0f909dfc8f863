//! Where a tile of a configured layer is: old clients are sent there, as browsers fetch these layers themselves.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use serde_json::Value;
use url::form_urlencoded;

use super::tile::Tile;

/// Pixels of a side of a tile.
const SIDE: &str = "256";

/// Matrix sets of WMTS in degrees, whose tiles are others.
const IN_DEGREES: [&str; 4] = ["c", "degrees", "4326", "4490"];

/// Sends the client where the layer has this tile; `None`: it has none such.
pub(super) fn redirect(layer: &Value, tile: Tile) -> Option<Response> {
    let address = address(layer, tile)?;
    // What is no ASCII is encoded; everything else is as administrators wrote it.
    let address = utf8_percent_encode(&address, CONTROLS).to_string();
    let address = HeaderValue::try_from(address).ok()?;
    Some((StatusCode::FOUND, [(header::LOCATION, address)]).into_response())
}

fn address(layer: &Value, tile: Tile) -> Option<String> {
    let url = layer["layerUrl"].as_str()?;
    let name = layer["layerName"].as_str().unwrap_or_default();
    match layer["layerType"].as_str()? {
        "XYZ" => Some(filled(url, tile, &[])),
        "arcgis" => Some(arcgis(url, name, tile)),
        "WMS" => Some(wms(url, name, tile)),
        "WMTS" => wmts(url, name, tile),
        _ => None,
    }
}

/// The address with its placeholders replaced: those of tiles, a range of hosts, and these, by their names in small letters.
fn filled(url: &str, tile: Tile, others: &[(&str, String)]) -> String {
    let (mut address, mut rest) = (String::new(), url);
    while let Some((before, after)) = rest.split_once('{') {
        address.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            address.push('{');
            rest = after;
            break;
        };
        match placeholder(&name.to_ascii_lowercase(), tile, others) {
            Some(value) => address.push_str(&value),
            None => address.push_str(&format!("{{{name}}}")),
        }
        rest = behind;
    }
    address.push_str(rest);
    address
}

fn placeholder(name: &str, tile: Tile, others: &[(&str, String)]) -> Option<String> {
    let other = others.iter().find(|(other, _)| *other == name);
    if let Some((_, value)) = other {
        return Some(value.clone());
    }
    match name {
        "z" | "tilematrix" => Some(tile.zoom.to_string()),
        "x" | "tilecol" => Some(tile.column.to_string()),
        "y" | "tilerow" => Some(tile.row.to_string()),
        "-y" => Some(tile.row_from_below().to_string()),
        _ => match *name.as_bytes() {
            // Tiles beside one another come from different hosts, and each always from the same.
            [first, b'-', last] if first <= last => {
                let hosts = u32::from(last - first) + 1;
                let chosen = (tile.column % hosts + tile.row % hosts) % hosts;
                let host = first + u8::try_from(chosen).unwrap_or_default();
                Some(char::from(host).to_string())
            }
            _ => None,
        },
    }
}

/// The address without its query, and the query.
fn split(url: &str) -> (&str, Vec<(String, String)>) {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let query = form_urlencoded::parse(query.as_bytes()).into_owned();
    (address, query.collect())
}

fn find<'a>(query: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = query.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// With these parameters, and those of the query that are not among them.
fn with(address: &str, own: &[(&str, &str)], query: &[(String, String)]) -> String {
    let mut pairs = form_urlencoded::Serializer::new(String::new());
    let is_own = |name: &str| own.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    for (key, value) in query.iter().filter(|(key, _)| !is_own(key)) {
        pairs.append_pair(key, value);
    }
    for (key, value) in own {
        pairs.append_pair(key, value);
    }
    format!("{address}?{}", pairs.finish())
}

/// A cache of tiles where the address says so; else a picture of the place.
fn arcgis(url: &str, name: &str, tile: Tile) -> String {
    let url = url.trim_end_matches('/');
    if url.to_ascii_lowercase().contains("{z}") {
        return filled(url, tile, &[]);
    }
    let (address, query) = split(url);
    if address.ends_with("/tile") {
        let Tile { zoom, row, column } = tile;
        let rest = &url[address.len()..];
        return filled(&format!("{address}/{zoom}/{row}/{column}{rest}"), tile, &[]);
    }
    let address = address.strip_suffix("/export").unwrap_or(address);
    let (extent, visible) = (tile.extent(), format!("show:{name}"));
    let size = format!("{SIDE},{SIDE}");
    let mut own = vec![
        ("bbox", extent.as_str()),
        ("bboxSR", "3857"),
        ("imageSR", "3857"),
        ("size", size.as_str()),
        ("f", "image"),
    ];
    for (key, usual) in [("format", "png32"), ("transparent", "true")] {
        own.push((key, find(&query, key).unwrap_or(usual)));
    }
    let names_layers = name
        .split(',')
        .all(|number| !number.is_empty() && number.bytes().all(|one| one.is_ascii_digit()));
    if names_layers && find(&query, "layers").is_none() {
        own.push(("layers", visible.as_str()));
    }
    with(
        &filled(&format!("{address}/export"), tile, &[]),
        &own,
        &query,
    )
}

fn wms(url: &str, name: &str, tile: Tile) -> String {
    let (address, mut query) = split(url);
    let version = find(&query, "version").unwrap_or("1.3.0").to_owned();
    query.retain(|(key, _)| !["srs", "crs"].contains(&key.to_ascii_lowercase().as_str()));
    let system = if version.starts_with("1.3") {
        "CRS"
    } else {
        "SRS"
    };
    let extent = tile.extent();
    let own = [
        ("SERVICE", "WMS"),
        ("REQUEST", "GetMap"),
        ("VERSION", version.as_str()),
        ("LAYERS", find(&query, "layers").unwrap_or(name)),
        ("STYLES", find(&query, "styles").unwrap_or_default()),
        ("FORMAT", find(&query, "format").unwrap_or("image/png")),
        ("TRANSPARENT", "TRUE"),
        (system, "EPSG:3857"),
        ("BBOX", extent.as_str()),
        ("WIDTH", SIDE),
        ("HEIGHT", SIDE),
    ];
    with(&filled(address, tile, &[]), &own, &query)
}

/// The layer and the letter of the matrix set in an address of Tianditu: `.../img_w/wmts`.
fn tianditu(address: &str) -> Option<(&str, &str)> {
    let path = address.trim_end_matches('/').strip_suffix("/wmts")?;
    let (_, last) = path.rsplit_once('/')?;
    let (layer, set) = last.rsplit_once('_')?;
    matches!(set, "c" | "w").then_some((layer, set))
}

/// Whether the tiles of a matrix set are cut in degrees.
fn is_in_degrees(set: &str) -> bool {
    let set = set.to_ascii_lowercase();
    let last = set.rsplit(':').next().unwrap_or_default();
    IN_DEGREES.contains(&last) || set.contains("crs84")
}

/// Whether the address says itself where the place of a tile goes.
fn is_template(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    let parts = ["{tilematrix}", "{tilecol}", "{tilerow}"];
    parts.iter().any(|part| url.contains(part))
}

/// `None`: the tiles of its matrix set are cut in degrees, and none of them is this one.
fn wmts(url: &str, name: &str, tile: Tile) -> Option<String> {
    let (address, query) = split(url);
    let known = tianditu(address);
    let is_geoserver = ["geoserver", "gwc"]
        .iter()
        .any(|one| address.to_ascii_lowercase().contains(one));
    let usual = if is_geoserver {
        "EPSG:900913"
    } else {
        "GoogleMapsCompatible"
    };
    let set = find(&query, "tilematrixset").or(known.map(|(_, set)| set));
    let set = set.unwrap_or(usual);
    let matrix = if is_geoserver && set.starts_with("EPSG:") {
        format!("{set}:{}", tile.zoom)
    } else {
        tile.zoom.to_string()
    };
    let style = find(&query, "style").unwrap_or("default");
    if is_template(url) {
        if is_in_degrees(set) || address.split('/').any(is_in_degrees) {
            return None;
        }
        let others = [
            ("style", style.to_owned()),
            ("layer", name.to_owned()),
            ("tilematrixset", set.to_owned()),
            ("tilematrix", matrix),
        ];
        return Some(filled(url, tile, &others));
    }
    if is_in_degrees(set) {
        return None;
    }
    let layer = match (name, known) {
        ("", Some((layer, _))) => layer,
        _ => name,
    };
    let usual = if known.is_some() {
        "tiles"
    } else {
        "image/png"
    };
    let (row, column) = (tile.row.to_string(), tile.column.to_string());
    let own = [
        ("SERVICE", "WMTS"),
        ("REQUEST", "GetTile"),
        ("VERSION", "1.0.0"),
        ("LAYER", find(&query, "layer").unwrap_or(layer)),
        ("STYLE", style),
        ("FORMAT", find(&query, "format").unwrap_or(usual)),
        ("TILEMATRIXSET", set),
        ("TILEMATRIX", matrix.as_str()),
        ("TILEROW", row.as_str()),
        ("TILECOL", column.as_str()),
    ];
    Some(with(&filled(address, tile, &[]), &own, &query))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TILE: Tile = Tile {
        zoom: 4,
        row: 6,
        column: 13,
    };

    fn at(kind: &str, url: &str) -> Option<String> {
        let layer = json!({"name": "图", "layerName": "img", "layerUrl": url, "layerType": kind});
        address(&layer, TILE)
    }

    #[test]
    fn tiles_of_a_pyramid_are_named_by_their_place() {
        for (kind, url, want) in [
            (
                "XYZ",
                "https://t{0-7}.example.org/{z}/{x}/{y}.png?tk=a",
                "https://t3.example.org/4/13/6.png?tk=a",
            ),
            ("XYZ", "/tiles/{z}/{x}/{-y}.png", "/tiles/4/13/9.png"),
            ("XYZ", "/{other}/{z", "/{other}/{z"),
            (
                "arcgis",
                "https://a.example.org/img/MapServer/tile?token=a",
                "https://a.example.org/img/MapServer/tile/4/6/13?token=a",
            ),
            (
                "WMTS",
                "https://a.example.org/w/{TileMatrixSet}/{Style}/{TileMatrix}/{TileRow}/{TileCol}.png",
                "https://a.example.org/w/GoogleMapsCompatible/default/4/6/13.png",
            ),
        ] {
            assert_eq!(at(kind, url).as_deref(), Some(want), "{url}");
        }
    }

    #[test]
    fn services_are_asked_for_a_picture_of_the_place() {
        let wmts = at("WMTS", "https://t0.example.org/img_w/wmts?tk=a").unwrap();
        assert!(wmts.starts_with("https://t0.example.org/img_w/wmts?tk=a&SERVICE=WMTS"));
        assert!(wmts.contains("&LAYER=img&STYLE=default&FORMAT=tiles&TILEMATRIXSET=w"));
        assert!(wmts.ends_with("&TILEMATRIX=4&TILEROW=6&TILECOL=13"));
        let geoserver = at("WMTS", "https://a.example.org/geoserver/gwc/service/wmts").unwrap();
        assert!(geoserver.contains("TILEMATRIX=EPSG%3A900913%3A4"));
        let pictures = at(
            "WMS",
            "https://a.example.org/wms?version=1.1.1&srs=EPSG:4326",
        )
        .unwrap();
        assert!(pictures.contains("VERSION=1.1.1") && pictures.contains("SRS=EPSG%3A3857"));
        assert!(!pictures.contains("4326"), "{pictures}");
        let arcgis = at("arcgis", "https://a.example.org/img/MapServer/").unwrap();
        assert!(arcgis.starts_with("https://a.example.org/img/MapServer/export?bbox="));
        assert!(!arcgis.contains("layers="), "{arcgis}");
    }

    /// Level 0 is the whole world, and the tile below it to the left is its quarter.
    #[test]
    fn the_place_of_a_tile_is_in_metres() {
        let extent = |zoom, row, column| -> Vec<f64> {
            let tile = Tile { zoom, row, column };
            let sides = tile.extent();
            sides.split(',').map(|side| side.parse().unwrap()).collect()
        };
        let near =
            |one: &[f64], other: [f64; 4]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 0.01);
        let half = 20_037_508.34;
        assert!(near(&extent(0, 0, 0), [-half, -half, half, half]));
        assert!(near(&extent(1, 1, 0), [-half, -half, 0.0, 0.0]));
    }

    /// Their tiles are others, and a wrong picture would be worse than none.
    #[test]
    fn matrix_sets_in_degrees_have_no_such_tile() {
        for url in [
            "https://t0.example.org/img_c/wmts",
            "https://a.example.org/wmts?tilematrixset=EPSG:4326",
            "https://a.example.org/w/EPSG:4490/{TileMatrix}/{TileRow}/{TileCol}",
        ] {
            assert_eq!(at("WMTS", url), None, "{url}");
        }
    }

    #[test]
    fn an_address_may_hold_any_letters() {
        let layer = json!({"layerName": "", "layerUrl": "/影像/{z}", "layerType": "XYZ"});
        let answer = redirect(&layer, TILE).unwrap();
        assert_eq!(answer.status(), StatusCode::FOUND);
        assert_eq!(answer.headers()[header::LOCATION], "/%E5%BD%B1%E5%83%8F/4");
    }
}
