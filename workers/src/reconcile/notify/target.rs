//! Where a webhook may call: the open internet, not the network that this server stands in.

use std::net::SocketAddr;

use domain::special_address::is_special;
use texts::{Detail, FailureText};
use url::Url;

use crate::resolve;

/// Why an address is not called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Neither http nor https.
    #[error("only http and https are called")]
    Scheme,
    /// The name leads nowhere.
    #[error("the host's name is unknown")]
    Unresolved,
    /// It leads into an internal network.
    #[error("it leads into an internal network")]
    Internal,
}

impl From<TargetError> for Detail {
    fn from(error: TargetError) -> Self {
        match error {
            TargetError::Scheme => FailureText::WebhookNotHttp.into(),
            TargetError::Unresolved => FailureText::WebhookHostUnknown.into(),
            TargetError::Internal => FailureText::WebhookInternal.into(),
        }
    }
}

/// Resolves the address once. The call must go to exactly these: a name that is asked for twice may answer
/// differently the second time.
pub async fn resolve(url: &Url, allow_private: bool) -> Result<Vec<SocketAddr>, TargetError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(TargetError::Scheme);
    }
    let port = url.port_or_known_default().ok_or(TargetError::Scheme)?;
    let found = resolve::host(url, port)
        .await
        .map_err(|_| TargetError::Unresolved)?;
    if !allow_private && found.iter().any(|address| is_special(address.ip())) {
        return Err(TargetError::Internal);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_strangely_is_still_internal() {
        for address in [
            "http://127.0.0.1/",
            "http://localhost:8080/",
            "https://[::1]/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::ffff:127.0.0.1]/",
            "http://user@127.0.0.1/",
            "http://192.88.99.1/",
            "http://[2001::1]/",
            "http://[3fff::1]/",
        ] {
            let url = Url::parse(address).unwrap();
            assert_eq!(
                resolve(&url, false).await,
                Err(TargetError::Internal),
                "{address}"
            );
            assert!(resolve(&url, true).await.is_ok(), "{address}");
        }
        let ftp = Url::parse("ftp://8.8.8.8/").unwrap();
        assert_eq!(resolve(&ftp, true).await, Err(TargetError::Scheme));
        let nowhere = Url::parse("http://nowhere.invalid/").unwrap();
        assert_eq!(resolve(&nowhere, true).await, Err(TargetError::Unresolved));
        let open = Url::parse("https://8.8.8.8/hook").unwrap();
        assert_eq!(
            resolve(&open, false).await,
            Ok(vec!["8.8.8.8:443".parse().unwrap()])
        );
    }
}
