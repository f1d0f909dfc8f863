//! Targets over SSH, against OpenSSH with a key, and against a server that takes passwords and offers nothing beyond the draft.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod plain;

use std::time::Duration;

use bytes::Bytes;
use domain::ids::UserId;
use domain::push_target::TargetKind;
use plain::{Manner, PASSWORD, PlainServer, USER};
use push::{
    HostDemand, PushConfig, PushError, SshKey, Target, TargetSpec, Upload, check, parse_address,
};
use russh::MethodKind;
use testkit::ssh_server::SshServer;
use texts::FailureText;

const SEED: [u8; 32] = [3; 32];

const BY_PASSWORD: Manner = Manner {
    method: MethodKind::Password,
    is_mute: false,
};

fn config() -> PushConfig {
    PushConfig {
        hosts: vec!["127.0.0.1".parse().unwrap()].into(),
        ..PushConfig::default()
    }
}

fn person(number: u8) -> UserId {
    let id = format!("01936f0e-5b7c-7000-8000-0000000000{number:02}");
    id.parse().unwrap()
}

/// The key of the person whose targets these are.
fn key() -> SshKey {
    SshKey::of_person(&SEED, person(1))
}

fn by_key(server: &SshServer, host: HostDemand) -> TargetSpec {
    TargetSpec {
        kind: TargetKind::Sftp,
        address: parse_address(TargetKind::Sftp, &server.address()).unwrap(),
        region: String::new(),
        login_name: server.user.clone(),
        secret: String::new(),
        key: Some(key()),
        host,
    }
}

fn by_password(server: &PlainServer, secret: &str, host: HostDemand) -> TargetSpec {
    let address = format!("sftp://{}/~/inbox/2026", server.address);
    TargetSpec {
        kind: TargetKind::Sftp,
        address: parse_address(TargetKind::Sftp, &address).unwrap(),
        region: String::new(),
        login_name: USER.to_owned(),
        secret: secret.to_owned(),
        key: None,
        host,
    }
}

fn bytes(length: usize) -> Vec<u8> {
    (0..length)
        .map(|at| u8::try_from((at * 7 + at / 251) % 256).unwrap())
        .collect()
}

async fn put(target: &mut Target, path: &str, behind: u64, bytes: &[u8]) {
    let upload = target.upload(path, behind).await.unwrap();
    write(upload, bytes).await;
}

async fn write(mut upload: Upload, bytes: &[u8]) {
    for piece in bytes.chunks(100_003) {
        upload.write(Bytes::copy_from_slice(piece)).await.unwrap();
    }
    upload.finish().await.unwrap();
}

/// Twice under one name, the second time half of it by a session that ended.
async fn send_twice(spec: &TargetSpec) -> Vec<u8> {
    let whole = bytes(2_500_001);
    let mut target = Target::open(spec, &config()).await.unwrap();
    let (path, part) = ("S1/影像_r1.tar.gz", "S1/影像_r1.tar.gz.part");
    put(&mut target, part, 0, b"an earlier one").await;
    target.rename(part, path).await.unwrap();
    put(&mut target, part, 0, &whole[..1_000_003]).await;
    target.close().await;
    let mut target = Target::open(spec, &config()).await.unwrap();
    let resumed = target.resume(part, whole.len() as u64, None).await;
    let (upload, behind) = resumed.unwrap();
    assert_eq!(behind, 1_000_003);
    write(upload, &whole[1_000_003..]).await;
    target.rename(part, path).await.unwrap();
    assert_eq!(target.size(part).await.unwrap(), None);
    let found = target.digest(path).await.unwrap();
    assert_eq!(found.size, whole.len() as u64);
    target.remove(path).await.unwrap();
    assert_eq!(target.size(path).await.unwrap(), None);
    put(&mut target, path, 0, &whole).await;
    target.close().await;
    whole
}

#[tokio::test]
async fn openssh_lets_a_persons_key_in_and_a_file_takes_the_place_of_an_earlier_one() {
    let server = SshServer::start(&key().authorized_line()).unwrap();
    let spec = by_key(&server, HostDemand::Anybody);
    let met = check(&spec, &config(), "trial.txt").await.unwrap().unwrap();
    assert_eq!(met.line(), server.host_key().unwrap());
    assert_eq!(met.fingerprint(), server.fingerprint().unwrap());
    assert!(server.files().is_empty(), "the trial was removed");
    let spec = by_key(&server, HostDemand::Known(met));
    let whole = send_twice(&spec).await;
    let expected = ("S1/影像_r1.tar.gz".to_owned(), whole);
    assert_eq!(server.files(), [expected]);
}

#[tokio::test]
async fn a_password_lets_one_in_where_renaming_takes_no_name_that_is_taken() {
    for method in [MethodKind::Password, MethodKind::KeyboardInteractive] {
        let server = PlainServer::start(Manner {
            method,
            ..BY_PASSWORD
        })
        .await;
        let spec = by_password(&server, PASSWORD, HostDemand::Anybody);
        let met = check(&spec, &config(), "trial.txt").await.unwrap();
        assert_eq!(met.as_ref(), Some(&server.host_key));
        let whole = send_twice(&spec).await;
        let path = server.root.path().join("inbox/2026/S1/影像_r1.tar.gz");
        assert_eq!(std::fs::read(path).unwrap(), whole);
    }
}

#[tokio::test]
async fn another_host_gets_neither_a_file_nor_a_password() {
    let mut server = SshServer::start(&key().authorized_line()).unwrap();
    let spec = by_key(&server, HostDemand::Anybody);
    let known = check(&spec, &config(), "trial.txt").await.unwrap().unwrap();
    server.change_host().unwrap();
    let spec = by_key(&server, HostDemand::Known(known.clone()));
    let refused = check(&spec, &config(), "trial.txt").await.unwrap_err();
    let fingerprint = server.fingerprint().unwrap();
    assert_eq!(
        refused,
        PushError::Stranger {
            target: server.address(),
            known: known.fingerprint(),
            met: fingerprint.clone(),
        }
    );
    assert!(server.files().is_empty());
    let compared = |fingerprint: String| HostDemand::Compared {
        fingerprint,
        before: Some(known.clone()),
    };
    let spec = by_key(&server, compared(fingerprint));
    let accepted = check(&spec, &config(), "trial.txt").await.unwrap();
    assert_eq!(accepted.unwrap().line(), server.host_key().unwrap());

    let plain = PlainServer::start(BY_PASSWORD).await;
    for host in [
        HostDemand::Known(known.clone()),
        compared("SHA256:x".to_owned()),
    ] {
        let spec = by_password(&plain, PASSWORD, host);
        let refused = check(&spec, &config(), "trial.txt").await.unwrap_err();
        assert!(refused.is_stranger(), "{refused}");
    }
    assert!(plain.passwords.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_wrong_password_and_a_key_that_is_not_listed_are_refused() {
    let plain = PlainServer::start(BY_PASSWORD).await;
    let shared = SshServer::start(&SshKey::of_installation(&SEED).authorized_line()).unwrap();
    let others = SshKey::of_person(&SEED, person(2)).authorized_line();
    let others = SshServer::start(&others).unwrap();
    for spec in [
        by_password(&plain, "another", HostDemand::Anybody),
        by_key(&shared, HostDemand::Anybody),
        by_key(&others, HostDemand::Anybody),
    ] {
        let address = spec.address.to_string();
        let refused = check(&spec, &config(), "trial.txt").await;
        let why = FailureText::TargetSignInRefused { place: address };
        assert_eq!(refused, Err(PushError::Denied(why.into())));
    }
}

#[tokio::test]
async fn a_host_that_is_not_listed_is_not_spoken_to() {
    let plain = PlainServer::start(BY_PASSWORD).await;
    let spec = by_password(&plain, PASSWORD, HostDemand::Anybody);
    let nowhere = PushConfig::default();
    let refused = check(&spec, &nowhere, "trial.txt").await;
    assert!(matches!(refused, Err(PushError::Refused(_))), "{refused:?}");
    assert!(plain.passwords.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_server_that_falls_silent_is_left() {
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mute = PlainServer::start(Manner {
        is_mute: true,
        ..BY_PASSWORD
    })
    .await;
    let mut nobody = by_password(&mute, PASSWORD, HostDemand::Anybody);
    let address = format!("sftp://{}", silent.local_addr().unwrap());
    nobody.address = parse_address(TargetKind::Sftp, &address).unwrap();
    let hasty = PushConfig {
        connect: Duration::from_secs(2),
        silence: Duration::from_secs(2),
        ..config()
    };
    for spec in [
        nobody,
        by_password(&mute, PASSWORD, HostDemand::Known(mute.host_key.clone())),
    ] {
        let address = spec.address.to_string();
        let why = FailureText::NoAnswer { place: address };
        let left = check(&spec, &hasty, "trial.txt").await;
        assert_eq!(left, Err(PushError::Failed(why.into())));
    }
}
