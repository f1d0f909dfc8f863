//! Fetching a delivery over FTP, as an applicant's program would.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;
use sha2::{Digest, Sha256};
use suppaftp::tokio::AsyncFtpStream;
use suppaftp::types::FileType;
use suppaftp::{FtpError, Mode};

/// Downloads every file of the delivery; their names.
pub async fn fetch(delivery: &Value, into: &Path) -> anyhow::Result<(Vec<String>, String)> {
    let address = delivery["address"].as_str().context("no FTP address")?;
    // user:password@host:port
    let (account, host) = address
        .rsplit_once('@')
        .context("an address without a host")?;
    let (user, password) = account
        .split_once(':')
        .context("an account without a password")?;
    let mut session = AsyncFtpStream::connect(host).await?;
    session.login(user, password).await?;
    session.transfer_type(FileType::Binary).await?;
    session.set_mode(Mode::ExtendedPassive);
    let files = delivery["files"].as_array().context("no list of files")?;
    let mut names = Vec::new();
    let mut bytes = 0;
    for file in files {
        let name = file["name"].as_str().context("a file without a name")?;
        let path = into.join(name);
        let folder = path.parent().context("a file without a folder")?;
        ensure!(path.starts_with(into), "{name} leads out of the folder");
        tokio::fs::create_dir_all(folder).await?;
        bytes += fetch_one(&mut session, name, &path).await?;
        names.push(name.to_owned());
    }
    session.quit().await?;
    let summary = format!("{} files, {bytes} bytes", names.len());
    Ok((names, summary))
}

async fn fetch_one(session: &mut AsyncFtpStream, name: &str, path: &Path) -> anyhow::Result<u64> {
    let mut file = tokio::fs::File::create(path).await?;
    let mut data = session.retr_as_stream(name).await?;
    let copied = tokio::io::copy(&mut data, &mut file)
        .await
        .map_err(FtpError::ConnectionError)?;
    data.finish().await?;
    file.sync_all().await?;
    Ok(copied)
}

/// SHA-256 of a file, in hexadecimal.
pub fn sha256(path: &Path) -> anyhow::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut block)?;
        if read == 0 {
            break;
        }
        hash.update(&block[..read]);
    }
    Ok(hex::encode(hash.finalize()))
}
