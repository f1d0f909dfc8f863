//! compose.yaml starts no service that is not hardened, and no image of others that is not pinned.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
struct Compose {
    services: BTreeMap<String, Service>,
}

/// What is looked at; a key that is missing is an error that names it, except for those with a default.
#[derive(Deserialize)]
struct Service {
    image: String,
    restart: String,
    read_only: bool,
    tmpfs: Vec<String>,
    cap_drop: Vec<String>,
    #[serde(default)]
    cap_add: Vec<String>,
    security_opt: Vec<String>,
    pids_limit: u32,
    mem_limit: String,
    logging: Logging,
    #[serde(default)]
    privileged: bool,
    #[serde(default)]
    healthcheck: Option<Healthcheck>,
    #[serde(default)]
    ports: Vec<String>,
}

#[derive(Deserialize)]
struct Logging {
    options: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Healthcheck {
    test: Vec<String>,
}

fn compose() -> Compose {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../compose.yaml");
    let text = std::fs::read_to_string(file).unwrap();
    serde_saphyr::from_str(&text).unwrap()
}

/// What ends by itself has no health.
fn ends(service: &Service) -> bool {
    service.restart == "no"
}

#[test]
fn every_service_is_hardened() {
    let compose = compose();
    assert!(compose.services.len() >= 8);
    for (name, service) in &compose.services {
        assert!(service.read_only, "{name}: read_only");
        assert_eq!(service.cap_drop, ["ALL"], "{name}");
        assert!(service.cap_add.is_empty() && !service.privileged, "{name}");
        assert_eq!(service.security_opt, ["no-new-privileges:true"], "{name}");
        assert!((1..=1024).contains(&service.pids_limit), "{name}");
        assert!(service.mem_limit.ends_with('g'), "{name}");
        assert!(service.tmpfs.iter().any(|mount| mount == "/tmp"), "{name}");
        assert!(service.logging.options.contains_key("max-size"), "{name}");
        let checked = service
            .healthcheck
            .as_ref()
            .is_some_and(|check| check.test.len() > 1);
        assert!(checked != ends(service), "{name}: healthcheck");
    }
}

#[test]
fn images_of_others_are_pinned() {
    for (name, service) in compose().services {
        let image = service.image;
        if image.starts_with("scenedock:") {
            continue;
        }
        let (_, tag) = image.split_once(':').unwrap();
        let version = tag.split('@').next().unwrap();
        assert!(
            version.bytes().any(|byte| byte.is_ascii_digit()),
            "{name}: {image}"
        );
        // Their makers publish no newer ones, and no record of digests.
        let digest = tag
            .split_once("@sha256:")
            .is_some_and(|(_, hex)| hex.len() == 64);
        assert!(digest || image.starts_with("minio/"), "{name}: {image}");
    }
}

/// Databases, queue and store are reached by the other services only.
#[test]
fn only_the_api_and_the_gateway_are_published() {
    for (name, service) in compose().services {
        assert_eq!(
            service.ports.is_empty(),
            !["api", "ftp"].contains(&name.as_str()),
            "{name}"
        );
    }
}
