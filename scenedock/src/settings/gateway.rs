//! The FTP gateway behind a balancer, and what its accounts may take.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU64;

use clap::Args;
use ipnet::IpNet;

/// What stands before the gateway, and how fast it gives.
#[derive(Args, Clone)]
pub struct GatewaySettings {
    /// Address on which FTP connections begin encrypted, as implicit FTPS; none when absent
    #[arg(long = "ftp-implicit-addr", env = "FTP_IMPLICIT_ADDR", global = true)]
    pub implicit_addr: Option<SocketAddr>,
    /// Balancers before the FTP gateway, as addresses or networks; from there every connection must begin with a header of
    /// the PROXY protocol
    #[arg(long = "ftp-balancers", env = "FTP_BALANCERS", value_parser = network, value_delimiter = ',', global = true)]
    pub balancers: Vec<IpNet>,
    /// Bytes a second that all FTP transfers of one account may take together; unlimited when absent
    #[arg(
        long = "ftp-account-bandwidth",
        env = "FTP_ACCOUNT_BANDWIDTH",
        global = true
    )]
    pub account_bandwidth: Option<NonZeroU64>,
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let alone = text.parse::<IpAddr>().map(IpNet::from);
    alone
        .or_else(|_| text.parse())
        .map_err(|_| format!("{text} is neither an address nor a network, such as 10.0.0.0/8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn balancers_are_addresses_or_networks() {
        assert_eq!(network("10.0.0.7"), Ok("10.0.0.7/32".parse().unwrap()));
        assert_eq!(network(" fd00::/8 "), Ok("fd00::/8".parse().unwrap()));
        for wrong in ["", "10.0.0.0/33", "balancer.example.org"] {
            assert!(network(wrong).is_err(), "{wrong}");
        }
    }
}
