//! What is new in a bucket, or behind an FTP server: fetched into a folder of ours, and taken in from there as from a watched one.

use std::path::{Path, PathBuf};

use domain::push_target::TargetKind;
use domain::receive::{FileMark, ItemReason, Sighting, SourceContents};
use push::{NameFilter, Source, SourceError, SourceFile, TargetSpec, parse_address};
use storage::lifecycle::receives::RunResult;
use texts::{Detail, FailureText};
use url::Url;

use super::batch::VerifiedItem;
use super::origin::{Origin, ReadFile, Remote};
use super::{Broken, Run};
use crate::archive::Throttle as _;
use crate::fault::Fault;
use crate::jobs::outcome::storage_fault;
use crate::raster;
use crate::receive::{
    FetchError, FetchedFile, FolderFile, ReceivedItem, Refusal, adopt, check_places, digits,
    discard, fetch, local_path, open_place, read_items_of, verify,
};
use crate::stac::CatalogueItem;

/// Bytes that a dry run fetches: the file with which they are reached is its last.
const MAX_DRY_BYTES: u64 = 1 << 30;

/// What came of a file that was to be fetched.
enum Outcome {
    /// It was fetched by an earlier run.
    Before,
    /// Its bytes are here, under no name yet.
    Part(PathBuf),
    /// It was refused.
    Refused(Refusal),
}

impl From<SourceError> for Broken {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Refused(what) => Self::Source(Fault::SourceRefused(what)),
            SourceError::SignInRefused(what) => Self::Source(Fault::SignInRefused(what)),
            SourceError::NoPlace(location) => {
                Self::NoPlace(FailureText::SourcePlaceMissing { place: location })
            }
            SourceError::Failed(what) => Self::Source(Fault::TransientIo(what)),
            SourceError::Gone(what) | SourceError::Unreadable(what) => Self::Source(
                Fault::SourceCorrupt(FailureText::Unreadable { what }.into()),
            ),
            SourceError::Changed => {
                Self::Source(Fault::TransientIo(FailureText::SourceFileChanged.into()))
            }
        }
    }
}

impl Run<'_> {
    pub(super) async fn receive_remote(self, kind: TargetKind) -> Result<RunResult, Broken> {
        let crew = self.crew;
        let folder = open_place(&crew.settings.archive.received, &self.place_name()).await?;
        let dry_folder = self.is_dry().then(|| folder.clone());
        let received = self.receive_into(folder, kind).await;
        if let Some(folder) = dry_folder
            && let Err(error) = tokio::fs::remove_dir_all(&folder).await
        {
            tracing::warn!(%error, folder = %folder.display(), "what a dry run fetched stays");
        }
        received
    }

    async fn receive_into(
        mut self,
        folder: PathBuf,
        kind: TargetKind,
    ) -> Result<RunResult, Broken> {
        let config = &self.crew.settings.push;
        let spec = self.spec(kind)?;
        let names: NameFilter = match self.order.definition.file_contents() {
            SourceContents::Items => is_items_path,
            SourceContents::Rasters => is_raster_path,
        };
        let mut remote = Remote {
            source: Source::open(&spec, config, names, self.stopped_at()).await?,
            folder,
            pace: self.crew.pace(&self.order.definition.location),
            fetched: 0,
        };
        while let Some(files) = remote.source.next_files().await? {
            let files = files
                .into_iter()
                .map(|file| remote.as_folder_file(file))
                .collect();
            self.receive_files(files, &mut Origin::Remote(&mut remote))
                .await?;
            if self.is_enough() || self.has_fetched_enough(&remote) {
                return Ok(self.result(true));
            }
        }
        remote.source.close().await;
        Ok(self.result(false))
    }

    /// A folder for each source of each task, so that another source's files of the same name are others. Those of a dry run go with it.
    pub(super) fn place_name(&self) -> String {
        let definition = &self.order.definition;
        match self.order.task {
            Some(task) => {
                let source = format!("{} {}", definition.kind.as_str(), definition.location);
                format!("{}-{}", task.0.simple(), digits(&source))
            }
            None => format!(".dry-{}", self.job.run.0.simple()),
        }
    }

    fn spec(&self, kind: TargetKind) -> Result<TargetSpec, Broken> {
        let definition = &self.order.definition;
        let address = parse_address(kind, &definition.location).map_err(|_| {
            Broken::Source(Fault::SourceCorrupt(FailureText::AddressUnreadable.into()))
        })?;
        let secret = self.order.secret(self.job.run, &self.crew.key);
        Ok(TargetSpec {
            kind,
            address,
            region: definition.region.clone(),
            login_name: definition.login_name.clone(),
            secret: secret.map_err(|error| storage_fault(&error))?,
            key: None,
            host: push::HostDemand::Anybody,
        })
    }

    /// Whether a dry run has fetched as much as it may.
    pub(super) const fn has_fetched_enough(&self, remote: &Remote) -> bool {
        self.is_dry() && remote.fetched >= MAX_DRY_BYTES
    }

    /// Fetches a file, and reads it.
    pub(super) async fn fetch_whole(
        &self,
        remote: &mut Remote,
        file: FolderFile,
        sighting: Sighting,
    ) -> Result<ReadFile, Broken> {
        let contents = self.order.definition.file_contents();
        let found = SourceFile {
            path: file.name.clone(),
            size: file.mark.size.unsigned_abs(),
            modified: file.mark.modified,
            etag: file.mark.etag.clone(),
            refusal: None,
        };
        let refusal = match remote.fetch(&found, &file.path).await? {
            Outcome::Refused(refusal) => Some(refusal),
            Outcome::Before => None,
            Outcome::Part(part) => take(&part, &file.path, contents).await?,
        };
        if let Some(refusal) = refusal {
            let refused = VerifiedItem::refused(file.name.clone(), None, refusal);
            return Ok(self.settled(vec![refused], file, sighting));
        }
        if contents == SourceContents::Rasters {
            return Ok(self.read_whole(file, sighting, &remote.folder).await);
        }
        let mut verified = Vec::new();
        for received in read_items_of(&file, contents, &self.collection()).await {
            verified.push(self.fetch_item(remote, received).await?);
        }
        Ok(self.settled(verified, file, sighting))
    }

    /// Fetches what an Item names of its own source.
    async fn fetch_item(
        &self,
        remote: &mut Remote,
        received: ReceivedItem,
    ) -> Result<VerifiedItem, Broken> {
        let ReceivedItem { name, item } = received;
        let item = match item {
            Ok(item) => item,
            Err(refusal) => return Ok(VerifiedItem::refused(name, None, refusal)),
        };
        if let Err(refusal) = check_places(&item, Some(&remote.folder)) {
            return Ok(VerifiedItem::refused(name, Some(item), refusal));
        }
        if let Some(path) = local_path(item.image_url.as_deref(), &remote.folder) {
            // A scene is one without its picture as well.
            if let Outcome::Part(part) = remote.fetch_named(&path).await? {
                adopt(&part, &path).await.or_else(unfit)?;
            }
        }
        let checked = match local_path(item.archive_url.as_deref(), &remote.folder) {
            Some(path) => match remote.fetch_named(&path).await? {
                Outcome::Refused(refusal) => Err(refusal),
                Outcome::Before => self.verify_file(&item).await,
                Outcome::Part(part) => self.verify_part(&item, &part, &path).await?,
            },
            None => self.verify_file(&item).await,
        };
        Ok(VerifiedItem::checked(name, item, checked))
    }

    async fn verify_file(&self, item: &CatalogueItem) -> Result<(), Refusal> {
        let verification = self.order.definition.verification;
        let from = (&self.crew.settings.archive, self.throttle());
        verify(item, verification, from).await
    }

    /// Before it takes the place of an earlier one, which may be what the catalogue says.
    async fn verify_part(
        &self,
        item: &CatalogueItem,
        part: &Path,
        path: &Path,
    ) -> Result<Result<(), Refusal>, Broken> {
        let probe = CatalogueItem {
            archive_url: Url::from_file_path(part).ok().map(String::from),
            ..item.clone()
        };
        let checked = self.verify_file(&probe).await;
        if checked.is_err() {
            discard(part).await?;
            return Ok(checked);
        }
        Ok(match adopt(part, path).await {
            Ok(()) => Ok(()),
            Err(FetchError::Own(fault)) => return Err(fault.into()),
            Err(_) => Err(unfit_name(path)),
        })
    }
}

impl Remote {
    /// A file of the walk, as one of the folder that it is to lie in.
    fn as_folder_file(&self, file: SourceFile) -> FolderFile {
        let refusal = file.refusal.map(|why| (ItemReason::Unreadable, why));
        let refusal = refusal.or_else(|| {
            let path = file.path.clone();
            file.path.contains(char::REPLACEMENT_CHARACTER).then(|| {
                let why = FailureText::NameNotUtf8 { place: path };
                (ItemReason::Malformed, why.into())
            })
        });
        FolderFile {
            path: self.folder.join(&file.path),
            name: file.path,
            mark: FileMark {
                size: i64::try_from(file.size).unwrap_or(i64::MAX),
                modified: file.modified,
                etag: file.etag,
            },
            refusal,
        }
    }

    async fn fetch(&mut self, file: &SourceFile, path: &Path) -> Result<Outcome, Broken> {
        let pace = self.pace.as_mut();
        Ok(match fetch(&mut self.source, file, path, pace).await {
            Ok(FetchedFile::Before) => Outcome::Before,
            Ok(FetchedFile::Part(part)) => {
                self.fetched += file.size;
                Outcome::Part(part)
            }
            Err(FetchError::Own(fault)) => return Err(fault.into()),
            Err(FetchError::Unfit) => Outcome::Refused(unfit_name(path)),
            Err(FetchError::Source(SourceError::Gone(what))) => {
                Outcome::Refused((ItemReason::FileMissing, what))
            }
            Err(FetchError::Source(SourceError::Unreadable(what))) => {
                Outcome::Refused((ItemReason::Unreadable, what))
            }
            Err(FetchError::Source(SourceError::Changed)) => {
                let why = FailureText::SourceFileChanged;
                Outcome::Refused((ItemReason::NotWhole, why.into()))
            }
            Err(FetchError::Source(error)) => return Err(error.into()),
        })
    }

    /// Fetches the file that an Item names, to where the Item would have it.
    async fn fetch_named(&mut self, path: &Path) -> Result<Outcome, Broken> {
        let below = path.strip_prefix(&self.folder).unwrap_or(path);
        let below = below.to_string_lossy().into_owned();
        let missing = || {
            let what = Detail::Message(Fault::SourceMissing(below.as_str().into()).message());
            Outcome::Refused((ItemReason::FileMissing, what))
        };
        match self.source.find(&below).await {
            Ok(Some(file)) => self.fetch(&file, path).await,
            Ok(None) | Err(SourceError::Gone(_)) => Ok(missing()),
            Err(SourceError::Unreadable(what)) => {
                Ok(Outcome::Refused((ItemReason::Unreadable, what)))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Gives a part its name. What is no GeoTIFF where one should be never takes the place of one.
async fn take(
    part: &Path,
    path: &Path,
    contents: SourceContents,
) -> Result<Option<Refusal>, Broken> {
    if contents == SourceContents::Rasters {
        let looked_at = part.to_owned();
        let read = tokio::task::spawn_blocking(move || raster::read_file(&looked_at));
        let read = read
            .await
            .map_err(|error| Fault::Bug(error.to_string().into()))?;
        if let Err(error) = read {
            discard(part).await?;
            return Ok(Some((ItemReason::Malformed, error.text().into())));
        }
    }
    match adopt(part, path).await {
        Ok(()) => Ok(None),
        Err(FetchError::Own(fault)) => Err(fault.into()),
        Err(_) => Ok(Some(unfit_name(path))),
    }
}

fn is_items_path(path: &str) -> bool {
    SourceContents::Items.takes_path(path)
}

fn is_raster_path(path: &str) -> bool {
    SourceContents::Rasters.takes_path(path)
}

/// A picture whose name cannot be one here is none.
fn unfit(error: FetchError) -> Result<(), Broken> {
    match error {
        FetchError::Own(fault) => Err(fault.into()),
        FetchError::Source(_) | FetchError::Unfit => Ok(()),
    }
}

pub(super) fn unfit_name(path: &Path) -> Refusal {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.into_owned();
    (
        ItemReason::Malformed,
        FailureText::PathInvalid { place: name }.into(),
    )
}
