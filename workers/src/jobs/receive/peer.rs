//! Scenes of another installation, with their files or without. A file lies in a folder of its scene and of its tag, so that one that is
//! there is the right one, and another one of the same scene takes nothing away from an order that is being prepared.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::receive::{ItemReason, LONGEST_RUN};
use futures::{StreamExt as _, stream};
use storage::db::scenes::{self, Scene};
use texts::{Detail, FailureText};
use tokio::time::Instant;
use url::Url;

use super::batch::VerifiedItem;
use super::peer_file::{FileHere, fetch_file};
use super::remote::unfit_name;
use super::{Broken, Run};
use crate::archive::Throttle as _;
use crate::fault::Fault;
use crate::jobs::outcome::storage_fault;
use crate::receive::{
    PageItem, Peer, PeerFile, PeerState, PreparedFile, ReceivedItem, Refusal, check_places, digits,
    open_place, sum_of,
};
use crate::stac::CatalogueItem;

/// Files that are fetched at once.
const AT_ONCE: usize = 4;
/// Longest name of a file, bytes.
const LONGEST_NAME: usize = 200;
/// Longest that is waited before the other side is asked again.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Another installation, and where its files are kept here.
pub(super) struct OpenPeer<'a> {
    peer: Peer<'a>,
    folder: PathBuf,
}

impl<'a> OpenPeer<'a> {
    pub(super) const fn session(&self) -> &Peer<'a> {
        &self.peer
    }

    /// Folder that its files lie below.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// A scene whose file is to be fetched.
struct FileToFetch {
    /// Its index among the items of the page.
    index: usize,
    path: PathBuf,
}

impl<'a> Run<'a> {
    /// What the source is signed in at with; `None`: it is open to everybody.
    pub(super) fn token(&self) -> Result<Option<String>, Fault> {
        if !self.order.definition.kind.is_peer() {
            return Ok(None);
        }
        let secret = self.order.secret(self.job.run, &self.crew.key);
        secret.map(Some).map_err(|error| storage_fault(&error))
    }

    /// The other installation, if the source is one.
    pub(super) async fn peer<'t>(
        &self,
        token: Option<&'t str>,
    ) -> Result<Option<OpenPeer<'t>>, Broken>
    where
        'a: 't,
    {
        let Some(token) = token else {
            return Ok(None);
        };
        let config = &self.crew.settings.archive;
        let definition = &self.order.definition;
        let peer = Peer::open(&definition.location, token, config).await?;
        if definition.with_files {
            peer.check_right().await?;
        }
        let folder = open_place(&config.received, &self.place_name()).await?;
        Ok(Some(OpenPeer { peer, folder }))
    }

    /// The items of a page, with their files where these are copied.
    pub(super) async fn copy_items(
        &self,
        peer: &OpenPeer<'_>,
        items: Vec<PageItem>,
    ) -> Result<Vec<VerifiedItem>, Broken> {
        let known = self.known_scenes(&items).await?;
        let (mut copied, mut to_fetch) = (Vec::new(), Vec::new());
        for (index, item) in items.into_iter().enumerate() {
            let ReceivedItem { name, item: read } = item.received;
            let Ok(mut scene) = read else {
                let refused = read.err().map(|why| VerifiedItem::refused(name, None, why));
                copied.extend(refused);
                continue;
            };
            scene.properties = own_properties(&scene.properties);
            let before = known.get(&scene.dataid);
            let checked = match check_places(&scene, None) {
                Ok(()) => {
                    self.place_file(peer, (&mut scene, before), item.file)
                        .await?
                }
                Err(why) => Err(why),
            };
            match checked {
                Ok(Some(path)) => {
                    to_fetch.push(FileToFetch { index, path });
                    copied.push(VerifiedItem::checked(name, scene, Ok(())));
                }
                Ok(None) => copied.push(VerifiedItem::checked(name, scene, Ok(()))),
                Err(why) => copied.push(VerifiedItem::checked(name, scene, Err(why))),
            }
        }
        self.fetch_wanted(peer, to_fetch, &mut copied).await?;
        Ok(copied)
    }

    async fn known_scenes(&self, items: &[PageItem]) -> Result<HashMap<String, Scene>, Fault> {
        let read = items
            .iter()
            .filter_map(|item| item.received.item.as_ref().ok());
        let ids: Vec<String> = read.map(|scene| scene.dataid.clone()).collect();
        let found = async {
            let mut db = self.crew.pool.acquire().await?;
            scenes::by_data_ids(&mut db, &ids).await
        };
        let found = found.await.map_err(|error| storage_fault(&error))?;
        let found = found.into_iter();
        Ok(found.map(|scene| (scene.dataid.clone(), scene)).collect())
    }

    /// Says where the scene's file is to lie, and answers with that place if the file is not there yet.
    async fn place_file(
        &self,
        peer: &OpenPeer<'_>,
        (scene, before): (&mut CatalogueItem, Option<&Scene>),
        file: Option<PeerFile>,
    ) -> Result<Result<Option<PathBuf>, Refusal>, Broken> {
        let archived = before.and_then(|before| before.archive_url.as_deref());
        let is_ours = archived.is_some_and(|address| lies_below(address, &peer.folder));
        if archived.is_some() && !is_ours {
            let stays = FailureText::OwnFileStays;
            return Ok(Err((ItemReason::OwnFileStays, stays.into())));
        }
        let Some(file) = file.filter(|_| self.order.definition.with_files) else {
            keep_file(scene, before.filter(|_| is_ours), file_name_of(scene));
            return Ok(Ok(None));
        };
        let path = peer
            .folder
            .join(digits(&scene.dataid))
            .join(digits(&file.tag));
        let path = path.join(fit_name(&file.title));
        scene.file_name = Some(fit_name(&file.title));
        let Ok(address) = Url::from_file_path(&path) else {
            return Ok(Err(unfit_name(&path)));
        };
        scene.archive_url = Some(address.into());
        let Ok(here) = tokio::fs::metadata(&path).await else {
            return Ok(Ok((!self.is_dry()).then_some(path)));
        };
        // It has its name because it was verified.
        let sha256 = match scene.sha256 {
            Some(sum) => sum,
            None => sum_of(&path).await?,
        };
        set_file(
            scene,
            &FileHere {
                path,
                size: here.len(),
                sha256,
            },
        );
        Ok(Ok(None))
    }

    /// Asks for the files, and fetches each as soon as it is ready, until all are here or the run has taken its time.
    async fn fetch_wanted(
        &self,
        peer: &OpenPeer<'_>,
        to_fetch: Vec<FileToFetch>,
        copied: &mut [VerifiedItem],
    ) -> Result<(), Broken> {
        let mut to_fetch: HashMap<String, FileToFetch> = to_fetch
            .into_iter()
            .filter_map(|one| Some((copied[one.index].scene()?.dataid.clone(), one)))
            .collect();
        let until = Instant::from_std(self.begun) + LONGEST_RUN;
        while !to_fetch.is_empty() {
            let ids: Vec<&str> = to_fetch.keys().map(String::as_str).collect();
            let prepared = peer.peer.prepare(&ids).await?;
            for id in prepared.missing {
                if let Some(one) = to_fetch.remove(&id) {
                    let gone = Fault::SourceMissing(id.into()).message();
                    copied[one.index].refuse((ItemReason::FileMissing, Detail::Message(gone)));
                }
            }
            let mut ready = Vec::new();
            for file in prepared.items {
                match file.state {
                    PeerState::Waiting => {}
                    PeerState::Ready => {
                        ready.extend(to_fetch.remove(&file.data_id).zip(Some(file)));
                    }
                    PeerState::Failed => {
                        if let Some(one) = to_fetch.remove(&file.data_id) {
                            copied[one.index].refuse(failure_of(&file));
                        }
                    }
                }
            }
            let is_idle = ready.is_empty();
            self.fetch_ready(peer, ready, copied).await?;
            if Instant::now() >= until {
                break;
            }
            if is_idle && !to_fetch.is_empty() {
                let pause = Duration::from_secs(prepared.retry_after.max(1)).min(LONGEST_PAUSE);
                tokio::time::sleep(pause).await;
            }
        }
        for one in to_fetch.into_values() {
            let preparing = FailureText::PeerPreparing;
            copied[one.index].refuse((ItemReason::FilePreparing, preparing.into()));
        }
        Ok(())
    }

    async fn fetch_ready(
        &self,
        peer: &OpenPeer<'_>,
        ready: Vec<(FileToFetch, PreparedFile)>,
        copied: &mut [VerifiedItem],
    ) -> Result<(), Broken> {
        let fetched: Vec<_> = stream::iter(ready)
            .map(|(one, file)| {
                let pace = self.crew.pace(&self.order.definition.location);
                let source = (peer.peer.clone(), pace);
                async move { (one.index, fetch_file(source, &file, one.path).await) }
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        for (index, outcome) in fetched {
            match outcome? {
                Ok(here) => copied[index].accept(&here),
                Err(why) => copied[index].refuse(why),
            }
        }
        Ok(())
    }
}

impl VerifiedItem {
    /// The file came: it is what the item says, where the item says something.
    fn accept(&mut self, here: &FileHere) {
        let Some(scene) = self.scene_mut() else {
            return;
        };
        if scene.sha256.is_some_and(|declared| declared != here.sha256) {
            let differs = FailureText::ChecksumDiffers;
            self.refuse((ItemReason::ChecksumDiffers, differs.into()));
        } else {
            set_file(scene, here);
        }
    }
}

/// What failed for a reason that may pass is looked at again.
fn failure_of(file: &PreparedFile) -> Refusal {
    let reason = match file.error_class.as_deref() {
        Some("transient_io" | "no_space" | "cancelled") => ItemReason::FileAway,
        Some("source_missing") => ItemReason::FileMissing,
        _ => ItemReason::Unreadable,
    };
    (reason, file.text.as_str().into())
}

fn lies_below(address: &str, folder: &Path) -> bool {
    let path = Url::parse(address)
        .ok()
        .and_then(|url| url.to_file_path().ok());
    path.is_some_and(|path| path.starts_with(folder))
}

fn set_file(scene: &mut CatalogueItem, here: &FileHere) {
    scene.size = Some(here.size);
    scene.sha256 = Some(here.sha256);
    scene.archive_url = Url::from_file_path(&here.path).ok().map(String::from);
}

/// A scene without its file; one that was copied before keeps it.
fn keep_file(scene: &mut CatalogueItem, before: Option<&Scene>, name: Option<String>) {
    if let Some(before) = before {
        scene.archive_url.clone_from(&before.archive_url);
        scene.file_name.clone_from(&before.file_name);
        scene.size = u64::try_from(before.size).ok();
        let sum = before.sha256.as_deref();
        scene.sha256 = sum.and_then(|sum| sum.try_into().ok());
    } else {
        scene.archive_url = None;
        scene.file_name = name;
    }
}

/// The address of a file ends in the scene's id, which is no name of a file.
fn file_name_of(scene: &CatalogueItem) -> Option<String> {
    scene
        .archive_url
        .as_ref()
        .map(|_| fit_name(&scene.dataname))
}

/// A name that can be one here, whatever the other side calls it.
fn fit_name(name: &str) -> String {
    let is_unfit = |c: char| matches!(c, '/' | '\\') || c.is_control();
    let plain: String = name
        .chars()
        .map(|c| if is_unfit(c) { '_' } else { c })
        .collect();
    let mut end = plain.len().min(LONGEST_NAME);
    while !plain.is_char_boundary(end) {
        end -= 1;
    }
    let plain = plain[..end].trim();
    if plain.trim_matches('.').is_empty() {
        "scene".to_owned()
    } else {
        plain.to_owned()
    }
}

/// Without what the other side says of its own orders and of its own writing: a scene that is the same is the same here too.
fn own_properties(text: &str) -> String {
    let read = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text);
    let Ok(mut properties) = read else {
        return text.to_owned();
    };
    properties.retain(|name, _| name != "updated" && !name.starts_with("order:"));
    serde_json::to_string(&properties).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_other_side_stay_in_their_folder() {
        for (name, fit) in [
            ("LC08.tif", "LC08.tif"),
            ("../../etc/passwd", ".._.._etc_passwd"),
            ("..", "scene"),
            ("", "scene"),
            ("a\\b\nc", "a_b_c"),
        ] {
            assert_eq!(fit_name(name), fit);
        }
        let long = fit_name(&"长".repeat(300));
        assert!(long.len() <= LONGEST_NAME && long.chars().all(|c| c == '长'));
    }

    #[test]
    fn what_only_the_other_side_knows_is_left_out() {
        let said = r#"{"gsd":2.0,"updated":"2026-01-01T00:00:00Z","order:status":"orderable"}"#;
        assert_eq!(own_properties(said), r#"{"gsd":2.0}"#);
        assert_eq!(own_properties("no JSON"), "no JSON");
    }

    #[test]
    fn a_failure_that_may_pass_is_waited_for() {
        let file = |class: &str| PreparedFile {
            data_id: "a".into(),
            state: PeerState::Failed,
            size: 1,
            sha256: None,
            error_class: Some(class.into()),
            text: "why".into(),
        };
        for (class, reason) in [
            ("transient_io", ItemReason::FileAway),
            ("source_missing", ItemReason::FileMissing),
            ("source_corrupt", ItemReason::Unreadable),
        ] {
            assert_eq!(failure_of(&file(class)).0, reason, "{class}");
        }
    }
}
