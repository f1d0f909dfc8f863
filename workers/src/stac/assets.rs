//! Which of an item's assets is the scene, and which its picture.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

#[derive(Deserialize)]
pub(super) struct Asset<'a> {
    #[serde(borrow)]
    pub(super) href: Cow<'a, str>,
    #[serde(borrow, default, rename = "type")]
    media_type: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    roles: Option<Vec<Cow<'a, str>>>,
    #[serde(default, rename = "file:size")]
    pub(super) size: Option<u64>,
    #[serde(borrow, default, rename = "file:checksum")]
    pub(super) checksum: Option<Cow<'a, str>>,
}

impl Asset<'_> {
    fn has_role(&self, name: &str) -> bool {
        let roles = self.roles.as_deref().unwrap_or_default();
        roles.iter().any(|role| role == name)
    }

    /// Smaller is better; `None` is no scene at all.
    fn rank_as_scene(&self, key: &str) -> Option<u8> {
        match key {
            "data" => Some(0),
            "visual" => Some(1),
            _ if self.has_role("data") => Some(2),
            // Older catalogues have no roles.
            _ if self
                .media_type
                .as_deref()
                .is_some_and(|t| t.starts_with("image/tiff")) =>
            {
                Some(3)
            }
            _ => None,
        }
    }

    fn rank_as_picture(&self, key: &str) -> Option<u8> {
        match key {
            "thumbnail" => Some(0),
            _ if self.has_role("thumbnail") => Some(1),
            "overview" => Some(2),
            _ if self.has_role("overview") => Some(3),
            _ => None,
        }
    }
}

/// The chosen ones; the others are dropped while they are read.
#[derive(Default)]
pub(super) struct Assets<'a> {
    pub(super) scene: Option<Asset<'a>>,
    pub(super) picture: Option<String>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Assets<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AssetsVisitor)
    }
}

#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

struct AssetsVisitor;

impl<'de> Visitor<'de> for AssetsVisitor {
    type Value = Assets<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object of assets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Assets<'de>, A::Error> {
        let mut assets = Assets::default();
        let (mut scene_rank, mut picture_rank) = (u8::MAX, u8::MAX);
        while let Some((Key(key), asset)) = map.next_entry::<Key, Asset>()? {
            if let Some(rank) = asset.rank_as_picture(&key).filter(|r| *r < picture_rank) {
                picture_rank = rank;
                assets.picture = Some(asset.href.clone().into_owned());
            }
            if let Some(rank) = asset.rank_as_scene(&key).filter(|r| *r < scene_rank) {
                scene_rank = rank;
                assets.scene = Some(asset);
            }
        }
        Ok(assets)
    }
}
