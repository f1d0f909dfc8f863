//! Whether an item's file is there, and what the item declares.

use std::path::Path;

use domain::receive::{ItemReason, Verification};
use futures::StreamExt as _;
use texts::{Detail, FailureText};
use url::Url;

use super::{Refusal, local_path};
use crate::archive::{self, ArchiveConfig, ArchiveError, ArchiveObject, Throttle};
use crate::fault::Fault;
use crate::stac::CatalogueItem;
use crate::stream::Sha256Stage;

/// Looks at the item's file as far as `verification` says. An item without a file is only in the catalogue, and nothing is wrong with
/// that.
///
/// # Errors
/// Why the item is not taken.
pub async fn verify(
    item: &CatalogueItem,
    verification: Verification,
    (config, throttle): (&ArchiveConfig, &dyn Throttle),
) -> Result<(), Refusal> {
    let (Some(text), false) = (&item.archive_url, verification == Verification::Declared) else {
        return Ok(());
    };
    let url = Url::parse(text)
        .map_err(|_| (ItemReason::Malformed, FailureText::AddressUnreadable.into()))?;
    let opened = archive::open(&url, config, throttle).await;
    let object = opened.map_err(explain)?;
    if let Some(expected) = item.size.filter(|size| *size != object.size) {
        return Err(wrong_size(expected, object.size));
    }
    match item.sha256 {
        Some(sum) if verification == Verification::Checksum => compare(object, sum).await,
        _ => Ok(()),
    }
}

/// Whether an item names no local file but those of its own folder. Whoever may write Items for us must not thereby hand out what else
/// lies in the archives.
///
/// # Errors
/// Why the item is not taken.
pub fn check_places(item: &CatalogueItem, folder: Option<&Path>) -> Result<(), Refusal> {
    for text in item.archive_url.iter().chain(&item.image_url) {
        let Ok(url) = Url::parse(text) else {
            continue;
        };
        if url.scheme() != "file" {
            continue;
        }
        let Some(folder) = folder else {
            let scheme = url.scheme().to_owned();
            let why = FailureText::SchemeNotServed { scheme };
            return Err((ItemReason::NotAllowed, why.into()));
        };
        if local_path(Some(text), folder).is_none() {
            let path = url.to_file_path().unwrap_or_default();
            let path = path.display().to_string();
            let why = FailureText::OutsideRoots { path };
            return Err((ItemReason::NotAllowed, why.into()));
        }
    }
    Ok(())
}

fn explain(error: ArchiveError) -> Refusal {
    let reason = match &error {
        ArchiveError::Missing(_) => ItemReason::FileMissing,
        ArchiveError::Unreadable(_) | ArchiveError::Unsupported(_) | ArchiveError::Denied(_) => {
            ItemReason::Unreadable
        }
        ArchiveError::Refused(_) => ItemReason::NotAllowed,
        ArchiveError::Transient(_) | ArchiveError::Away(_) => ItemReason::FileAway,
    };
    (reason, Detail::Message(Fault::from(error).message()))
}

fn wrong_size(expected: u64, found: u64) -> Refusal {
    (
        ItemReason::SizeDiffers,
        FailureText::SizeDiffers { expected, found }.into(),
    )
}

async fn compare(mut object: ArchiveObject, sum: [u8; 32]) -> Result<(), Refusal> {
    let away = |fault: &Fault| (ItemReason::FileAway, Detail::Message(fault.message()));
    let mut hash = Sha256Stage::start();
    let mut size = 0;
    while let Some(bytes) = object.stream.next().await {
        let bytes = bytes.map_err(|fault| away(&fault))?;
        size += bytes.len() as u64;
        // At once, not at the end: a stream may be endless.
        if size > object.size {
            return Err(wrong_size(object.size, size));
        }
        hash.feed(bytes).await.map_err(|fault| away(&fault))?;
    }
    if size < object.size {
        let cut = Fault::TransientIo(
            FailureText::CutShort {
                declared: object.size,
                received: size,
            }
            .into(),
        );
        return Err(away(&cut));
    }
    let found = hash.finish().await.map_err(|fault| away(&fault))?;
    if found == sum {
        Ok(())
    } else {
        Err((
            ItemReason::ChecksumDiffers,
            FailureText::ChecksumDiffers.into(),
        ))
    }
}
