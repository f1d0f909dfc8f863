//! One STAC Item.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use domain::text::{is_blank, is_forbidden, is_shapeless};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use texts::{Detail, ItemText};
use url::Url;

use super::CatalogueItem;
use super::assets::Assets;
use super::geometry::MaybeGeometry;

#[derive(Deserialize)]
struct RawItem<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    collection: Option<Cow<'a, str>>,
    #[serde(borrow)]
    geometry: MaybeGeometry<'a>,
    #[serde(borrow)]
    properties: &'a RawValue,
    #[serde(borrow, default)]
    assets: Assets<'a>,
}

#[derive(Deserialize)]
struct RawProperties<'a> {
    #[serde(borrow, default)]
    title: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    datetime: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    start_datetime: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    created: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    published: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    platform: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    constellation: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    instruments: Option<Vec<Cow<'a, str>>>,
    #[serde(default, rename = "eo:cloud_cover")]
    cloud: Option<f64>,
    #[serde(default)]
    gsd: Option<f64>,
}

/// Parses the text of one item; relative locations are taken against `base`. The error is a reason for people.
///
/// # Errors
/// Why it is no item that the catalogue can take.
pub fn parse(text: &[u8], base: &Url) -> Result<CatalogueItem, ItemText> {
    let item: RawItem = serde_json::from_slice(text).map_err(|error| not_json(&error))?;
    if item.kind != "Feature" {
        let kind = item.kind.into_owned();
        return Err(ItemText::NotAFeature { kind });
    }
    if is_blank(&item.id) {
        return Err(ItemText::NoId);
    }
    check_name("id", &item.id)?;
    refuse("id", &item.id, is_shapeless)?;
    check_properties(item.properties.get())?;
    let properties: RawProperties =
        serde_json::from_str(item.properties.get()).map_err(|error| properties_wrong(&error))?;
    let footprint = item.geometry.footprint()?;
    let file = file(&item.assets, base)?;
    let image_url = match &item.assets.picture {
        Some(href) => Some(resolve(href, base)?.into()),
        None => None,
    };
    for (field, text) in [
        ("collection", &item.collection),
        ("platform", &properties.platform),
        ("constellation", &properties.constellation),
        ("title", &properties.title),
    ] {
        check_name(field, text.as_deref().unwrap_or_default())?;
    }
    for instrument in properties.instruments.iter().flatten() {
        check_name("instruments", instrument)?;
    }
    Ok(CatalogueItem {
        dataname: owned(properties.title.as_ref()).unwrap_or_else(|| item.id.clone().into()),
        collection: owned(item.collection.as_ref()),
        satellite: owned(properties.platform.as_ref())
            .or_else(|| owned(properties.constellation.as_ref())),
        sensor: properties
            .instruments
            .as_ref()
            .filter(|i| !i.is_empty())
            .map(|i| i.join(",")),
        acquired: acquired(&properties)?,
        received: received(&properties)?,
        cloud: percent(properties.cloud)?,
        gsd: properties.gsd.filter(|gsd| *gsd > 0.0),
        archive_url: file.url,
        file_name: file.name,
        size: file.size,
        sha256: file.sha256,
        footprint,
        properties: item.properties.get().to_owned(),
        image_url,
        dataid: item.id.into_owned(),
    })
}

fn not_json(error: &serde_json::Error) -> ItemText {
    let why = error.to_string();
    ItemText::NotJson { why }
}

fn properties_wrong(error: &serde_json::Error) -> ItemText {
    let why = error.to_string();
    ItemText::PropertiesWrong { why }
}

/// A text that people read in one line, or that names something: without characters that cannot be seen or that turn
/// the direction of writing, by which one scene could pass for another.
pub fn check_name(field: impl Into<Detail>, text: &str) -> Result<(), ItemText> {
    refuse(field, text, |c| is_forbidden(c, true))
}

fn refuse(
    field: impl Into<Detail>,
    text: &str,
    is_hidden: impl Fn(char) -> bool,
) -> Result<(), ItemText> {
    match text.chars().find(|c| is_hidden(*c)) {
        Some(c) => Err(ItemText::HiddenCharacter {
            field: field.into(),
            character: format!("U+{:04X}", u32::from(c)),
        }),
        None => Ok(()),
    }
}

/// JSON that the database keeps: PostgreSQL's `jsonb` knows neither U+0000 nor half a surrogate pair, nor numbers beyond
/// what a double holds.
fn check_properties(text: &str) -> Result<(), ItemText> {
    let value: Value = serde_json::from_str(text).map_err(|error| properties_wrong(&error))?;
    if holds_nul(&value) {
        return Err(ItemText::PropertiesHoldNul);
    }
    Ok(())
}

/// As deep as the parser goes, which ends at 128 levels.
fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(holds_nul),
        Value::Object(map) => map
            .iter()
            .any(|(key, value)| key.contains('\0') || holds_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn owned(text: Option<&Cow<str>>) -> Option<String> {
    text.map(|t| t.trim())
        .filter(|t| !t.is_empty())
        .map(str::to_owned)
}

fn acquired(properties: &RawProperties) -> Result<DateTime<Utc>, ItemText> {
    let text = properties
        .datetime
        .as_ref()
        .or(properties.start_datetime.as_ref());
    time("datetime", text.ok_or(ItemText::NoDatetime)?)
}

fn received(properties: &RawProperties) -> Result<Option<DateTime<Utc>>, ItemText> {
    let text = properties
        .created
        .as_ref()
        .or(properties.published.as_ref());
    text.map(|text| time("created", text)).transpose()
}

fn time(field: &str, text: &str) -> Result<DateTime<Utc>, ItemText> {
    match DateTime::parse_from_rfc3339(text) {
        Ok(time) => Ok(time.to_utc()),
        Err(e) => Err(ItemText::TimeWrong {
            field: field.to_owned(),
            time: text.to_owned(),
            why: e.to_string(),
        }),
    }
}

fn percent(cloud: Option<f64>) -> Result<Option<f64>, ItemText> {
    match cloud {
        Some(cloud) if !(0.0..=100.0).contains(&cloud) => {
            let cloud = cloud.to_string();
            Err(ItemText::CloudOutOfRange { cloud })
        }
        other => Ok(other),
    }
}

#[derive(Default)]
struct SceneFile {
    url: Option<String>,
    name: Option<String>,
    size: Option<u64>,
    sha256: Option<[u8; 32]>,
}

fn file(assets: &Assets, base: &Url) -> Result<SceneFile, ItemText> {
    let Some(asset) = &assets.scene else {
        return Ok(SceneFile::default());
    };
    let url = resolve(&asset.href, base)?;
    let name = last_segment(&url);
    check_name(ItemText::FileName, name.as_deref().unwrap_or_default())?;
    Ok(SceneFile {
        name,
        url: Some(url.into()),
        size: asset.size,
        sha256: match &asset.checksum {
            Some(text) => sha256(text)?,
            None => None,
        },
    })
}

fn resolve(href: &str, base: &Url) -> Result<Url, ItemText> {
    let url = base.join(href).map_err(|e| ItemText::AddressWrong {
        href: href.to_owned(),
        why: e.to_string(),
    })?;
    // No file system and no server has such a name.
    if percent_decode_str(url.as_str()).any(|byte| byte == 0) {
        let href = href.to_owned();
        return Err(ItemText::AddressHoldsNul { href });
    }
    Ok(url)
}

fn last_segment(url: &Url) -> Option<String> {
    let last = url.path_segments()?.next_back()?;
    let name = percent_decode_str(last).decode_utf8_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}

/// The digest of a multihash in hexadecimal (STAC file extension): code 0x12 is sha2-256, 0x20 its length in bytes.
/// Other hash functions are no error, only of no use here.
fn sha256(multihash: &str) -> Result<Option<[u8; 32]>, ItemText> {
    let broken = || ItemText::ChecksumWrong {
        checksum: multihash.to_owned(),
    };
    let bytes = hex::decode(multihash).map_err(|_| broken())?;
    match bytes.as_slice() {
        [0x12, 0x20, digest @ ..] => Ok(Some(digest.try_into().map_err(|_| broken())?)),
        [0x12, ..] | [] => Err(broken()),
        _ => Ok(None),
    }
}
