//! A delivery, looked at from outside: signing in as the applicant would, or reading the copy back.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use domain::delivery::SCENE_FOLDER;
use object_store::ObjectStoreExt;
use object_store::path::Path;
use storage::db::deliveries::{self, Delivery, DeliveryFile, FtpAccount, HandOver};
use storage::db::expiry;
use storage::db::tasks::Task;
use storage::lifecycle::preparation;
use suppaftp::list::ListParser;
use suppaftp::tokio::{
    AsyncRustlsConnector, AsyncRustlsFtpStream, AsyncRustlsStream, TransferStream,
};
use suppaftp::types::FileType;
use suppaftp::{FtpError, FtpResult, Mode, Status};
use texts::FailureText;
use tokio::io::AsyncReadExt;

use super::account::new_account;
use super::lease::Lease;
use super::outcome::{publish_fault, published, storage_fault};
use crate::crew::Crew;
use crate::fault::Fault;

mod staged;

/// Bytes compared at each end of a file.
const END: u64 = 1024;
/// Most files whose bytes are compared; of more, an even choice. Names and sizes are compared of all.
const MAX_READ: usize = 200;
/// How long the check's own account lets in. A session that has begun goes on.
const SIGN_IN_WITHIN: TimeDelta = TimeDelta::minutes(2);
/// Longest wait for one reply.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) async fn run(crew: &Crew, task: Task, lease: &Lease) -> Result<(), Fault> {
    let (delivery, files) = load(crew, task).await?;
    let check = async {
        match &delivery.hand_out {
            HandOver::Ftp(account) => visit(crew, &delivery, account, &files).await,
            HandOver::Staged(path) => staged::run(crew, lease, &delivery, path, &files).await,
        }
    };
    tokio::select! {
        () = lease.lost() => return Err(Fault::Cancelled),
        checked = check => checked?,
    }
    preparation::publish_verified(&crew.pool, task, delivery.id, crew.clock.now())
        .await
        .map_err(|error| publish_fault(&error))
        .and_then(published)
}

/// Signs in as the applicant and looks at what is listed, which leaves no trace; then fetches under an account of the
/// check's own, so that no transfer of it is ever taken for the applicant's.
async fn visit(
    crew: &Crew,
    delivery: &Delivery,
    account: &FtpAccount,
    files: &[DeliveryFile],
) -> Result<(), Fault> {
    let mut visit = FtpVisit::begin(crew, account).await?;
    visit.compare_listing(files).await?;
    visit.end().await;
    let own = begin_check(crew, delivery).await?;
    let mut visit = FtpVisit::begin(crew, &own).await?;
    for file in chosen(files) {
        visit.compare_ends(crew, file).await?;
    }
    visit.end().await;
    Ok(())
}

async fn begin_check(crew: &Crew, delivery: &Delivery) -> Result<FtpAccount, Fault> {
    let account = new_account("check", &crew.key)?;
    let begun = async {
        let mut db = crew.pool.acquire().await?;
        let until = crew.clock.now() + SIGN_IN_WITHIN;
        deliveries::begin_check(&mut db, delivery.id, &account, until).await
    };
    match begun.await {
        Ok(true) => Ok(account),
        Ok(false) => Err(Fault::Cancelled),
        Err(error) => Err(storage_fault(&error)),
    }
}

async fn load(crew: &Crew, task: Task) -> Result<(Delivery, Vec<DeliveryFile>), Fault> {
    let loaded = async {
        let mut db = crew.pool.acquire().await?;
        let Some(delivery) = deliveries::latest(&mut db, task.order).await? else {
            return Ok(None);
        };
        let days = i64::from(crew.settings.delivery_days);
        let expires = crew.clock.now() + TimeDelta::days(days);
        if !expiry::begin_validity(&mut db, delivery.id, expires).await? {
            return Ok(None);
        }
        let files = deliveries::files(&mut db, delivery.id).await?;
        Ok(Some((delivery, files)))
    };
    loaded
        .await
        .map_err(|error| storage_fault(&error))?
        .ok_or(Fault::Cancelled)
}

fn chosen(files: &[DeliveryFile]) -> impl Iterator<Item = &DeliveryFile> {
    let step = files.len().div_ceil(MAX_READ).max(1);
    // Packages and their checksums are always read.
    files
        .iter()
        .enumerate()
        .filter(move |(at, file)| at % step == 0 || !file.path.starts_with(SCENE_FOLDER))
        .map(|(_, file)| file)
}

struct FtpVisit {
    session: AsyncRustlsFtpStream,
}

impl FtpVisit {
    async fn begin(crew: &Crew, account: &FtpAccount) -> Result<Self, Fault> {
        let gateway = &crew.settings.gateway;
        let password = account
            .password(&crew.key)
            .map_err(|error| storage_fault(&error))?;
        let address = (gateway.host.as_str(), gateway.port);
        let mut session = ask(AsyncRustlsFtpStream::connect(address)).await?;
        if let Some(tls) = &gateway.tls {
            let connector =
                AsyncRustlsConnector::from(tokio_rustls::TlsConnector::from(Arc::clone(tls)));
            session = ask(session.into_secure(connector, &gateway.host)).await?;
        }
        ask(session.login(&account.name, &password)).await?;
        ask(session.transfer_type(FileType::Binary)).await?;
        session.set_mode(Mode::ExtendedPassive);
        Ok(Self { session })
    }

    /// Says goodbye. The gateway has seen all that was wanted; if it does not answer, the connection just ends.
    async fn end(mut self) {
        let _ = ask(self.session.quit()).await;
    }

    /// Every file must be listed with its size, and nothing else.
    async fn compare_listing(&mut self, files: &[DeliveryFile]) -> Result<(), Fault> {
        let mut folders: HashMap<&str, HashMap<&str, i64>> = HashMap::new();
        for file in files {
            let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
            folders.entry(folder).or_default().insert(name, file.size);
        }
        for (folder, expected) in folders {
            let lines = ask(self.session.mlsd(Some(&format!("/{folder}")))).await?;
            let listed = lines
                .iter()
                .filter_map(|line| ListParser::parse_mlsd(line).ok())
                .filter(suppaftp::list::File::is_file)
                .map(|file| (file.name().to_owned(), file.size()))
                .collect::<HashMap<_, _>>();
            let same = listed.len() == expected.len()
                && expected.iter().all(|(name, size)| {
                    listed
                        .get(*name)
                        .and_then(|listed| i64::try_from(*listed).ok())
                        == Some(*size)
                });
            if !same {
                return Err(Fault::TransientIo(
                    FailureText::FtpFolderDiffers {
                        folder: folder.to_owned(),
                    }
                    .into(),
                ));
            }
        }
        Ok(())
    }

    /// The first and last bytes must be those of the object.
    async fn compare_ends(&mut self, crew: &Crew, file: &DeliveryFile) -> Result<(), Fault> {
        let size = file.size.unsigned_abs();
        let key = file.object_key.as_deref().unwrap_or_default();
        let object = Path::parse(key).map_err(|error| Fault::Bug(error.to_string().into()))?;
        let length = size.min(END);
        if length == 0 {
            return Ok(());
        }
        for offset in [0, size - length] {
            let sent = self.read(&file.path, offset, length).await?;
            let kept = crew
                .objects
                .store
                .get_range(&object, offset..offset + length)
                .await
                .map_err(|error| Fault::from_sink(&error))?;
            if sent != kept {
                return Err(Fault::TransientIo(
                    FailureText::FtpFileDiffers {
                        path: file.path.clone(),
                    }
                    .into(),
                ));
            }
        }
        Ok(())
    }

    async fn read(&mut self, path: &str, offset: u64, length: u64) -> Result<Vec<u8>, Fault> {
        let from = usize::try_from(offset).map_err(|error| Fault::Bug(error.to_string().into()))?;
        ask(self.session.resume_transfer(from)).await?;
        let mut data = ask(self.session.retr_as_stream(&format!("/{path}"))).await?;
        let mut bytes = Vec::new();
        let mut head = (&mut data).take(length);
        match tokio::time::timeout(PATIENCE, head.read_to_end(&mut bytes)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(refused(&error)),
            Err(_) => return Err(silent()),
        }
        hang_up(data).await?;
        Ok(bytes)
    }
}

/// Ends a transfer of which nothing more is wanted. The gateway calls it broken off unless all of it
/// had already been sent; both are what was asked for. (ABOR would answer once more in the second case.)
async fn hang_up(data: TransferStream<AsyncRustlsStream>) -> Result<(), Fault> {
    match tokio::time::timeout(PATIENCE, data.finish()).await {
        Ok(Err(FtpError::UnexpectedResponse(reply))) if reply.status == Status::TransferAborted => {
            Ok(())
        }
        Ok(ended) => ended.map_err(|error| refused(&error)),
        Err(_) => Err(silent()),
    }
}

/// Runs one call: suppaftp itself waits for ever. Whatever the gateway says, it may say otherwise later.
async fn ask<T>(call: impl Future<Output = FtpResult<T>>) -> Result<T, Fault> {
    match tokio::time::timeout(PATIENCE, call).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(refused(&error)),
        Err(_) => Err(silent()),
    }
}

fn refused(error: &impl ToString) -> Fault {
    let what = error.to_string().into();
    Fault::TransientIo(FailureText::FtpCheckFailed { what }.into())
}

fn silent() -> Fault {
    Fault::TransientIo(FailureText::FtpGatewaySilent.into())
}
