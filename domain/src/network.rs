//! Whom a limit counts: networks, because one host owns many addresses.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Bits of an IPv6 network that one host or home is given whole (RFC 6177).
const PREFIX: u32 = 64;

/// An IPv4 address, or an IPv6 network of 64 bits. Every limit per caller counts these, never addresses: who has one
/// IPv6 address has 2^64 of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl From<IpAddr> for Network {
    /// An IPv4 address written as an IPv6 one (`::ffff:192.0.2.1`) is the IPv4 address.
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => {
                Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - PREFIX))).into()
            }
        })
    }
}

/// `192.0.2.1` or `2001:db8:1:2::/64`: the key under which rows count a network.
impl fmt::Display for Network {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(formatter),
            IpAddr::V6(network) => write!(formatter, "{network}/{PREFIX}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn network(address: &str) -> Network {
        address.parse::<IpAddr>().expect("an address").into()
    }

    #[test]
    fn an_ipv4_address_is_one_and_so_is_an_ipv6_network() {
        for (address, text) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
            ("::1", "::/64"),
        ] {
            assert_eq!(network(address).to_string(), text, "{address}");
        }
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }

    proptest! {
        #[test]
        fn addresses_of_one_64_are_one_network(upper: u64, one: u64, other: u64) {
            let address = |lower: u64| {
                IpAddr::from(Ipv6Addr::from_bits(u128::from(upper) << 64 | u128::from(lower)))
            };
            // Below this lie the IPv4 addresses.
            prop_assume!(upper != 0);
            prop_assert_eq!(Network::from(address(one)), Network::from(address(other)));
            let next = IpAddr::from(Ipv6Addr::from_bits(u128::from(upper ^ 1) << 64 | u128::from(one)));
            prop_assert_ne!(Network::from(address(one)), Network::from(next));
        }
    }
}
