//! How people write where a target is.

use domain::push_target::TargetKind;
use url::Url;

/// Longest address, bytes.
const LONGEST: usize = 1000;

/// What is wrong with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressFault {
    /// It cannot be read, or is too long.
    #[error("no address")]
    Unreadable,
    /// It begins with another scheme than its kind has.
    #[error("another scheme")]
    Scheme,
    /// It has a user, a password, a query or a fragment.
    #[error("more than a place")]
    MoreThanAPlace,
    /// The address names no bucket.
    #[error("no bucket")]
    NoBucket,
}

/// Reads `ftp://host/folder`, `ftps://host/folder`, `sftp://host/folder` (from the root; below the account's own folder:
/// `sftp://host/~/folder`), or of S3 the endpoint with the bucket: `https://endpoint/bucket/prefix`.
///
/// # Errors
/// See [`AddressFault`].
pub fn parse_address(kind: TargetKind, text: &str) -> Result<Url, AddressFault> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(AddressFault::Unreadable);
    }
    let url = Url::parse(text).map_err(|_| AddressFault::Unreadable)?;
    let fits = match kind {
        TargetKind::Ftp => url.scheme() == "ftp",
        TargetKind::Ftps => url.scheme() == "ftps",
        TargetKind::Sftp => url.scheme() == "sftp",
        TargetKind::S3 => matches!(url.scheme(), "http" | "https"),
        // A shelf has no address.
        TargetKind::Shelf => false,
    };
    if !fits {
        return Err(AddressFault::Scheme);
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(AddressFault::Unreadable);
    }
    let is_place = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    if !is_place {
        return Err(AddressFault::MoreThanAPlace);
    }
    // A line end would begin another command on the control connection.
    if parts(&url).any(|part| part.contains(['\r', '\n', '\0'])) {
        return Err(AddressFault::Unreadable);
    }
    if kind == TargetKind::S3 && parts(&url).next().is_none() {
        return Err(AddressFault::NoBucket);
    }
    Ok(url)
}

/// The parts of the path, decoded, empty ones left out.
pub(crate) fn parts(url: &Url) -> impl Iterator<Item = String> {
    let segments = url.path().split('/').filter(|part| !part.is_empty());
    segments.map(|part| {
        percent_encoding::percent_decode_str(part)
            .decode_utf8_lossy()
            .into_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_place_and_nothing_more() {
        use AddressFault::{MoreThanAPlace, NoBucket, Scheme, Unreadable};
        for (kind, text, fault) in [
            (TargetKind::Ftp, "ftp://ftp.example.cn/inbox", None),
            (TargetKind::Ftps, " ftps://[2001:db8::1]:990/ ", None),
            (
                TargetKind::S3,
                "https://s3.example.cn:9000/bucket/prefix",
                None,
            ),
            (
                TargetKind::Sftp,
                "sftp://sftp.example.cn:2222/~/inbox",
                None,
            ),
            (TargetKind::Sftp, "ftp://ftp.example.cn/", Some(Scheme)),
            (TargetKind::Sftp, "sftp:///inbox", Some(Unreadable)),
            (TargetKind::Ftp, "", Some(Unreadable)),
            (TargetKind::Ftp, "ftp.example.cn", Some(Unreadable)),
            (TargetKind::Ftp, "ftps://ftp.example.cn/", Some(Scheme)),
            (TargetKind::S3, "s3://bucket", Some(Scheme)),
            (TargetKind::Shelf, "ftp://ftp.example.cn/", Some(Scheme)),
            (
                TargetKind::Ftp,
                "ftp://me@ftp.example.cn/",
                Some(MoreThanAPlace),
            ),
            (
                TargetKind::S3,
                "https://s3.example.cn/b?x=1",
                Some(MoreThanAPlace),
            ),
            (TargetKind::S3, "https://s3.example.cn/", Some(NoBucket)),
            (
                TargetKind::Ftp,
                "ftp://ftp.example.cn/a%0D%0ADELE%20x",
                Some(Unreadable),
            ),
        ] {
            assert_eq!(parse_address(kind, text).err(), fault, "{text}");
        }
        let long = format!("ftp://ftp.example.cn/{}", "x".repeat(1000));
        assert_eq!(parse_address(TargetKind::Ftp, &long), Err(Unreadable));
    }
}
