//! TLS on the control and the data connection.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::harness::{TestServer, noise, tools};
use ftp::{CertificateFiles, TlsMode};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_handshakes_of_both_versions_all_succeed() {
    let rig = TestServer::with(|config| {
        config.limits.per_client = 100;
        config.limits.waiting_per_client = 100;
        config.limits.per_account = 100;
    });
    let mut lanes = Vec::new();
    for lane in 0..8 {
        let address = rig.address;
        let version = if lane % 2 == 0 {
            &rustls::version::TLS12
        } else {
            &rustls::version::TLS13
        };
        lanes.push(tokio::spawn(async move {
            for _ in 0..125 {
                let raw = crate::harness::Raw::connect(address).await;
                let mut raw = raw.secure(version).await;
                raw.sign_in("a").await;
                raw.expect("QUIT", 221).await;
            }
        }));
    }
    for lane in lanes {
        lane.await.unwrap();
    }
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn downloads_over_both_versions_are_whole() {
    let rig = TestServer::new();
    let bytes = noise(5_000_003, 6);
    rig.serve(&[("f", &bytes), ("empty", b"")]);
    for version in [&rustls::version::TLS12, &rustls::version::TLS13] {
        let mut raw = rig.connect().await.secure(version).await;
        raw.sign_in("a").await;
        raw.expect("PBSZ 0", 200).await;
        raw.expect("PROT P", 200).await;
        assert!(raw.fetch("RETR f").await == bytes);
        assert!(raw.fetch("RETR empty").await.is_empty());
        raw.expect("REST 5000000", 350).await;
        assert!(raw.fetch("RETR f").await == bytes[5_000_000..]);
    }
    let log = rig.gateway.ended(6).await;
    assert!(log.iter().all(|one| one.start.tls));
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn curl_and_ftplib_download_encrypted() {
    let rig = TestServer::new();
    let bytes = noise(2_000_000, 7);
    rig.serve(&[("f", &bytes)]);
    let certificate = rig.folder.path().join("tls/ftp-cert.pem");
    let url = format!("ftp://a:secret@localhost:{}/f", rig.address.port());
    let trust = ["--cacert", certificate.to_str().unwrap()];
    let got = tools::succeed(
        "curl",
        ["-sS", "-4", "--ssl-reqd", trust[0], trust[1], &url],
    )
    .await;
    assert!(got == bytes);
    let program = format!(
        "import ftplib, io, ssl\n\
         ftp = ftplib.FTP_TLS(context=ssl._create_unverified_context(), timeout=20)\n\
         ftp.connect('127.0.0.1', {})\n\
         ftp.login('a', 'secret')\n\
         ftp.prot_p()\n\
         got = io.BytesIO()\n\
         ftp.retrbinary('RETR f', got.write)\n\
         assert len(got.getvalue()) == 2000000\n\
         assert ftp.nlst() == ['f']\n\
         print(ftp.quit()[:3])",
        rig.address.port()
    );
    assert_eq!(tools::succeed("python3", ["-c", &program]).await, b"221\n");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_instead_of_a_handshake_is_425_and_the_session_lives() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.connect().await.secure(&rustls::version::TLS13).await;
    raw.sign_in("a").await;
    raw.expect("PROT P", 200).await;
    for command in ["RETR f", "LIST"] {
        let mut data = TcpStream::connect(raw.epsv().await).await.unwrap();
        raw.expect(command, 150).await;
        data.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            .await
            .unwrap();
        raw.expect_reply(425).await;
        assert_eq!(raw.fetch("RETR f").await, b"whole");
    }
    rig.finish().await;
}

#[tokio::test]
async fn required_means_required_everywhere() {
    let rig = TestServer::with(|config| config.tls.mode = TlsMode::Required);
    rig.serve(&[("f", b"whole")]);
    let mut raw = rig.connect().await;
    raw.expect("USER a", 530).await;
    raw.expect("PASS secret", 503).await;
    raw.expect("PROT P", 503).await;
    let mut raw = raw.secure(&rustls::version::TLS12).await;
    raw.sign_in("a").await;
    for command in ["RETR f", "LIST", "NLST", "MLSD"] {
        raw.epsv().await;
        raw.expect(command, 521).await;
        raw.pasv().await;
        raw.expect(command, 521).await;
    }
    raw.expect("PROT C", 534).await;
    raw.expect("PROT P", 200).await;
    assert_eq!(raw.fetch("RETR f").await, b"whole");
    rig.finish().await;
}

#[tokio::test]
async fn without_tls_auth_is_refused_and_not_advertised() {
    let rig = TestServer::with(|config| config.tls.mode = TlsMode::Off);
    let mut raw = rig.connect().await;
    raw.expect("AUTH TLS", 502).await;
    let features = raw.expect("FEAT", 211).await;
    assert!(!features.contains("AUTH"), "{features}");
    assert!(features.contains(" REST STREAM\n"), "{features}");
    raw.sign_in("a").await;
    rig.finish().await;
}

#[tokio::test]
async fn what_was_said_in_clear_does_not_count_once_encrypted() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    raw.expect("USER a", 331).await;
    let mut raw = raw.secure(&rustls::version::TLS13).await;
    raw.expect("PASS secret", 503).await;
    raw.expect("AUTH TLS", 503).await;
    raw.sign_in("a").await;
    rig.finish().await;
}

#[tokio::test]
async fn commands_slipped_in_behind_auth_are_not_carried_out() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    raw.send(b"AUTH TLS\r\nUSER a\r\n").await;
    raw.expect_reply(234).await;
    let mut raw = raw.handshake(&rustls::version::TLS13).await;
    raw.expect("PASS secret", 503).await;
    raw.sign_in("a").await;
    rig.finish().await;
}

#[tokio::test]
async fn the_made_certificate_is_kept_and_its_key_private() {
    use std::os::unix::fs::PermissionsExt;
    let first = TestServer::new();
    let tls = first.folder.path().join("tls");
    let (chain, key) = (tls.join("ftp-cert.pem"), tls.join("ftp-key.pem"));
    let mode = std::fs::metadata(&key).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let before = std::fs::read(&chain).unwrap();
    let second = TestServer::with(|config| config.tls.folder.clone_from(&tls));
    assert_eq!(std::fs::read(&chain).unwrap(), before);
    let third =
        TestServer::with(|config| config.tls.certificate = Some(CertificateFiles { chain, key }));
    third
        .connect()
        .await
        .secure(&rustls::version::TLS13)
        .await
        .sign_in("a")
        .await;
    for rig in [first, second, third] {
        rig.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn our_own_client_trusts_the_made_certificate_and_no_other() {
    use suppaftp::tokio::{AsyncRustlsConnector, AsyncRustlsFtpStream};
    use tokio_rustls::TlsConnector;
    let required = || TestServer::with(|config| config.tls.mode = TlsMode::Required);
    let (rig, other) = (required(), required());
    rig.serve(&[("f", b"whole")]);
    let trust = ftp::client_trust(&rig.folder.path().join("tls"), None).unwrap();
    for (server, trusted) in [(&rig, true), (&other, false)] {
        let ftp = AsyncRustlsFtpStream::connect(server.address).await.unwrap();
        let connector = AsyncRustlsConnector::from(TlsConnector::from(trust.clone()));
        let secured = ftp.into_secure(connector, "127.0.0.1").await;
        assert_eq!(secured.is_ok(), trusted);
        let Ok(mut ftp) = secured else { continue };
        ftp.login("a", "secret").await.unwrap();
        let mut stream = ftp.retr_as_stream("f").await.unwrap();
        let mut bytes = Vec::new();
        tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut bytes)
            .await
            .unwrap();
        stream.finish().await.unwrap();
        assert_eq!(bytes, b"whole");
    }
    rig.finish().await;
    other.finish().await;
}
