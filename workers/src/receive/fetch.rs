//! Files of a source, fetched into a folder of ours. A file has its name there when all of it came; until then it is a part under a hidden
//! folder, which the next attempt goes on with if the source still has the same file.

use std::fs::{self, FileTimes, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use push::{Source, SourceError, SourceFile, SourceRead};
use sha2::{Digest as _, Sha256};
use texts::FailureText;
use url::Url;

use crate::archive::{ReadPace, admit_all};
use crate::fault::Fault;

/// Longest name that leaves room for what is put around it, bytes.
const LONGEST_PART: usize = 240;
/// Bytes that are read at a time.
const BLOCK: usize = 256 * 1024;
/// Characters of a digest that tell files and folders apart.
const DIGITS: usize = 16;

/// Why a file is not here.
#[derive(Debug)]
pub enum FetchError {
    /// A fault of this installation's disk.
    Own(Fault),
    Source(SourceError),
    /// Its name cannot be one here.
    Unfit,
}

impl From<SourceError> for FetchError {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<io::Error> for FetchError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // A file where a folder should be, or the other way round.
            io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::AlreadyExists
            | io::ErrorKind::InvalidFilename => Self::Unfit,
            _ => Self::Own(own_fault(&error)),
        }
    }
}

/// A missing file is no missing source where it is ours.
fn own_fault(error: &io::Error) -> Fault {
    match Fault::from(error) {
        full @ Fault::NoSpace(_) => full,
        _ => Fault::TransientIo(error.to_string().into()),
    }
}

/// A file on local disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchedFile {
    /// Under its name, since an earlier look.
    Before,
    /// As a part: [`adopt`] or [`discard`] it.
    Part(PathBuf),
}

/// Makes the folder that files are fetched into, and resolves it.
///
/// # Errors
/// What the file system says.
pub async fn open_place(area: &Path, name: &str) -> Result<PathBuf, Fault> {
    let folder = area.join(name);
    let made = on_disk(move || {
        fs::create_dir_all(&folder)?;
        fs::canonicalize(&folder)
    });
    made.await.map_err(|error| own_fault(&error))
}

/// Where files are fetched from.
pub trait FileSource: Send {
    /// A file being read.
    type Read: FileRead;

    /// A file as it is now; `None`: there is none.
    fn find(
        &mut self,
        path: &str,
    ) -> impl Future<Output = Result<Option<SourceFile>, SourceError>> + Send;

    /// Begins to read a file behind so many bytes.
    fn read(
        &mut self,
        file: &SourceFile,
        behind: u64,
    ) -> impl Future<Output = Result<Self::Read, SourceError>> + Send;
}

/// A file being read.
pub trait FileRead: Send {
    /// The next bytes; `None`: the source says that it has sent everything.
    fn next(&mut self) -> impl Future<Output = Result<Option<Bytes>, SourceError>> + Send;
}

impl FileSource for Source {
    type Read = SourceRead;

    async fn find(&mut self, path: &str) -> Result<Option<SourceFile>, SourceError> {
        Self::find(self, path).await
    }

    async fn read(&mut self, file: &SourceFile, behind: u64) -> Result<SourceRead, SourceError> {
        Self::read(self, file, behind).await
    }
}

impl FileRead for SourceRead {
    async fn next(&mut self) -> Result<Option<Bytes>, SourceError> {
        Self::next(self).await
    }
}

/// Fetches a file that is to lie at `path`, behind what an earlier attempt left of it, no faster than it may be read.
///
/// # Errors
/// See [`FetchError`].
pub async fn fetch<S: FileSource>(
    source: &mut S,
    file: &SourceFile,
    path: &Path,
    pace: &mut dyn ReadPace,
) -> Result<FetchedFile, FetchError> {
    if is_here(file, path).await? {
        return Ok(FetchedFile::Before);
    }
    let mut part = Part::open(file, path).await?;
    if part.length < file.size {
        pace.begin(file.size - part.length);
        let mut read = match source.read(file, part.length).await {
            // What is there is not what was begun.
            Err(SourceError::Changed) => return part.forget().await,
            begun => begun?,
        };
        loop {
            let bytes = match read.next().await {
                Err(SourceError::Changed) => return part.forget().await,
                next => next?,
            };
            let Some(bytes) = bytes else { break };
            if part.length + bytes.len() as u64 > file.size {
                return part.forget().await;
            }
            let admitted = admit_all(pace, bytes.len()).await;
            admitted.map_err(FetchError::Own)?;
            part.write(bytes).await?;
        }
    }
    // What a bucket sends is what it was asked for; of others one has to look.
    if file.etag.is_none() && source.find(&file.path).await?.as_ref() != Some(file) {
        return part.forget().await;
    }
    if part.length < file.size {
        let cut = FailureText::CutShort {
            declared: file.size,
            received: part.length,
        };
        return Err(SourceError::Failed(cut.into()).into());
    }
    let modified = file.modified;
    let path = part.path.clone();
    on_disk(move || part.close(modified)).await?;
    Ok(FetchedFile::Part(path))
}

/// Whether the file of an earlier look is the same.
async fn is_here(file: &SourceFile, path: &Path) -> Result<bool, FetchError> {
    let (path, size, modified) = (path.to_owned(), file.size, file.modified);
    let found = on_disk(move || match fs::metadata(&path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    });
    let Some(found) = found.await? else {
        return Ok(false);
    };
    let since = found.modified().ok();
    let since = since.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let since = since.map_or(0, |since| since.as_micros());
    Ok(found.len() == size && modified > 0 && i64::try_from(since) == Ok(modified))
}

/// What is here of a file.
struct Part {
    path: PathBuf,
    file: fs::File,
    length: u64,
}

impl Part {
    async fn open(file: &SourceFile, path: &Path) -> Result<Self, FetchError> {
        let folder = folder_of_parts(path).ok_or(FetchError::Unfit)?;
        let name = digits(&format!(
            "{}|{}|{}",
            file.size,
            file.modified,
            file.etag.as_deref().unwrap_or_default()
        ));
        let (size, is_known) = (file.size, file.modified > 0 || file.etag.is_some());
        let opened = on_disk(move || {
            fs::create_dir_all(&folder)?;
            for entry in fs::read_dir(&folder)? {
                // Of a file that has another content by now.
                let entry = entry?;
                if entry.file_name() != *name {
                    fs::remove_file(entry.path())?;
                }
            }
            let path = folder.join(name);
            let mut options = OpenOptions::new();
            let options = options.create(true).write(true).truncate(!is_known);
            let mut file = options.open(&path)?;
            let mut length = file.metadata()?.len();
            if length > size {
                file.set_len(0)?;
                length = 0;
            }
            // At its place, and not "at the end": whoever else still writes it writes the same.
            file.seek(SeekFrom::Start(length))?;
            Ok(Self { path, file, length })
        });
        Ok(opened.await?)
    }

    async fn write(&mut self, bytes: Bytes) -> Result<(), FetchError> {
        let mut file = self.file.try_clone()?;
        let length = bytes.len() as u64;
        // On a thread that may wait for the disk; clones share their place in the file.
        on_disk(move || file.write_all(&bytes)).await?;
        self.length += length;
        Ok(())
    }

    fn close(self, modified: i64) -> io::Result<()> {
        if let Ok(micros @ 1..) = u64::try_from(modified) {
            let time = UNIX_EPOCH + Duration::from_micros(micros);
            self.file.set_times(FileTimes::new().set_modified(time))?;
        }
        self.file.sync_all()
    }

    async fn forget(self) -> Result<FetchedFile, FetchError> {
        discard(&self.path).await.map_err(FetchError::Own)?;
        Err(SourceError::Changed.into())
    }
}

/// Gives a part its name.
///
/// # Errors
/// See [`FetchError`].
pub async fn adopt(part: &Path, path: &Path) -> Result<(), FetchError> {
    let (part, path) = (part.to_owned(), path.to_owned());
    let renamed = on_disk(move || {
        fs::rename(&part, &path)?;
        remove_folder_of(&part);
        Ok(())
    });
    Ok(renamed.await?)
}

/// Removes a part.
///
/// # Errors
/// What the file system says.
pub async fn discard(part: &Path) -> Result<(), Fault> {
    let part = part.to_owned();
    let removed = on_disk(move || {
        fs::remove_file(&part)?;
        remove_folder_of(&part);
        Ok(())
    });
    removed.await.map_err(|error| own_fault(&error))
}

/// It stays where there is something else in it.
fn remove_folder_of(part: &Path) {
    if let Some(folder) = part.parent() {
        let _ = fs::remove_dir(folder);
    }
}

fn folder_of_parts(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let fits = path.iter().all(|part| part.len() <= LONGEST_PART);
    fits.then(|| path.with_file_name(format!(".{name}.part")))
}

/// SHA-256 of a file that is here.
///
/// # Errors
/// What the file system says.
pub async fn sum_of(path: &Path) -> Result<[u8; 32], Fault> {
    let path = path.to_owned();
    let sum = on_disk(move || {
        let mut hash = Sha256::new();
        let mut file = fs::File::open(&path)?;
        let mut block = vec![0; BLOCK];
        loop {
            let length = file.read(&mut block)?;
            if length == 0 {
                return Ok(hash.finalize().into());
            }
            hash.update(&block[..length]);
        }
    });
    sum.await.map_err(|error| own_fault(&error))
}

/// A name for what this text says.
#[must_use]
pub fn digits(text: &str) -> String {
    let sum = Sha256::digest(text.as_bytes());
    hex::encode(sum).chars().take(DIGITS).collect()
}

/// Where a file lies that an Item names, if that is in this folder. `..%2F` is one segment of an address, and two of a path: what
/// leads out of the folder on the way is not in it, wherever it ends.
#[must_use]
pub fn local_path(address: Option<&str>, folder: &Path) -> Option<PathBuf> {
    let url = Url::parse(address?).ok()?;
    let path = (url.scheme() == "file").then(|| url.to_file_path().ok())??;
    let mut below = path.strip_prefix(folder).ok()?.components();
    let stays = below.all(|part| matches!(part, Component::Normal(_)));
    stays.then_some(path)
}

/// On a thread that may wait.
async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(io::Error::other(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_leads_out_of_its_folder() {
        let folder = Path::new("/archive/in");
        let path = |address: &str| local_path(Some(address), folder);
        let inside = PathBuf::from("/archive/in/a/影像 1.tif");
        assert_eq!(path("file:///archive/in/a/影像%201.tif"), Some(inside));
        for address in [
            "file:///archive/in/..%2Fother%2Fb.tif",
            "file:///archive/in/a/..%2f..%2f..%2fhome%2Fx",
            "file:///archive/in/a/..%2Fb.tif",
            "file:///archive/in/../other/b.tif",
            "file:///archive/in/%2e%2e%2fother/b.tif",
            "file:///archive/in/%2e%2e/other/b.tif",
            "file:///archive/inner/b.tif",
            "file://host/archive/in/b.tif",
            "https://host/archive/in/b.tif",
            "",
        ] {
            assert_eq!(path(address), None, "{address}");
        }
        assert_eq!(local_path(None, folder), None);
    }
}
