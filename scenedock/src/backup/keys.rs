//! The server's key and the FTP gateway's own certificate, in and out of a backup.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use storage::sealed::ServerKey;

use super::checked::{self, DigestWriter, FileDigest};
use super::manifest::Manifest;
use crate::settings::from_env;

/// The server's key, in the data folder and in a backup.
const SECRET: &str = "secret.key";
/// The certificate that the FTP gateway made for itself; clients may have trusted it.
const CERTIFICATE: [&str; 2] = ["ftp-cert.pem", "ftp-key.pem"];
/// What is sealed to recognise a key again; not secret.
const PROOF: (&[u8], &[u8]) = (b"scenedock", b"backup");

/// Something that only opens under `key`.
pub fn proof(key: &ServerKey) -> anyhow::Result<Vec<u8>> {
    Ok(key.seal(PROOF.0, PROOF.1)?)
}

fn proves(proof: &str, key: &ServerKey) -> bool {
    STANDARD
        .decode(proof)
        .is_ok_and(|sealed| key.open(&sealed, PROOF.1).is_ok())
}

fn key_path(folder: &Path, name: &str) -> PathBuf {
    folder.join("keys").join(name)
}

/// Copies the keys that are in use into the backup.
pub async fn copy_out(data: &Path, folder: &Path) -> anyhow::Result<BTreeMap<String, FileDigest>> {
    let mut copied = BTreeMap::new();
    let secret = match from_env("SCENEDOCK_SECRET_KEY") {
        Some(text) => text.into_bytes(),
        None => tokio::fs::read(data.join(SECRET)).await.context(SECRET)?,
    };
    copied.insert(SECRET.to_owned(), keep(&key_path(folder, SECRET), &secret)?);
    for name in CERTIFICATE {
        match std::fs::read(data.join(name)) {
            Ok(bytes) => {
                copied.insert(name.to_owned(), keep(&key_path(folder, name), &bytes)?);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).context(name),
        }
    }
    Ok(copied)
}

/// Writes a new file that only its owner can read.
fn keep(path: &Path, bytes: &[u8]) -> anyhow::Result<FileDigest> {
    let write = || {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut options = std::fs::OpenOptions::new();
        let mut file = options
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().with_context(|| format!("cannot write {}", path.display()))?;
    let mut meter = DigestWriter::default();
    meter.add(bytes);
    Ok(meter.finish())
}

/// Makes sure that the restored server opens what the backup's server sealed.
pub async fn settle(
    data: &Path,
    folder: &Path,
    manifest: &Manifest,
    other_key: bool,
) -> anyhow::Result<()> {
    for (name, content) in &manifest.keys {
        checked::verify(&key_path(folder, name), content).await?;
    }
    let own = match from_env("SCENEDOCK_SECRET_KEY") {
        Some(text) => Some(text),
        None => std::fs::read_to_string(data.join(SECRET)).ok(),
    };
    match own {
        Some(text) => {
            let right = proves(&manifest.key_proof, &ServerKey::parse(&text)?);
            ensure!(
                right || other_key,
                "this server's key is not the one that the backup's passwords are sealed under. Give it the backup's \
                 SCENEDOCK_SECRET_KEY (or secret.key), or restore with --other-key and then mark every order \
                 that is being delivered overdue and reopen it"
            );
        }
        None if manifest.keys.contains_key(SECRET) => {
            let text = std::fs::read(key_path(folder, SECRET))?;
            keep(&data.join(SECRET), &text)?;
        }
        None if other_key => {}
        None => bail!(
            "this backup was made without --with-key: set SCENEDOCK_SECRET_KEY (or put secret.key into the data \
             folder), or restore with --other-key and then mark every order that is being delivered overdue and reopen it"
        ),
    }
    restore_certificate(data, folder, manifest)
}

/// The gateway's own certificate, unless it has made a new one already.
fn restore_certificate(data: &Path, folder: &Path, manifest: &Manifest) -> anyhow::Result<()> {
    let whole = CERTIFICATE
        .iter()
        .all(|name| manifest.keys.contains_key(*name));
    let fresh = CERTIFICATE.iter().all(|name| !data.join(name).exists());
    if !(whole && fresh) {
        return Ok(());
    }
    for name in CERTIFICATE {
        let bytes = std::fs::read(key_path(folder, name))?;
        keep(&data.join(name), &bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_proves() {
        let [one, other] = [
            "0123456789abcdeffedcba9876543210",
            "00000000000000000000000000000000",
        ]
        .map(|text| ServerKey::parse(text).unwrap());
        let text = STANDARD.encode(proof(&one).unwrap());
        assert!(proves(&text, &one));
        assert!(!proves(&text, &other));
        assert!(!proves("?", &one));
    }
}
