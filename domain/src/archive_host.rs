//! Where archives may lie on the network: what an operator lists, and whether a host is covered by it.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;

use crate::special_address::is_special;

/// One entry of the list: `name`, `*.name`, an address, a network (`10.2.0.0/16`), or a bucket (`s3://name`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveHost {
    /// A host by its name, in lower case.
    Name(String),
    /// Every host below this name, in lower case.
    Below(String),
    /// Every host with an address in it, private ones included.
    Network(IpNet),
    /// An S3 bucket.
    Bucket(String),
}

/// An entry that is none of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is neither a host name, *.name, an address, a network nor s3://bucket")]
pub struct NoArchiveHost(String);

impl FromStr for ArchiveHost {
    type Err = NoArchiveHost;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let no_host = || NoArchiveHost(text.to_owned());
        if let Ok(network) = text.parse::<IpNet>() {
            return Ok(Self::Network(network));
        }
        if let Ok(address) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Ok(Self::Network(address.into()));
        }
        if let Some(bucket) = text.strip_prefix("s3://") {
            let is_sound = !bucket.is_empty() && !bucket.contains('/');
            return is_sound
                .then(|| Self::Bucket(bucket.to_owned()))
                .ok_or_else(no_host);
        }
        let name = text.strip_prefix("*.").unwrap_or(text);
        if !is_name(name) {
            return Err(no_host());
        }
        let name = name.to_ascii_lowercase();
        Ok(if text.starts_with("*.") {
            Self::Below(name)
        } else {
            Self::Name(name)
        })
    }
}

/// Letters, digits, hyphens and underscores between dots (RFC 1123, section 2.1; underscores are seen in practice). A name
/// of digits only would be an address.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    text.split('.').all(is_label) && text.contains(|c: char| c.is_ascii_alphabetic())
}

/// Why an archive host is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostRefusal {
    /// Neither the name nor its addresses are on the list.
    #[error("host {0} is not in ARCHIVE_HOSTS")]
    NotListed(String),
    /// The name is on the list, but leads to an internal address that is not.
    #[error("host {host} leads to the internal address {address}, which is not in ARCHIVE_HOSTS")]
    Internal {
        /// The name.
        host: String,
        /// Address that the name resolves to.
        address: IpAddr,
    },
    /// The bucket is not on the list.
    #[error("bucket s3://{0} is not in ARCHIVE_HOSTS")]
    BucketNotListed(String),
}

/// The list. Empty: no archive on the network is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchiveHosts(Vec<ArchiveHost>);

impl From<Vec<ArchiveHost>> for ArchiveHosts {
    fn from(entries: Vec<ArchiveHost>) -> Self {
        Self(entries)
    }
}

impl ArchiveHosts {
    /// Whether `host` can be on the list at all, before its name is resolved: nobody's name server is asked about a host
    /// that is refused anyway.
    pub fn check_before_lookup(&self, host: &str) -> Result<(), HostRefusal> {
        let has_networks = self
            .0
            .iter()
            .any(|entry| matches!(entry, ArchiveHost::Network(_)));
        if self.has_name(host) || has_networks {
            Ok(())
        } else {
            Err(HostRefusal::NotListed(host.to_owned()))
        }
    }

    /// Whether `host` may be asked at each of `addresses`, which it was resolved to (or which it is). An address passes
    /// when it lies in a listed network, or when the name is listed and the address is of the open internet.
    pub fn check(&self, host: &str, addresses: &[IpAddr]) -> Result<(), HostRefusal> {
        let by_name = self.has_name(host);
        match addresses
            .iter()
            .find(|address| !self.has_address(**address) && (!by_name || is_special(**address)))
        {
            None => Ok(()),
            Some(address) if by_name => Err(HostRefusal::Internal {
                host: host.to_owned(),
                address: *address,
            }),
            Some(_) => Err(HostRefusal::NotListed(host.to_owned())),
        }
    }

    /// Whether the bucket may be read.
    pub fn check_bucket(&self, bucket: &str) -> Result<(), HostRefusal> {
        if self
            .0
            .iter()
            .any(|entry| matches!(entry, ArchiveHost::Bucket(name) if name == bucket))
        {
            Ok(())
        } else {
            Err(HostRefusal::BucketNotListed(bucket.to_owned()))
        }
    }

    fn has_name(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        self.0.iter().any(|entry| match entry {
            ArchiveHost::Name(name) => *name == host,
            ArchiveHost::Below(name) => host
                .strip_suffix(name.as_str())
                .is_some_and(|before| before.ends_with('.')),
            ArchiveHost::Network(_) | ArchiveHost::Bucket(_) => false,
        })
    }

    fn has_address(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0
            .iter()
            .any(|entry| matches!(entry, ArchiveHost::Network(net) if net.contains(&address)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(list: &str) -> ArchiveHosts {
        list.split(',')
            .map(|entry| entry.parse().unwrap())
            .collect::<Vec<ArchiveHost>>()
            .into()
    }

    fn allows(list: &str, host: &str, address: &str) -> bool {
        let list = hosts(list);
        list.check_before_lookup(host)
            .and_then(|()| list.check(host, &[address.parse().unwrap()]))
            .is_ok()
    }

    #[test]
    fn a_host_passes_by_its_name_or_by_its_network() {
        let table = [
            ("archive.example.cn", "archive.example.cn", "1.2.3.4", true),
            ("archive.example.cn", "ARCHIVE.example.cn.", "1.2.3.4", true),
            ("archive.example.cn", "evil.example.cn", "1.2.3.4", false),
            (
                "archive.example.cn",
                "a.archive.example.cn",
                "1.2.3.4",
                false,
            ),
            ("*.example.cn", "a.b.example.cn", "1.2.3.4", true),
            ("*.example.cn", "example.cn", "1.2.3.4", false),
            ("*.example.cn", "evilexample.cn", "1.2.3.4", false),
            // A listed name that leads inside: a name server alone opens nothing.
            (
                "archive.example.cn",
                "archive.example.cn",
                "10.2.3.4",
                false,
            ),
            (
                "archive.example.cn",
                "archive.example.cn",
                "169.254.169.254",
                false,
            ),
            (
                "archive.example.cn",
                "archive.example.cn",
                "::ffff:127.0.0.1",
                false,
            ),
            (
                "archive.example.cn,10.2.0.0/16",
                "archive.example.cn",
                "10.2.3.4",
                true,
            ),
            (
                "archive.example.cn,10.2.0.0/16",
                "archive.example.cn",
                "10.3.3.4",
                false,
            ),
            ("10.2.0.0/16", "other.internal", "10.2.3.4", true),
            ("10.2.0.0/16", "10.2.3.4", "10.2.3.4", true),
            ("10.2.0.0/16", "other.internal", "1.2.3.4", false),
            ("127.0.0.1", "127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.1", "::ffff:127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", "127.0.0.2", false),
            ("[::1]", "::1", "::1", true),
            ("s3://scenes", "scenes", "1.2.3.4", false),
        ];
        for (list, host, address, expected) in table {
            assert_eq!(
                allows(list, host, address),
                expected,
                "{list}: {host} at {address}"
            );
        }
        assert!(
            ArchiveHosts::default()
                .check_before_lookup("a.example")
                .is_err()
        );
        let mixed = ["1.2.3.4".parse().unwrap(), "10.0.0.1".parse().unwrap()];
        assert!(
            hosts("a.example").check("a.example", &mixed).is_err(),
            "every address counts"
        );
    }

    #[test]
    fn buckets_are_listed_by_name() {
        assert_eq!(hosts("s3://scenes").check_bucket("scenes"), Ok(()));
        let refused = hosts("s3://scenes,scenedock")
            .check_bucket("scenedock")
            .unwrap_err();
        assert_eq!(
            refused.to_string(),
            "bucket s3://scenedock is not in ARCHIVE_HOSTS"
        );
    }

    #[test]
    fn a_refusal_names_host_and_setting() {
        let refusal = |list, host: &str, address: &str| {
            hosts(list)
                .check(host, &[address.parse().unwrap()])
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refusal("a.example", "b.example", "1.2.3.4"),
            "host b.example is not in ARCHIVE_HOSTS"
        );
        assert_eq!(
            refusal("a.example", "a.example", "10.0.0.1"),
            "host a.example leads to the internal address 10.0.0.1, which is not in ARCHIVE_HOSTS"
        );
    }

    #[test]
    fn what_is_no_host_is_no_entry() {
        for wrong in [
            "",
            "*",
            "*.",
            "a/b",
            "http://a.example",
            "a b",
            "s3://",
            "s3://a/b",
            "10.0.0.0/33",
            "1.2.3",
            "*.*.a",
        ] {
            assert!(wrong.parse::<ArchiveHost>().is_err(), "{wrong}");
        }
    }
}
