//! Addresses that are not of the open internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// Blocks of the IANA IPv4 Special-Purpose Address Registry (RFC 6890), and multicast (RFC 5771). The blocks
/// that the registry calls globally reachable (AS112, AMT) are among them: no archive and no webhook stands there.
const SPECIAL_V4: [Ipv4Net; 18] = [
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 31, 196, 0], 24),
    v4([192, 52, 193, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([192, 175, 48, 0], 24),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    v4([224, 0, 0, 0], 4),
    v4([240, 0, 0, 0], 4),
];

/// The only IPv6 addresses that are given out for unicast (RFC 4291, section 2.4). Everything else is special, loopback,
/// IPv4-compatible, local, site-local, discard-only, SRv6 and multicast addresses included.
const UNICAST_V6: Ipv6Net = v6(0x2000, 0, 0, 3);

/// Blocks of the IANA IPv6 Special-Purpose Address Registry (2025-10-09) within [`UNICAST_V6`]. 6to4 (`2002::/16`) is
/// obsolete (RFC 7526) and would reach IPv4 addresses in disguise.
const SPECIAL_V6: [Ipv6Net; 5] = [
    v6(0x2001, 0, 0, 23),
    v6(0x2001, 0x0db8, 0, 32),
    v6(0x2002, 0, 0, 16),
    v6(0x2620, 0x004f, 0x8000, 48),
    v6(0x3fff, 0, 0, 20),
];

/// NAT64 (RFC 6052): an IPv4 address stands in the last four bytes.
const NAT64: Ipv6Net = v6(0x64, 0xff9b, 0, 96);

const fn v4([a, b, c, d]: [u8; 4], length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6(first: u16, second: u16, third: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(first, second, third, 0, 0, 0, 0, 0), length)
}

/// Whether nobody on the open internet can be reached under `ip`: private, local, reserved, documentation, and so on.
/// IPv4 addresses in IPv6 notation are judged by the IPv4 address.
#[must_use]
pub fn is_special(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_special_v4(ip),
        IpAddr::V6(ip) if NAT64.contains(&ip) => is_special_v4(embedded(ip)),
        IpAddr::V6(ip) => {
            !UNICAST_V6.contains(&ip) || SPECIAL_V6.iter().any(|net| net.contains(&ip))
        }
    }
}

fn is_special_v4(ip: Ipv4Addr) -> bool {
    SPECIAL_V4.iter().any(|net| net.contains(&ip))
}

fn embedded(ip: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = ip.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use ipnet::IpNet;

    use super::*;

    /// Every row of both registries (iana-ipv4-special-registry; iana-ipv6-special-registry of 2025-10-09). NAT64 is
    /// absent: it is judged by the address within.
    const REGISTRIES: [&str; 48] = [
        "0.0.0.0/8",
        "0.0.0.0/32",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.0.0/29",
        "192.0.0.8/32",
        "192.0.0.9/32",
        "192.0.0.10/32",
        "192.0.0.170/32",
        "192.0.0.171/32",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.88.99.2/32",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "240.0.0.0/4",
        "255.255.255.255/32",
        "::1/128",
        "::/128",
        "64:ff9b:1::/48",
        "100::/64",
        "100:0:0:1::/64",
        "2001::/23",
        "2001::/32",
        "2001:1::1/128",
        "2001:1::2/128",
        "2001:1::3/128",
        "2001:2::/48",
        "2001:3::/32",
        "2001:4:112::/48",
        "2001:10::/28",
        "2001:20::/28",
        "2001:30::/28",
        "2001:db8::/32",
        "2002::/16",
        "2620:4f:8000::/48",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
    ];

    /// Not in the registries: link-local, site-local (RFC 3879), multicast, IPv4-compatible, mapped.
    const OTHERS: [&str; 7] = [
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
        "224.0.0.0/4",
        "::127.0.0.0/104",
        "::ffff:10.0.0.0/104",
        "64:ff9b::a00:0/104",
    ];

    #[test]
    fn every_registered_block_is_special_from_end_to_end() {
        for text in REGISTRIES.into_iter().chain(OTHERS) {
            let net: IpNet = text.parse().unwrap();
            assert!(is_special(net.network()), "{text}: first");
            assert!(is_special(net.broadcast()), "{text}: last");
        }
    }

    #[test]
    fn their_neighbours_and_the_rest_are_open() {
        for text in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.88.98.255",
            "192.88.100.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "203.0.114.0",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2001:200::",
            "2001:db7:ffff::",
            "2001:db9::",
            "2003::",
            "2606:4700::1111",
            "3fff:1000::",
            "3ffe::1",
        ] {
            assert!(!is_special(text.parse().unwrap()), "{text}");
        }
    }
}
