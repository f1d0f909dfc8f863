//! Archives with known content, and the STAC items that describe them.

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use sha2::{Digest, Sha256};

const BLOCK: usize = 1 << 20;

/// A folder of scenes and the file of items that names them.
pub struct Archive {
    pub folder: PathBuf,
    /// One STAC item a line.
    pub items: PathBuf,
    /// The scenes, in the order of the items.
    pub scenes: Vec<ArchivedScene>,
}

/// A scene of an [`Archive`].
#[derive(Clone)]
pub struct ArchivedScene {
    /// Public id.
    pub dataid: String,
    pub file_name: String,
    /// Path of the scene's file.
    pub path: PathBuf,
    /// SHA-256, hexadecimal.
    pub sha256: String,
}

impl Archive {
    /// Makes an archive in `folder`: one scene a size. The bytes differ from scene to scene and are the same in
    /// every run.
    pub fn make(folder: &Path, sizes: &[usize]) -> anyhow::Result<Self> {
        fs::create_dir_all(folder)?;
        let folder = folder.canonicalize()?;
        let items = folder.join("items.ndjson");
        let mut out = BufWriter::new(fs::File::create(&items)?);
        let mut scenes = Vec::new();
        for (number, size) in sizes.iter().enumerate() {
            let scene = make_scene(&folder, number, *size)?;
            writeln!(out, "{}", item(&scene, number, *size))?;
            scenes.push(scene);
        }
        out.flush()?;
        Ok(Self {
            folder,
            items,
            scenes,
        })
    }

    /// Writes a second file of items, whose scenes lie below `base` (`http://host/folder/`, ...) instead.
    pub fn items_at(&self, base: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join("items-elsewhere.ndjson");
        let mut out = BufWriter::new(fs::File::create(&path)?);
        for (number, scene) in self.scenes.iter().enumerate() {
            let size = usize::try_from(fs::metadata(&scene.path)?.len())?;
            let mut item = item(scene, number, size);
            let href = format!(
                "{base}{}",
                item["assets"]["data"]["href"].as_str().unwrap_or("")
            );
            item["assets"]["data"]["href"] = href.into();
            writeln!(out, "{item}")?;
        }
        out.flush()?;
        Ok(path)
    }

    /// Public ids of all scenes.
    #[must_use]
    pub fn dataids(&self) -> Vec<String> {
        self.scenes
            .iter()
            .map(|scene| scene.dataid.clone())
            .collect()
    }
}

fn make_scene(folder: &Path, number: usize, size: usize) -> anyhow::Result<ArchivedScene> {
    // A name with Chinese characters, a space and a mark that needs escaping in URLs.
    let file_name = format!("景 {number:03}#1.tif");
    let path = folder.join(&file_name);
    let mut random = SmallRng::seed_from_u64(number as u64);
    let mut hash = Sha256::new();
    let mut file = BufWriter::new(fs::File::create(&path)?);
    let mut left = size;
    let mut block = vec![0; BLOCK];
    while left > 0 {
        let part = &mut block[..left.min(BLOCK)];
        random.fill_bytes(part);
        hash.update(&*part);
        file.write_all(part)?;
        left -= part.len();
    }
    file.flush()?;
    Ok(ArchivedScene {
        dataid: format!("TEST-{number:03}"),
        file_name,
        path,
        sha256: hex::encode(hash.finalize()),
    })
}

fn item(scene: &ArchivedScene, number: usize, size: usize) -> serde_json::Value {
    let west = 100.0 + f64::from(u32::try_from(number % 100).unwrap_or(0)) * 0.1;
    let (east, south, north) = (west + 0.1, 30.0, 30.1);
    let href = scene.file_name.replace(' ', "%20").replace('#', "%23");
    json!({
        "type": "Feature", "stac_version": "1.0.0", "id": scene.dataid, "collection": "test",
        "bbox": [west, south, east, north],
        "geometry": {"type": "Polygon", "coordinates":
            [[[west, south], [east, south], [east, north], [west, north], [west, south]]]},
        "properties": {"datetime": "2026-05-01T03:00:00Z", "title": format!("测试数据 {number}"),
            "platform": "test-1", "instruments": ["cam"]},
        "links": [],
        "assets": {"data": {"href": href, "roles": ["data"], "file:size": size,
            "file:checksum": format!("1220{}", scene.sha256)}},
    })
}

/// SHA-256 of a file, hexadecimal.
pub fn sha256_of(path: &Path) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    let mut file = fs::File::open(path)?;
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(&block[..read]),
        }
    }
}
