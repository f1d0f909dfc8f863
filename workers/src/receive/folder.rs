//! A folder and those in it, walked in the order of names on a thread of its own: a network mount may block for long.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use domain::receive::{FileMark, ItemReason, MAX_ITEMS, SourceContents};
use texts::{Detail, FailureText, ItemText};
use tokio::sync::mpsc;

use super::{ReceivedItem, Refusal};
use crate::archive::{ArchiveConfig, ArchiveError, LocalRoots, folder_below};
use crate::ingest;
use crate::stac;

/// Files that are handed on together.
const BATCH: usize = 200;
/// Batches walked ahead.
const AHEAD: usize = 2;
/// Folders in one another.
const DEEPEST: usize = 64;

/// The folder that is watched, resolved; it has to lie below a root of the archives.
///
/// # Errors
/// When it is away, elsewhere, or cannot be read.
pub async fn watched_folder(
    location: &str,
    config: &ArchiveConfig,
) -> Result<PathBuf, ArchiveError> {
    let (path, roots) = (PathBuf::from(location), LocalRoots::allowed_by(config));
    let opening = tokio::task::spawn_blocking(move || folder_below(&path, &roots));
    let opened = tokio::time::timeout(config.connect, opening)
        .await
        .map_err(|_| {
            let folder = location.to_owned();
            ArchiveError::Transient(FailureText::NoAnswer { place: folder }.into())
        })?;
    opened.map_err(|e| ArchiveError::Transient(e.to_string().into()))?
}

/// A file as a walk finds it.
#[derive(Debug, Clone)]
pub struct FolderFile {
    pub path: PathBuf,
    /// Its path below the folder.
    pub name: String,
    /// By which one sees whether it is another than before.
    pub mark: FileMark,
    /// Why it cannot even be looked at.
    pub refusal: Option<Refusal>,
}

/// A walk: batches of files, in the order of their names.
#[derive(Debug)]
pub struct FolderWalk {
    batches: mpsc::Receiver<Vec<FolderFile>>,
}

impl FolderWalk {
    /// Begins behind the file that is called `after` below the folder; `None`: at the beginning. Links are not followed: they could lead out of the
    /// folder, or in a circle.
    #[must_use]
    pub fn begin(folder: PathBuf, contents: SourceContents, after: Option<String>) -> Self {
        let (send, batches) = mpsc::channel(AHEAD);
        tokio::task::spawn_blocking(move || {
            let mut walker = Walker {
                folder: &folder,
                contents,
                after: after.as_deref().map(Path::new),
                batch: Vec::new(),
                send: &send,
            };
            // Broken off: nobody waits for the rest.
            if walker.visit(&folder, 0).is_continue() {
                let _ = walker.flush();
            }
        });
        Self { batches }
    }

    /// The next files; `None`: that was all.
    pub async fn next(&mut self) -> Option<Vec<FolderFile>> {
        self.batches.recv().await
    }
}

struct Walker<'a> {
    folder: &'a Path,
    contents: SourceContents,
    after: Option<&'a Path>,
    batch: Vec<FolderFile>,
    send: &'a mpsc::Sender<Vec<FolderFile>>,
}

impl Walker<'_> {
    fn visit(&mut self, folder: &Path, depth: usize) -> ControlFlow<()> {
        let mut entries: Vec<DirEntry> = match fs::read_dir(folder) {
            Ok(entries) => entries.filter_map(Result::ok).collect(),
            Err(error) => return self.refuse(folder, error.to_string()),
        };
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let path = entry.path();
            if kind.is_dir() && depth < DEEPEST && !is_hidden(&entry.file_name()) {
                if self.is_ahead(&path) {
                    self.visit(&path, depth + 1)?;
                }
            } else if kind.is_file() && self.is_of_kind(&path) && self.is_behind(&path) {
                self.find(path, &entry)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn below(&self, path: &Path) -> PathBuf {
        path.strip_prefix(self.folder).unwrap_or(path).to_path_buf()
    }

    /// Whether a folder may hold files that come behind where the last walk stopped.
    fn is_ahead(&self, folder: &Path) -> bool {
        let below = self.below(folder);
        self.after
            .is_none_or(|after| after.starts_with(&below) || below.as_path() > after)
    }

    fn is_behind(&self, file: &Path) -> bool {
        let below = self.below(file);
        self.after.is_none_or(|after| below.as_path() > after)
    }

    fn is_of_kind(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        self.contents.takes_name(&name)
    }

    fn find(&mut self, path: PathBuf, entry: &DirEntry) -> ControlFlow<()> {
        let Ok(data) = entry.metadata() else {
            // Gone since the folder was read.
            return ControlFlow::Continue(());
        };
        let modified = data
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
            .map_or(0, |since| since.as_micros());
        let mark = FileMark {
            size: i64::try_from(data.len()).unwrap_or(i64::MAX),
            modified: i64::try_from(modified).unwrap_or(i64::MAX),
            etag: None,
        };
        let below = self.below(&path);
        let (name, refusal) = if let Some(name) = below.to_str() {
            (name.to_owned(), None)
        } else {
            let name = below.to_string_lossy().into_owned();
            let why = FailureText::NameNotUtf8 {
                place: name.clone(),
            };
            (name, Some((ItemReason::Malformed, why.into())))
        };
        self.push(FolderFile {
            path,
            name,
            mark,
            refusal,
        })
    }

    /// A folder in the folder that cannot be read does not keep the others out.
    fn refuse(&mut self, folder: &Path, why: String) -> ControlFlow<()> {
        let name = format!("{}/", self.below(folder).to_string_lossy());
        self.push(FolderFile {
            path: folder.to_path_buf(),
            name,
            mark: FileMark {
                size: 0,
                modified: 0,
                etag: None,
            },
            refusal: Some((ItemReason::Unreadable, why.into())),
        })
    }

    fn push(&mut self, file: FolderFile) -> ControlFlow<()> {
        self.batch.push(file);
        if self.batch.len() < BATCH {
            return ControlFlow::Continue(());
        }
        self.flush()
    }

    fn flush(&mut self) -> ControlFlow<()> {
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() || self.send.blocking_send(batch).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.')
}

/// The items of a file, read on a thread of its own.
pub async fn read_items_of(
    file: &FolderFile,
    contents: SourceContents,
    collection: &str,
) -> Vec<ReceivedItem> {
    let (path, name, collection) = (file.path.clone(), file.name.clone(), collection.to_owned());
    let reading = tokio::task::spawn_blocking(move || match contents {
        SourceContents::Rasters => {
            let item = ingest::read_raster(&path, &collection).map_err(malformed);
            vec![ReceivedItem { name, item }]
        }
        SourceContents::Items => read_stac(&path, &name),
    });
    reading.await.unwrap_or_else(|error| {
        let item = Err(malformed(error.to_string()));
        let name = file.name.clone();
        vec![ReceivedItem { name, item }]
    })
}

fn malformed(why: impl Into<Detail>) -> Refusal {
    (ItemReason::Malformed, why.into())
}

/// A file of one item is reported under its name; of several, each under the name and its id, or its place.
fn read_stac(path: &Path, name: &str) -> Vec<ReceivedItem> {
    let most = usize::try_from(MAX_ITEMS).unwrap_or(usize::MAX);
    let mut items = Vec::new();
    let mut is_too_long = false;
    let read = stac::read_file(path, |item| {
        is_too_long = items.len() >= most;
        if is_too_long {
            return ControlFlow::Break(());
        }
        items.push(match item {
            Ok(item) => ReceivedItem {
                name: format!("{name}#{}", item.dataid),
                item: Ok(item),
            },
            Err(error) => ReceivedItem {
                name: format!("{name}#{}", error.position),
                item: Err(malformed(error.reason)),
            },
        });
        ControlFlow::Continue(())
    });
    let whole = |refusal| {
        let name = name.to_owned();
        let item = Err(refusal);
        vec![ReceivedItem { name, item }]
    };
    if is_too_long {
        let why = FailureText::TooManyItems { most: MAX_ITEMS };
        return whole((ItemReason::Malformed, why.into()));
    }
    match read {
        Err(error) => whole((ItemReason::Unreadable, error.to_string().into())),
        Ok(()) if items.is_empty() => whole(malformed(ItemText::Empty)),
        Ok(()) => {
            if let [only] = &mut items[..] {
                name.clone_into(&mut only.name);
            }
            items
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn names(folder: &Path, contents: SourceContents, after: Option<&str>) -> Vec<String> {
        let mut walk = FolderWalk::begin(folder.to_path_buf(), contents, after.map(str::to_owned));
        let mut found = Vec::new();
        while let Some(batch) = walk.next().await {
            found.extend(batch.into_iter().map(|file| file.name));
        }
        found
    }

    #[tokio::test]
    async fn a_walk_goes_on_behind_where_it_stopped_and_follows_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in ["a", "a.d", "b/c", ".hidden"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        for name in [
            "a/2.json",
            "a/10.json",
            "a.d/1.json",
            "a.json",
            "b/c/1.ndjson",
            "b/1.json.part",
            "b/x.tif",
            ".hidden/1.json",
            "z.txt",
        ] {
            fs::write(root.join(name), "{}").unwrap();
        }
        std::os::unix::fs::symlink(root, root.join("b/circle")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", root.join("b/link.json")).unwrap();
        let items = SourceContents::Items;
        let all = [
            "a/10.json",
            "a/2.json",
            "a.d/1.json",
            "a.json",
            "b/c/1.ndjson",
        ];
        assert_eq!(names(root, items, None).await, all);
        for (index, name) in all.iter().enumerate() {
            assert_eq!(
                names(root, items, Some(name)).await,
                all[index + 1..],
                "{name}"
            );
        }
        assert_eq!(
            names(root, items, Some("a/3.json")).await,
            all[2..],
            "gone meanwhile"
        );
        assert_eq!(
            names(root, SourceContents::Rasters, None).await,
            ["b/x.tif"]
        );
    }
}
