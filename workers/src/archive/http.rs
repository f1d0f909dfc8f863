//! Archives behind web servers.

use std::sync::OnceLock;

use futures::{StreamExt, TryStreamExt};
use percent_encoding::percent_decode_str;
use reqwest::header::{ACCEPT_ENCODING, HeaderValue};
use reqwest::{Client, Response, StatusCode};
use url::Url;

use super::{ArchiveConfig, ArchiveError, ArchiveObject};
use crate::fault::Fault;

pub(super) async fn open(url: &Url, config: &ArchiveConfig) -> Result<ArchiveObject, ArchiveError> {
    let request = client()?
        .get(url.clone())
        // A compressed body has no known size and another checksum.
        .header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let shown = shown(url);
    let reply = tokio::time::timeout(config.connect, request.send())
        .await
        .map_err(|_| ArchiveError::Transient(format!("{shown} 没有应答")))?
        .map_err(|e| ArchiveError::Transient(format!("{shown}：{}", e.without_url())))?;
    refuse_failure(&reply, &shown)?;
    let size = reply
        .content_length()
        .ok_or_else(|| ArchiveError::Unsupported(format!("{shown} 的服务器没有给出文件大小")))?;
    let stream = reply
        .bytes_stream()
        .map_err(|e| Fault::TransientIo(e.without_url().to_string()))
        .boxed();
    Ok(ArchiveObject { size, stream })
}

fn client() -> Result<&'static Client, ArchiveError> {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    if let Some(client) = CLIENT.get() {
        return Ok(client);
    }
    let built = Client::builder()
        .redirect(reqwest::redirect::Policy::limited(5))
        .build()
        .map_err(|e| ArchiveError::Transient(e.to_string()))?;
    Ok(CLIENT.get_or_init(|| built))
}

fn refuse_failure(reply: &Response, shown: &str) -> Result<(), ArchiveError> {
    let status = reply.status();
    match status {
        StatusCode::OK => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(ArchiveError::Missing(shown.to_owned())),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS | StatusCode::TOO_EARLY => {
            Err(ArchiveError::Transient(format!("{shown} 应答 {status}")))
        }
        _ if status.is_server_error() => {
            Err(ArchiveError::Transient(format!("{shown} 应答 {status}")))
        }
        _ => Err(ArchiveError::Unreadable(format!("{shown} 应答 {status}"))),
    }
}

/// The address for people: names readable, without password and query, as both may hold secrets.
pub(super) fn shown(url: &Url) -> String {
    let mut bare = url.clone();
    bare.set_query(None);
    // Both fail only for addresses that cannot have a user, and those have none to hide.
    let _ = bare.set_username("");
    let _ = bare.set_password(None);
    percent_decode_str(bare.as_str())
        .decode_utf8_lossy()
        .into_owned()
}
