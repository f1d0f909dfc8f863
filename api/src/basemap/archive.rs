//! Which file is the base map, and whether browsers can draw it.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use bytes::Bytes;
use flate2::read::GzDecoder;
use pmtiles::{Compression, Header, TileType};
use serde::Deserialize;

use crate::etag;

/// What ships: `basemap/README.md` says how it is made.
static SHIPPED: &[u8] = include_bytes!("../../data/basemap.pmtiles");

static SHIPPED_TAG: LazyLock<String> = LazyLock::new(|| etag::strong(SHIPPED));

/// Bytes of a PMTiles header (specification version 3, section 3).
const HEADER: usize = 127;

/// Most bytes of metadata that are read: they are a few lines of JSON.
const MAX_METADATA: u64 = 4 * 1024 * 1024;

/// The layers of vector tiles that the portal draws.
pub const LAYERS: [&str; 4] = ["land", "water", "boundary", "place"];

/// Why a file cannot be the base map.
#[derive(Debug, thiserror::Error)]
pub enum BadBasemap {
    /// It cannot be read.
    #[error("cannot be read")]
    Unreadable(#[from] io::Error),
    /// Another format than PMTiles version 3.
    #[error("is no PMTiles file of version 3")]
    NotPmtiles,
    /// Browsers open gzip only.
    #[error(
        "is compressed with something else than gzip, which browsers cannot open; write it again with gzip"
    )]
    Compression,
    /// Tiles of a kind that the portal does not draw.
    #[error(
        "has tiles of type {0}; the portal draws vector tiles (MVT) and pictures (PNG, JPEG, WebP)"
    )]
    TileType(String),
    /// Vector tiles whose layers have other names.
    #[error(
        "has the layers [{0}]; the portal draws land, water, boundary and place (docs/operations.md)"
    )]
    Layers(String),
}

/// The base map of this installation.
#[derive(Debug, Clone)]
pub struct Basemap {
    file: Option<PathBuf>,
    /// Bytes.
    pub(super) size: u64,
    /// Entity tag, quoted.
    pub(super) tag: String,
    /// Whether its tiles are pictures.
    pub raster: bool,
    /// Whose map it is; empty: it does not say.
    pub attribution: String,
}

/// Where the bytes are.
pub(super) enum Origin<'a> {
    Shipped(&'static [u8]),
    File(&'a Path),
}

impl Default for Basemap {
    fn default() -> Self {
        Self {
            file: None,
            size: SHIPPED.len() as u64,
            tag: SHIPPED_TAG.clone(),
            raster: false,
            attribution: String::new(),
        }
    }
}

impl Basemap {
    /// Takes a file, if browsers can draw it.
    pub fn load(path: &Path) -> Result<Self, BadBasemap> {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        let mut head = [0; HEADER];
        file.read_exact(&mut head)
            .map_err(|_| BadBasemap::NotPmtiles)?;
        let layout = Layout::parse(&head)?;
        let metadata = layout.metadata(&mut file)?;
        Ok(Self {
            file: Some(path.to_owned()),
            size: about.len(),
            tag: etag::of_file(&about, 0),
            raster: layout.check(&metadata)?,
            attribution: plain(&metadata.attribution),
        })
    }

    /// A word that changes with the file, for its address.
    #[must_use]
    pub fn version(&self) -> String {
        self.tag
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect()
    }

    pub(super) fn origin(&self) -> Origin<'_> {
        self.file
            .as_deref()
            .map_or(Origin::Shipped(SHIPPED), Origin::File)
    }
}

#[derive(Debug, Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    attribution: String,
    #[serde(default)]
    vector_layers: Vec<VectorLayer>,
}

#[derive(Debug, Deserialize)]
struct VectorLayer {
    id: String,
}

struct Layout {
    header: Header,
    internal: u8,
    /// First byte and number of bytes.
    metadata: (u64, u64),
}

impl Layout {
    fn parse(head: &[u8; HEADER]) -> Result<Self, BadBasemap> {
        if !head.starts_with(b"PMTiles\x03") {
            return Err(BadBasemap::NotPmtiles);
        }
        let header = Header::try_from_bytes(Bytes::copy_from_slice(head))
            .map_err(|_| BadBasemap::NotPmtiles)?;
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&head[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        Ok(Self {
            header,
            internal: head[97],
            metadata: (number(24), number(32)),
        })
    }

    fn metadata(&self, file: &mut File) -> Result<Metadata, BadBasemap> {
        let (first, length) = self.metadata;
        file.seek(SeekFrom::Start(first))?;
        let part = file.take(length.min(MAX_METADATA));
        let mut text = Vec::new();
        match self.internal {
            1 => part.take(MAX_METADATA).read_to_end(&mut text)?,
            2 => GzDecoder::new(part)
                .take(MAX_METADATA)
                .read_to_end(&mut text)?,
            _ => return Err(BadBasemap::Compression),
        };
        // Metadata are for people; what cannot be read says nothing.
        Ok(serde_json::from_slice(&text).unwrap_or_default())
    }

    /// Whether the tiles are pictures.
    fn check(&self, metadata: &Metadata) -> Result<bool, BadBasemap> {
        match self.header.tile_type {
            TileType::Png | TileType::Jpeg | TileType::Webp => return Ok(true),
            TileType::Mvt => {}
            other => return Err(BadBasemap::TileType(format!("{other:?}"))),
        }
        if !matches!(
            self.header.tile_compression,
            Compression::None | Compression::Gzip
        ) {
            return Err(BadBasemap::Compression);
        }
        let names: Vec<&str> = metadata
            .vector_layers
            .iter()
            .map(|layer| layer.id.as_str())
            .collect();
        if names.iter().any(|name| LAYERS.contains(name)) {
            return Ok(false);
        }
        Err(BadBasemap::Layers(names.join(", ")))
    }
}

/// An attribution without markup, at most two hundred characters.
fn plain(text: &str) -> String {
    let mut inside = false;
    let kept = text.chars().filter(|one| match one {
        '<' => {
            inside = true;
            false
        }
        '>' => {
            inside = false;
            false
        }
        other => !inside && !other.is_control(),
    });
    kept.take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file like the shipped one with some bytes changed.
    fn changed(at: usize, byte: u8) -> tempfile::NamedTempFile {
        let mut bytes = SHIPPED.to_vec();
        bytes[at] = byte;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    #[test]
    fn the_shipped_file_would_do_as_somebodys_own() {
        let own = changed(0, b'P');
        let own = Basemap::load(own.path()).unwrap();
        assert!(!own.raster);
        assert_eq!(own.size, Basemap::default().size);
        assert_eq!(own.attribution, "天地图, GSHHG, GeoNames");
    }

    #[test]
    fn pictures_are_drawn_too() {
        let jpeg = changed(99, 3);
        assert!(Basemap::load(jpeg.path()).unwrap().raster);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_the_cause() {
        let cause =
            |file: &tempfile::NamedTempFile| Basemap::load(file.path()).unwrap_err().to_string();
        assert!(cause(&changed(7, 2)).contains("no PMTiles file"));
        assert!(cause(&changed(97, 4)).contains("gzip"));
        assert!(cause(&changed(98, 4)).contains("gzip"));
        assert!(cause(&changed(99, 5)).contains("tiles of type"));
        let empty = tempfile::NamedTempFile::new().unwrap();
        assert!(cause(&empty).contains("no PMTiles file"));
        assert!(Basemap::load(Path::new("/nowhere")).is_err());
    }

    #[test]
    fn foreign_layers_are_named() {
        let layout = Layout::parse(SHIPPED[..HEADER].try_into().unwrap()).unwrap();
        let layers = ["earth", "roads"].map(|id| VectorLayer { id: id.into() });
        let metadata = Metadata {
            attribution: String::new(),
            vector_layers: layers.into(),
        };
        let cause = layout.check(&metadata).unwrap_err().to_string();
        assert!(cause.contains("[earth, roads]"), "{cause}");
    }

    #[test]
    fn an_attribution_is_text() {
        assert_eq!(plain("<a href=\"x\">© OSM</a>\n"), "© OSM");
    }
}
