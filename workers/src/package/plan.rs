//! How an order's scenes are spread over zip files.

use domain::delivery::SUMS;

use super::contents::{self, Member, SCENES};
use super::names::safe_names;
use super::types::{PackageOrder, PackagePart, PackageScene};
use super::zip_writer::{ZipEntry, archive_size};
use crate::fault::Fault;

/// Most one package may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the zip file. A scene that is larger alone gets a package of its own.
    pub max_bytes: u64,
    /// Scenes. Bounds the memory for the manifest and the other lists.
    pub max_scenes: usize,
}

impl Limits {
    /// Packages of at most `max_bytes`.
    #[must_use]
    pub const fn bytes(max_bytes: u64) -> Self {
        Self {
            max_bytes,
            // With some 1.5 KB of manifest a scene: 15 MB.
            max_scenes: 10_000,
        }
    }
}

/// Spreads `scenes`, in order, over as few independent zip files as `limits` allow.
///
/// # Errors
/// [`Fault::Bug`] when a scene's properties are not a JSON object.
pub fn plan(
    order: &PackageOrder,
    scenes: Vec<PackageScene>,
    limits: Limits,
) -> Result<Vec<PackagePart>, Fault> {
    // The list of checksums lies beside the scenes of a delivery: no scene takes its name.
    let wished = scenes.iter().map(|scene| scene.file_name.as_str());
    let names = safe_names(std::iter::once(SUMS).chain(wished))
        .into_iter()
        .skip(1);
    let with_names = names.zip(scenes).collect();
    let groups = split(order, with_names, limits)?;
    let parts = groups.len();
    let parts = groups.into_iter().enumerate().map(|(index, scenes)| {
        let mut part = part(order, index + 1, parts, scenes);
        part.zip_size = exact_size(order, &part)?;
        Ok(part)
    });
    parts.collect()
}

type Group = Vec<(String, PackageScene)>;

fn split(order: &PackageOrder, scenes: Group, limits: Limits) -> Result<Vec<Group>, Fault> {
    /// Digits of the numbers in the readme, which are not known yet.
    const SLACK: u64 = 256;
    let empty = exact_size(order, &part(order, 1, 1, Vec::new()))? + SLACK;
    let mut groups = Vec::new();
    let mut group = Group::new();
    let mut size = empty;
    for (name, scene) in scenes {
        let cost = cost(order, &name, &scene)?;
        let full = size + cost > limits.max_bytes || group.len() >= limits.max_scenes;
        if full && !group.is_empty() {
            groups.push(std::mem::take(&mut group));
            size = empty;
        }
        size += cost;
        group.push((name, scene));
    }
    groups.push(group);
    Ok(groups)
}

/// Most bytes the scene adds to a package.
fn cost(order: &PackageOrder, name: &str, scene: &PackageScene) -> Result<u64, Fault> {
    let entry = entry(order, name, scene);
    // An offset beyond 4 GiB has the longest line in the directory.
    let headers = entry.local_header().len() + entry.central_header(u64::MAX).len();
    Ok(scene.size + headers as u64 + contents::cost(name, scene)?)
}

fn part(order: &PackageOrder, number: usize, parts: usize, scenes: Group) -> PackagePart {
    let suffix = if parts > 1 {
        let width = parts.to_string().len();
        format!("_{number:0width$}of{parts}")
    } else {
        String::new()
    };
    PackagePart {
        number,
        parts,
        file_name: format!("{}{suffix}.zip", order.ordername),
        scenes,
        zip_size: 0,
    }
}

fn exact_size(order: &PackageOrder, part: &PackagePart) -> Result<u64, Fault> {
    let members = contents::members(order, part)?;
    Ok(archive_size(&entries(order, part, &members)))
}

/// Every entry in the order it is written: small files first, so that a reader of the stream sees the manifest early.
pub(super) fn entries(
    order: &PackageOrder,
    part: &PackagePart,
    members: &[Member],
) -> Vec<ZipEntry> {
    let small = members.iter().map(|member| member.entry(order));
    let scenes = part
        .scenes
        .iter()
        .map(|(name, scene)| entry(order, name, scene));
    small.chain(scenes).collect()
}

fn entry(order: &PackageOrder, name: &str, scene: &PackageScene) -> ZipEntry {
    ZipEntry {
        name: format!("{SCENES}{name}"),
        size: scene.size,
        crc32: scene.crc32,
        modified: order.created,
    }
}
