//! Where a webhook may call: the open internet, not the network that this server stands in.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

/// Why an address is not called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Neither http nor https.
    #[error("只能调用 http 或 https 地址")]
    Scheme,
    /// The name leads nowhere.
    #[error("无法解析主机名")]
    Unresolved,
    /// It leads into an internal network.
    #[error("不允许调用内部网络地址")]
    Internal,
}

/// Resolves the address once. The call must go to exactly these: a name that is asked for twice may answer
/// differently the second time.
pub async fn resolve(url: &Url, allow_private: bool) -> Result<Vec<SocketAddr>, TargetError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(TargetError::Scheme);
    }
    let port = url.port_or_known_default().ok_or(TargetError::Scheme)?;
    let found: Vec<SocketAddr> = match url.host().ok_or(TargetError::Unresolved)? {
        Host::Ipv4(ip) => vec![(ip, port).into()],
        Host::Ipv6(ip) => vec![(ip, port).into()],
        Host::Domain(name) => tokio::net::lookup_host((name, port))
            .await
            .map_err(|_| TargetError::Unresolved)?
            .collect(),
    };
    if found.is_empty() {
        return Err(TargetError::Unresolved);
    }
    if !allow_private && found.iter().any(|address| is_internal(address.ip())) {
        return Err(TargetError::Internal);
    }
    Ok(found)
}

/// Whether an address is not one of the open internet (IANA's special-purpose registries, RFC 6890).
#[must_use]
pub fn is_internal(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_internal_v4(ip),
        IpAddr::V6(ip) => is_internal_v6(ip),
    }
}

fn is_internal_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast()
        || a == 0
        || a >= 240
        // Shared by carriers; protocol assignments; benchmarks.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (18..20).contains(&b))
}

fn is_internal_v6(ip: Ipv6Addr) -> bool {
    let octets = ip.octets();
    let inside = |at: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|next| octets[at + next]);
        is_internal_v4(Ipv4Addr::new(a, b, c, d))
    };
    match ip.segments() {
        // An IPv4 address in disguise: mapped, or behind NAT64 (RFC 6052) and 6to4 (RFC 3056).
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => inside(12),
        [0x2002, ..] => inside(2),
        [0x2001, 0xdb8, ..] => true,
        // Only 2000::/3 is given out.
        [first, ..] => first & 0xe000 != 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_addresses_are_known_in_every_disguise() {
        let internal = [
            "127.0.0.1",
            "127.8.8.8",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.19.255.255",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
        ];
        for ip in internal {
            assert!(is_internal(ip.parse().unwrap()), "{ip}");
        }
        let open = [
            "1.1.1.1",
            "8.8.8.8",
            "172.15.0.1",
            "172.32.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::1",
        ];
        for ip in open {
            assert!(!is_internal(ip.parse().unwrap()), "{ip}");
        }
    }

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
