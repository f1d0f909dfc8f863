//! One file of another installation, fetched and verified.

use std::path::PathBuf;

use domain::receive::ItemReason;
use push::{SourceError, SourceFile};
use texts::FailureText;

use super::Broken;
use super::remote::unfit_name;
use crate::archive::ReadPace;
use crate::fault::Fault;
use crate::receive::{
    FetchError, FetchedFile, Peer, PreparedFile, Refusal, adopt, discard, fetch, sum_of,
};

/// How often a file is begun, or gone on with, before it waits for the next run.
const ATTEMPTS: usize = 3;

pub(super) struct FileHere {
    pub(super) path: PathBuf,
    pub(super) size: u64,
    pub(super) sha256: [u8; 32],
}

impl FileHere {
    const fn new(path: PathBuf, size: u64, sha256: [u8; 32]) -> Self {
        Self { path, size, sha256 }
    }
}

/// Fetches a file behind what is here of it, a few times where the line breaks.
pub(super) async fn fetch_file(
    (mut source, mut pace): (Peer<'_>, Box<dyn ReadPace>),
    file: &PreparedFile,
    path: PathBuf,
) -> Result<Result<FileHere, Refusal>, Broken> {
    let Some(sum) = file.sha256.as_deref().and_then(read_sum) else {
        let why = FailureText::ChecksumDiffers;
        return Ok(Err((ItemReason::ChecksumDiffers, why.into())));
    };
    let found = SourceFile {
        path: file.data_id.clone(),
        size: file.size,
        modified: 0,
        etag: Some(format!("\"{}\"", hex::encode(sum))),
        refusal: None,
    };
    let folder = path.parent().unwrap_or(&path).to_owned();
    tokio::fs::create_dir_all(&folder)
        .await
        .map_err(|error| Fault::from(&error))?;
    let mut attempts = 1;
    let part = loop {
        match fetch(&mut source, &found, &path, pace.as_mut()).await {
            Ok(FetchedFile::Part(part)) => break part,
            Ok(FetchedFile::Before) => return Ok(Ok(FileHere::new(path, file.size, sum))),
            Err(FetchError::Own(fault)) => return Err(fault.into()),
            Err(FetchError::Unfit) => return Ok(Err(unfit_name(&path))),
            Err(FetchError::Source(SourceError::Failed(_) | SourceError::Changed))
                if attempts < ATTEMPTS =>
            {
                attempts += 1;
            }
            Err(FetchError::Source(error)) => return broken_off(error),
        }
    };
    let length = tokio::fs::metadata(&part)
        .await
        .map_or(0, |part| part.len());
    if length != file.size || sum_of(&part).await? != sum {
        discard(&part).await?;
        let differs = FailureText::ChecksumDiffers;
        return Ok(Err((ItemReason::ChecksumDiffers, differs.into())));
    }
    match adopt(&part, &path).await {
        Ok(()) => Ok(Ok(FileHere::new(path, file.size, sum))),
        Err(FetchError::Own(fault)) => Err(fault.into()),
        Err(_) => Ok(Err(unfit_name(&path))),
    }
}

/// One file that cannot be fetched holds up no others; a side that lets nobody in any more does.
fn broken_off(error: SourceError) -> Result<Result<FileHere, Refusal>, Broken> {
    match error {
        SourceError::Gone(what) | SourceError::Unreadable(what) => {
            Ok(Err((ItemReason::FileAway, what)))
        }
        SourceError::Changed => {
            let changed = FailureText::SourceFileChanged;
            Ok(Err((ItemReason::FileAway, changed.into())))
        }
        error => Err(error.into()),
    }
}

fn read_sum(text: &str) -> Option<[u8; 32]> {
    hex::decode(text).ok()?.try_into().ok()
}
