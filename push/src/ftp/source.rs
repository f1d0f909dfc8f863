//! What lies behind an FTP server, folder by folder in the order of names. Links are not followed: they could lead out of the folder,
//! or in a circle.

use std::path::Path;
use std::time::UNIX_EPOCH;

use bytes::{Bytes, BytesMut};
use suppaftp::list::{File, ListParser};
use suppaftp::types::Response;
use suppaftp::{FtpError, FtpResult, Mode, Status};
use texts::Detail;
use tokio::io::AsyncReadExt as _;

use super::{Direction, FtpTarget, PIECE, Transfer, is_unknown_command};
use crate::address::parts;
use crate::hosts::PushConfig;
use crate::listing::{BATCH, NameFilter, SourceError, SourceFile};
use crate::patience::Patience;
use crate::spec::TargetSpec;

/// Folders in one another.
const DEEPEST: usize = 64;

/// A session with an FTP server, and a walk through a folder of it.
pub struct FtpSource {
    server: FtpTarget,
    /// The folder, as the server calls it.
    root: String,
    names: NameFilter,
    after: Option<String>,
    /// What is left of each folder on the way, the next entry last.
    left: Vec<Vec<Entry>>,
    /// Whether listings say exactly what lies there (MLSD).
    is_exact: bool,
}

/// A file being read.
pub struct FtpRead {
    data: Option<Transfer>,
    patience: Patience,
}

/// What a listing says of a name: its path below the root.
struct Entry {
    path: String,
    is_folder: bool,
    size: u64,
    modified: i64,
}

impl FtpSource {
    pub(crate) async fn open(
        spec: &TargetSpec,
        config: &PushConfig,
        names: NameFilter,
        after: Option<&str>,
    ) -> Result<Self, SourceError> {
        let mut server = FtpTarget::sign_in(spec, config)
            .await
            .map_err(SourceError::of_opening)?;
        // One after the other, from where the account lands: servers differ in what they make of a whole path.
        for folder in parts(&spec.address) {
            let entered = server.patience.wait(server.session.cwd(&folder)).await;
            let entered = entered.map_err(SourceError::of_opening)?;
            entered.map_err(|error| explain_folder(&server.patience, &error))?;
        }
        let root = server.patience.ask(server.session.pwd()).await;
        let root = root.map_err(SourceError::of_opening)?;
        let features = server.patience.ask(server.session.feat()).await;
        let is_exact = features.is_ok_and(|known| {
            let mut names = known.keys();
            names.any(|name| matches!(name.to_uppercase().as_str(), "MLST" | "MLSD"))
        });
        let mut source = Self {
            server,
            root,
            names,
            after: after.map(str::to_owned),
            left: Vec::new(),
            is_exact,
        };
        let first = source.entries("").await?;
        source.left.push(first);
        Ok(source)
    }

    pub(crate) async fn next_files(&mut self) -> Result<Option<Vec<SourceFile>>, SourceError> {
        let mut files = Vec::new();
        while files.len() < BATCH {
            let Some(entry) = self.next_entry() else {
                break;
            };
            if !entry.is_folder {
                files.extend(self.complete(entry).await?);
                continue;
            }
            match self.entries(&entry.path).await {
                Ok(inside) => self.left.push(inside),
                // A folder in the folder that cannot be read does not keep the others out.
                Err(SourceError::Unreadable(why)) => files.push(refused(&entry.path, why)),
                // Gone since the one above it was read.
                Err(SourceError::NoPlace(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((!files.is_empty()).then_some(files))
    }

    /// The next name that is looked at.
    fn next_entry(&mut self) -> Option<Entry> {
        loop {
            let depth = self.left.len();
            let Some(entry) = self.left.last_mut()?.pop() else {
                self.left.pop();
                continue;
            };
            let is_looked_at = if entry.is_folder {
                depth < DEEPEST && self.is_ahead(&entry.path)
            } else {
                (self.names)(&entry.path) && self.is_behind(&entry.path)
            };
            if is_looked_at {
                return Some(entry);
            }
        }
    }

    /// Whether a folder may hold files that come behind where the last walk stopped.
    fn is_ahead(&self, folder: &str) -> bool {
        let folder = Path::new(folder);
        self.after
            .as_deref()
            .map(Path::new)
            .is_none_or(|after| after.starts_with(folder) || folder > after)
    }

    fn is_behind(&self, file: &str) -> bool {
        let after = self.after.as_deref().map(Path::new);
        after.is_none_or(|after| Path::new(file) > after)
    }

    /// What lies in a folder, the last name first.
    async fn entries(&mut self, folder: &str) -> Result<Vec<Entry>, SourceError> {
        let whole = self.whole(folder);
        let entered = self.server.patience.wait(self.server.session.cwd(&whole));
        let entered = entered.await.map_err(SourceError::of_opening)?;
        entered.map_err(|error| explain_folder(&self.server.patience, &error))?;
        let lines = self.lines().await?;
        let mut found: Vec<Entry> = lines
            .iter()
            .filter_map(|line| self.read_line(line))
            .filter_map(|file| entry(folder, &file, self.is_exact))
            .collect();
        found.sort_by(|one, other| Path::new(&other.path).cmp(Path::new(&one.path)));
        Ok(found)
    }

    async fn lines(&mut self) -> Result<Vec<String>, SourceError> {
        let patience = self.server.patience.clone();
        let is_exact = self.is_exact;
        let first = patience.wait(self.server.listing(is_exact)).await;
        let answer = match first.map_err(SourceError::of_opening)? {
            Err(FtpError::UnexpectedResponse(reply)) if is_unknown_command(reply.status) => {
                // No EPSV. PASV with the server's own address: the address in its reply could point anywhere.
                self.server.session.set_passive_nat_workaround(true);
                self.server.session.set_mode(Mode::Passive);
                let again = patience.wait(self.server.listing(is_exact)).await;
                again.map_err(SourceError::of_opening)?
            }
            answer => answer,
        };
        answer.map_err(|error| explain_folder(&patience, &error))
    }

    fn read_line(&self, line: &str) -> Option<File> {
        if self.is_exact {
            return ListParser::parse_mlsd(line).ok();
        }
        let posix = ListParser::parse_posix(line);
        posix.or_else(|_| ListParser::parse_dos(line)).ok()
    }

    /// Plain listings say the time to the minute, and of old files to the day: the file itself is asked.
    async fn complete(&mut self, entry: Entry) -> Result<Option<SourceFile>, SourceError> {
        if !self.is_exact {
            return self.find(&entry.path).await;
        }
        Ok(Some(SourceFile {
            path: entry.path,
            size: entry.size,
            modified: entry.modified,
            etag: None,
            refusal: None,
        }))
    }

    pub(crate) async fn find(&mut self, path: &str) -> Result<Option<SourceFile>, SourceError> {
        let whole = self.whole(path);
        let found = if self.is_exact {
            self.find_exactly(&whole).await?
        } else {
            self.find_roughly(&whole).await?
        };
        Ok(found.map(|(size, modified)| SourceFile {
            path: path.to_owned(),
            size,
            modified,
            etag: None,
            refusal: None,
        }))
    }

    /// In the words of a listing: two commands that say a time may say two times.
    async fn find_exactly(&mut self, whole: &str) -> Result<Option<(u64, i64)>, SourceError> {
        let patience = self.server.patience.clone();
        let reply = patience.wait(self.server.session.mlst(Some(whole))).await;
        match reply.map_err(SourceError::of_opening)? {
            Ok(line) => Ok(ListParser::parse_mlst(&line)
                .ok()
                .filter(File::is_file)
                .map(|file| (file.size() as u64, micros(&file)))),
            Err(error) => match explain_file(&patience, &error) {
                SourceError::Gone(_) => Ok(None),
                error => Err(error),
            },
        }
    }

    async fn find_roughly(&mut self, whole: &str) -> Result<Option<(u64, i64)>, SourceError> {
        let size = self.server.size(whole).await;
        let Some(size) = size.map_err(SourceError::of_opening)? else {
            return Ok(None);
        };
        let reply = self.server.patience.wait(self.server.session.mdtm(whole));
        match reply.await.map_err(SourceError::of_opening)? {
            Ok(time) => Ok(Some((size, time.and_utc().timestamp_micros()))),
            // Servers need not know it; then the size alone tells.
            Err(FtpError::UnexpectedResponse(_) | FtpError::BadResponse) => Ok(Some((size, 0))),
            Err(error) => Err(explain_file(&self.server.patience, &error)),
        }
    }

    pub(crate) async fn read(
        &mut self,
        file: &SourceFile,
        behind: u64,
    ) -> Result<FtpRead, SourceError> {
        let whole = self.whole(&file.path);
        let patience = self.server.patience.clone();
        let behind = usize::try_from(behind).unwrap_or(usize::MAX);
        let resumed = patience
            .wait(self.server.session.resume_transfer(behind))
            .await;
        let resumed = resumed.map_err(SourceError::of_opening)?;
        resumed.map_err(|error| explain_file(&patience, &error))?;
        let begun = self.server.transfer(Direction::Retrieve, &whole);
        let begun = patience
            .wait(begun)
            .await
            .map_err(SourceError::of_opening)?;
        let begun = begun.map_err(|error| match &error {
            // A server that cannot go on: what was begun is of no use.
            FtpError::UnexpectedResponse(reply)
                if behind > 0 && is_unknown_command(reply.status) =>
            {
                SourceError::Changed
            }
            _ => explain_file(&patience, &error),
        })?;
        Ok(FtpRead {
            data: Some(begun),
            patience,
        })
    }

    pub(crate) async fn close(self) {
        self.server.close().await;
    }

    fn whole(&self, path: &str) -> String {
        if path.is_empty() {
            return self.root.clone();
        }
        format!("{}/{path}", self.root.trim_end_matches('/'))
    }
}

impl FtpTarget {
    async fn listing(&mut self, is_exact: bool) -> FtpResult<Vec<String>> {
        if is_exact {
            self.session.mlsd(None).await
        } else {
            self.session.list(None).await
        }
    }
}

impl FtpRead {
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, SourceError> {
        let Some(data) = &mut self.data else {
            return Ok(None);
        };
        let mut piece = BytesMut::with_capacity(PIECE);
        match tokio::time::timeout(self.patience.silence, data.read_buf(&mut piece)).await {
            Ok(Ok(0)) => self.finish().await.map(|()| None),
            Ok(Ok(_)) => Ok(Some(piece.freeze())),
            Ok(Err(error)) => Err(SourceError::of_opening(
                self.patience.broken(error.to_string()),
            )),
            Err(_) => Err(SourceError::of_opening(self.patience.no_answer())),
        }
    }

    /// The end of the data proves nothing: only the server's closing reply says that the file was whole.
    async fn finish(&mut self) -> Result<(), SourceError> {
        let Some(data) = self.data.take() else {
            return Ok(());
        };
        let ended = self.patience.wait(data.finish()).await;
        let ended = ended.map_err(SourceError::of_opening)?;
        ended.map_err(|error| SourceError::Failed(self.patience.explained(error.to_string())))
    }
}

fn entry(folder: &str, file: &File, is_exact: bool) -> Option<Entry> {
    let name = file.name();
    // Listings name the folder itself and the one above it; names of several parts are nobody's.
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\0']);
    if !is_plain || file.is_symlink() {
        return None;
    }
    let path = if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    };
    Some(Entry {
        path,
        is_folder: file.is_directory(),
        size: file.size() as u64,
        modified: if is_exact { micros(file) } else { 0 },
    })
}

fn micros(file: &File) -> i64 {
    let since = file.modified().duration_since(UNIX_EPOCH);
    let micros = since.map_or(0, |since| since.as_micros());
    i64::try_from(micros).unwrap_or(i64::MAX)
}

fn refused(folder: &str, why: Detail) -> SourceFile {
    SourceFile {
        path: format!("{folder}/"),
        size: 0,
        modified: 0,
        etag: None,
        refusal: Some(why),
    }
}

fn explain_folder(patience: &Patience, error: &FtpError) -> SourceError {
    match error {
        FtpError::UnexpectedResponse(reply) if is_refusal(reply.status) => {
            if says_forbidden(reply) {
                SourceError::Unreadable(patience.explained(error.to_string()))
            } else {
                SourceError::NoPlace(patience.address.clone())
            }
        }
        _ => SourceError::Failed(patience.explained(error.to_string())),
    }
}

fn explain_file(patience: &Patience, error: &FtpError) -> SourceError {
    let what = patience.explained(error.to_string());
    match error {
        FtpError::UnexpectedResponse(reply) if is_refusal(reply.status) => {
            if says_forbidden(reply) {
                SourceError::Unreadable(what)
            } else {
                SourceError::Gone(what)
            }
        }
        _ => SourceError::Failed(what),
    }
}

fn is_refusal(status: Status) -> bool {
    matches!(status, Status::FileUnavailable | Status::BadFilename)
}

/// 550 means both "no such file" and "you may not"; only the words tell.
fn says_forbidden(reply: &Response) -> bool {
    let reply_text = String::from_utf8_lossy(&reply.body).to_lowercase();
    let words = ["denied", "permission", "not permitted"];
    words.iter().any(|word| reply_text.contains(word)) && !reply_text.contains("no such")
}
