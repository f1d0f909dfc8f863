//! Behind a balancer: whom it connects for, encrypted from the first byte, and limits that follow the client.

use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU64;
use std::time::Instant;

use ftp::{BindError, CertificateFiles, Config, Server, TlsMode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Raw, TOO_LONG, TestServer, noise, tools};

fn behind_a_balancer(config: &mut Config) {
    config.balancers = vec!["127.0.0.1/32".parse().unwrap()];
}

/// A balancer that tells each connection's client with version 2 of the protocol.
async fn balancer(gateway: SocketAddr, client: [u8; 4]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut outer, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut inner = TcpStream::connect(gateway).await.unwrap();
                inner.write_all(&version_2(client)).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut outer, &mut inner).await;
            });
        }
    });
    address
}

fn version_2(client: [u8; 4]) -> Vec<u8> {
    let mut header = b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c".to_vec();
    header.extend(client);
    header.extend([127, 0, 0, 1, 0x12, 0x34, 0x08, 0x49]);
    header
}

async fn with_header(rig: &TestServer, header: &[u8]) -> Raw {
    let mut raw = Raw::connect_only(rig.address).await;
    raw.send(header).await;
    raw
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_that_the_balancer_names_is_the_client() {
    let rig = TestServer::with(behind_a_balancer);
    let bytes = noise(300_000, 3);
    rig.serve(&[("f", &bytes)]);
    // Data connections come from the client itself, here from an address of its own.
    let address = balancer(rig.address, [127, 0, 0, 9]).await;
    let url = format!("ftp://a:secret@{address}/f");
    let got = tools::succeed(
        "curl",
        [
            "-sS",
            "--interface",
            "127.0.0.9",
            "--disable-epsv",
            "--ftp-skip-pasv-ip",
            &url,
        ],
    )
    .await;
    assert!(got == bytes);
    let log = rig.gateway.ended(1).await;
    assert_eq!(log[0].start.client, "127.0.0.9".parse::<IpAddr>().unwrap());
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_takes_no_transfer_of_a_balanced_client() {
    let rig = TestServer::with(behind_a_balancer);
    rig.serve(&[("f", b"whole")]);
    let mut raw = with_header(&rig, &version_2([127, 0, 0, 9])).await;
    raw.expect_reply(220).await;
    raw.sign_in("a").await;
    let port = raw.epsv().await;
    // The balancer's own address is not the client's.
    let mut stranger = TcpStream::connect(port).await.unwrap();
    raw.send(b"RETR f\r\n").await;
    assert_eq!(stranger.read(&mut [0; 8]).await.unwrap_or(0), 0);
    let own = tokio::net::TcpSocket::new_v4().unwrap();
    own.bind("127.0.0.9:0".parse().unwrap()).unwrap();
    let mut own = own.connect(port).await.unwrap();
    raw.expect_reply(150).await;
    let mut got = Vec::new();
    own.read_to_end(&mut got).await.unwrap();
    assert_eq!(got, b"whole");
    raw.expect_reply(226).await;
    rig.finish().await;
}

#[tokio::test]
async fn a_balancers_connection_without_a_header_is_closed_and_others_need_none() {
    let rig = TestServer::with(behind_a_balancer);
    for begin in [
        b"USER anonymous\r\n".as_slice(),
        b"PROXY TCP4 1.2.3.4\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut raw = with_header(&rig, begin).await;
        assert_eq!(raw.reply().await, "", "it says nothing, not even hello");
    }
    // Its check of its own.
    let mut check = with_header(&rig, b"PROXY UNKNOWN\r\n").await;
    check.expect_reply(220).await;
    check.expect("QUIT", 221).await;
    rig.finish().await;

    let elsewhere = TestServer::with(|config| {
        config.balancers = vec!["127.0.0.2/32".parse().unwrap()];
    });
    let mut raw = elsewhere.connect().await;
    let reply = raw.send_line("PROXY TCP4 1.2.3.4 127.0.0.1 1 2").await;
    assert!(
        reply.starts_with("530 "),
        "nobody else is believed: {reply}"
    );
    elsewhere.finish().await;
}

#[tokio::test]
async fn limits_count_the_clients_and_not_the_balancer() {
    let rig = TestServer::with(|config| {
        behind_a_balancer(config);
        config.limits.per_client = 1;
    });
    let mut sessions = Vec::new();
    for last in [7, 8] {
        let mut raw = with_header(&rig, &version_2([203, 0, 113, last])).await;
        raw.expect_reply(220).await;
        raw.sign_in("a").await;
        sessions.push(raw);
    }
    let mut second = with_header(&rig, &version_2([203, 0, 113, 7])).await;
    second.expect_reply(421).await;
    drop(sessions);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_begin_encrypted_where_they_shall() {
    let rig = TestServer::with(|config| {
        config.listen_encrypted = vec!["127.0.0.1:0".parse().unwrap()];
    });
    let bytes = noise(2_000_000, 5);
    rig.serve(&[("f", &bytes)]);
    let encrypted = rig.encrypted[0];
    for (program, arguments) in [
        (
            "curl",
            vec![
                "-sSk".to_owned(),
                "--ssl-reqd".to_owned(),
                format!("ftps://a:secret@{encrypted}/f"),
            ],
        ),
        (
            "lftp",
            vec![
                "--norc".to_owned(),
                "-c".to_owned(),
                format!(
                    "set net:max-retries 1; set net:timeout 10; set cmd:fail-exit yes; set ssl:verify-certificate no; \
                     open -u a,secret ftps://{encrypted}; cat f"
                ),
            ],
        ),
    ] {
        let got = tools::succeed(program, arguments).await;
        assert!(got == bytes, "{program}");
    }
    let log = rig.gateway.ended(2).await;
    assert!(log.iter().all(|one| one.start.tls));
    // Who waits for a greeting in clear gets none, and takes no place for ever.
    let mut clear = TcpStream::connect(encrypted).await.unwrap();
    clear.write_all(b"USER a\r\nPASS secret\r\n").await.unwrap();
    let mut said = Vec::new();
    let _ = tokio::time::timeout(TOO_LONG, clear.read_to_end(&mut said))
        .await
        .unwrap();
    assert!(!said.starts_with(b"220"), "{said:?}");
    rig.finish().await;
}

#[tokio::test]
async fn nothing_begins_encrypted_while_tls_is_off() {
    let folder = tempfile::tempdir().unwrap();
    let store = object_store::memory::InMemory::new();
    let clock = std::sync::Arc::new(crate::harness::TestClock::default());
    let gateway =
        crate::harness::TestGateway::new(std::sync::Arc::new(store), std::sync::Arc::clone(&clock));
    let listen = "127.0.0.1:0".parse().unwrap();
    let told = std::sync::Arc::new(move || clock.now());
    let mut config = Config::new(listen, folder.path().to_owned(), told);
    config.tls.mode = TlsMode::Off;
    config.listen_encrypted = vec![listen];
    let refused = Server::bind(config, std::sync::Arc::new(gateway)).err();
    assert!(
        matches!(refused, Some(BindError::EncryptedWithoutTls)),
        "{refused:?}"
    );
}

/// A certificate for `localhost` and its key, written over those that are there.
fn renew(files: &CertificateFiles) -> Vec<u8> {
    let key = rcgen::KeyPair::generate().unwrap();
    let mut params = rcgen::CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    params.is_ca = rcgen::IsCa::ExplicitNoCa;
    let certificate = params.self_signed(&key).unwrap();
    // One after the other: between the two nothing fits.
    std::fs::write(&files.chain, certificate.pem()).unwrap();
    std::fs::write(&files.key, key.serialize_pem()).unwrap();
    certificate.der().to_vec()
}

/// What curl sees of the certificate is whether it is the one it trusts.
async fn is_answered_with(rig: &TestServer, chain: &std::path::Path) -> bool {
    let url = format!("ftp://a:secret@localhost:{}/", rig.address.port());
    let trusted = chain.to_str().unwrap();
    let output = tools::run(
        "curl",
        ["-sS", "-4", "--ssl-reqd", "--cacert", trusted, &url],
    )
    .await;
    output.status.success()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_renewed_certificate_is_taken_over_and_breaks_no_transfer() {
    let folder = tempfile::tempdir().unwrap();
    let files = CertificateFiles {
        chain: folder.path().join("chain.pem"),
        key: folder.path().join("key.pem"),
    };
    renew(&files);
    let first = folder.path().join("first.pem");
    std::fs::copy(&files.chain, &first).unwrap();
    let rig = TestServer::with(|config| {
        config.tls.certificate = Some(files.clone());
        config.tls.follow = std::time::Duration::from_millis(20);
    });
    let bytes = noise(20_000_000, 9);
    rig.serve(&[("f", &bytes)]);
    assert!(is_answered_with(&rig, &first).await);
    // A transfer that has begun, and of which nothing is read before the certificate is another one.
    let mut raw = rig.connect().await.secure(&rustls::version::TLS13).await;
    raw.sign_in("a").await;
    raw.expect("PROT P", 200).await;
    let begun = raw.begin("RETR f").await;
    // What cannot be used changes nothing.
    std::fs::write(&files.key, "no key").unwrap();
    assert!(is_answered_with(&rig, &first).await);
    renew(&files);
    let renewed = async {
        while !is_answered_with(&rig, &files.chain).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TOO_LONG, renewed).await.unwrap();
    assert!(!is_answered_with(&rig, &first).await);
    assert!(raw.rest(begun).await == bytes);
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_account_takes_no_more_than_its_bytes_a_second_over_all_transfers() {
    const RATE: u64 = 4 << 20;
    let rig = TestServer::with(|config| config.account_bandwidth = NonZeroU64::new(RATE));
    let bytes = noise(3 << 20, 11);
    rig.serve(&[("f", &bytes)]);
    rig.serve_as("b", &[("f", &bytes)]);
    let begun = Instant::now();
    let mut transfers = Vec::new();
    // In clear and encrypted, that is by the kernel and by us; the other account has its own bytes.
    for (account, encrypted) in [("a", false), ("a", true), ("b", false)] {
        let address = rig.address;
        transfers.push(tokio::spawn(async move {
            let mut raw = Raw::connect(address).await;
            if encrypted {
                raw = raw.secure(&rustls::version::TLS13).await;
            }
            raw.sign_in(account).await;
            if encrypted {
                raw.expect("PROT P", 200).await;
            }
            let got = raw.fetch("RETR f").await;
            (got.len(), begun.elapsed())
        }));
    }
    let mut ended = Vec::new();
    for transfer in transfers {
        ended.push(transfer.await.unwrap());
    }
    assert!(ended.iter().all(|(length, _)| *length == bytes.len()));
    // Six MiB at four a second, less the first eighth of a second's bytes, which are granted at once.
    let last = ended[0].1.max(ended[1].1);
    assert!(last.as_secs_f64() > 1.3, "{last:?}");
    rig.finish().await;
}
