//! What a balancer says of a connection that it hands on: the header of the PROXY protocol, version 1 and 2.
//!
//! The protocol: <https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt>.

use std::io;
use std::net::IpAddr;

use ppp::{HeaderResult, v1, v2};
use tokio::io::{AsyncRead, AsyncReadExt};

/// As long as the signature of version 2, and shorter than every header of version 1.
const SIGNATURE: usize = v2::PROTOCOL_PREFIX.len();
/// What every header of version 2 begins with: the signature, version and command, family, length.
const FIXED: usize = SIGNATURE + 4;
/// The longest header of version 1, its line end included.
const LONGEST_LINE: usize = 107;
/// More than any balancer adds behind the addresses of version 2.
const LONGEST_BODY: u16 = 4096;

/// Why a balancer's connection is closed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HeaderError {
    #[error("the connection ended within the balancer's header")]
    Read(#[from] io::Error),
    #[error("a balancer's connection does not begin with a header of the PROXY protocol")]
    Malformed,
}

/// Reads the header and not a byte more. `None` is a connection of the balancer's own, such as its check.
pub(crate) async fn client(
    stream: &mut (impl AsyncRead + Unpin),
) -> Result<Option<IpAddr>, HeaderError> {
    let mut header = vec![0; SIGNATURE];
    stream.read_exact(&mut header).await?;
    if header == v2::PROTOCOL_PREFIX {
        read_body(stream, &mut header).await?;
    } else {
        read_line(stream, &mut header).await?;
    }
    match HeaderResult::parse(&header) {
        HeaderResult::V1(Ok(header)) => Ok(match header.addresses {
            v1::Addresses::Tcp4(addresses) => Some(addresses.source_address.into()),
            v1::Addresses::Tcp6(addresses) => Some(addresses.source_address.into()),
            v1::Addresses::Unknown => None,
        }),
        HeaderResult::V2(Ok(header)) if header.command == v2::Command::Local => Ok(None),
        HeaderResult::V2(Ok(header)) => match header.addresses {
            v2::Addresses::IPv4(addresses) => Ok(Some(addresses.source_address.into())),
            v2::Addresses::IPv6(addresses) => Ok(Some(addresses.source_address.into())),
            v2::Addresses::Unspecified => Ok(None),
            v2::Addresses::Unix(_) => Err(HeaderError::Malformed),
        },
        HeaderResult::V1(Err(_)) | HeaderResult::V2(Err(_)) => Err(HeaderError::Malformed),
    }
}

/// Version 2 tells its length in the four bytes behind the signature.
async fn read_body(
    stream: &mut (impl AsyncRead + Unpin),
    header: &mut Vec<u8>,
) -> Result<(), HeaderError> {
    header.resize(FIXED, 0);
    stream.read_exact(&mut header[SIGNATURE..]).await?;
    let length = u16::from_be_bytes([header[SIGNATURE + 2], header[SIGNATURE + 3]]);
    if length > LONGEST_BODY {
        return Err(HeaderError::Malformed);
    }
    header.resize(FIXED + usize::from(length), 0);
    stream.read_exact(&mut header[FIXED..]).await?;
    Ok(())
}

/// Version 1 is a line. What follows belongs to the client, so it is read byte by byte.
async fn read_line(
    stream: &mut (impl AsyncRead + Unpin),
    header: &mut Vec<u8>,
) -> Result<(), HeaderError> {
    if !header.starts_with(v1::PROTOCOL_PREFIX.as_bytes()) {
        return Err(HeaderError::Malformed);
    }
    while !header.ends_with(v1::PROTOCOL_SUFFIX.as_bytes()) {
        if header.len() == LONGEST_LINE {
            return Err(HeaderError::Malformed);
        }
        header.push(stream.read_u8().await?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a header says, and what is left of the stream behind it.
    async fn read(bytes: &[u8]) -> (Result<Option<IpAddr>, HeaderError>, Vec<u8>) {
        let mut stream = bytes;
        let said = client(&mut stream).await;
        (said, stream.to_vec())
    }

    fn version_2(command: u8, family: u8, addresses: &[u8]) -> Vec<u8> {
        let mut header = v2::PROTOCOL_PREFIX.to_vec();
        header.extend([0x20 | command, family]);
        header.extend(u16::try_from(addresses.len()).unwrap().to_be_bytes());
        header.extend(addresses);
        header
    }

    #[tokio::test]
    async fn both_versions_name_the_client_and_leave_his_bytes() {
        let v4 = [203, 0, 113, 9, 10, 0, 0, 1, 0x12, 0x34, 0x08, 0x49];
        let mut v6 = vec![0; 36];
        v6[0] = 0x20;
        v6[15] = 7;
        let mut with_extras = v4.to_vec();
        // One value behind the addresses: a name that the client asked for.
        with_extras.extend([2, 0, 3, b'f', b't', b'p']);
        for (header, client) in [
            (
                b"PROXY TCP4 203.0.113.9 10.0.0.1 4660 2121\r\n".to_vec(),
                Some("203.0.113.9"),
            ),
            (
                b"PROXY TCP6 2000::7 ::1 4660 2121\r\n".to_vec(),
                Some("2000::7"),
            ),
            (b"PROXY UNKNOWN\r\n".to_vec(), None),
            (version_2(1, 0x11, &v4), Some("203.0.113.9")),
            (version_2(1, 0x11, &with_extras), Some("203.0.113.9")),
            (version_2(1, 0x21, &v6), Some("2000::7")),
            (version_2(0, 0, &[]), None),
            (version_2(0, 0x11, &v4), None),
            (version_2(1, 0, &[]), None),
        ] {
            let mut bytes = header;
            bytes.extend(b"USER a\r\n");
            let (said, rest) = read(&bytes).await;
            let client = client.map(|client| client.parse::<IpAddr>().unwrap());
            assert_eq!(said.unwrap(), client);
            assert_eq!(rest, b"USER a\r\n");
        }
    }

    #[tokio::test]
    async fn what_is_no_header_is_refused() {
        let mut long = b"PROXY TCP4 ".to_vec();
        long.resize(4096, b'1');
        let mut huge = v2::PROTOCOL_PREFIX.to_vec();
        huge.extend([0x21, 0x11, 0xff, 0xff]);
        huge.resize(100_000, 0);
        for bytes in [
            b"USER anonymous\r\nPASS x\r\n".to_vec(),
            b"PROXY TCP4 203.0.113.9\r\n".to_vec(),
            b"PROXY TCP4 203.0.113.900 10.0.0.1 1 2\r\n".to_vec(),
            b"PROXY TCP4 2000::7 ::1 1 2\r\n".to_vec(),
            version_2(1, 0x31, &[0; 216]),
            version_2(1, 0x11, &[0; 4]),
            version_2(3, 0x11, &[0; 12]),
            long,
            huge,
        ] {
            let (said, _) = read(&bytes).await;
            assert!(matches!(said, Err(HeaderError::Malformed)), "{said:?}");
        }
        let (cut, _) = read(b"PROXY TCP4 203.0.113.9 10.0").await;
        assert!(matches!(cut, Err(HeaderError::Read(_))), "{cut:?}");
    }

    proptest! {
        #[test]
        fn no_bytes_bring_it_down(bytes in proptest::collection::vec(any::<u8>(), 0..200), begins in 0..3) {
            let mut stream = match begins {
                0 => Vec::new(),
                1 => b"PROXY TCP".to_vec(),
                _ => v2::PROTOCOL_PREFIX.to_vec(),
            };
            stream.extend(bytes);
            let _ = futures::executor::block_on(read(&stream));
        }
    }
}
