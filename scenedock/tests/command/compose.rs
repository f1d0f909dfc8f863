//! compose.yaml starts no service that is not hardened, and no image of others that is not pinned; nor does the Dockerfile
//! begin with one.

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

fn read(name: &str) -> String {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(top.join(name)).unwrap()
}

fn compose() -> Compose {
    serde_saphyr::from_str(&read("compose.yaml")).unwrap()
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
    let services = compose().services.into_values();
    let mut images: Vec<String> = services.map(|service| service.image).collect();
    images.retain(|image| !image.starts_with("scenedock:"));
    let dockerfile = read("Dockerfile");
    let begins = dockerfile.lines().filter_map(|line| {
        let image = line.strip_prefix("FROM ")?;
        image.split(' ').next().map(str::to_owned)
    });
    images.extend(begins);
    assert!(images.len() >= 7, "{images:?}");
    for image in images {
        let (_, tag) = image.split_once(':').unwrap();
        let (version, digest) = tag.split_once("@sha256:").unwrap();
        assert!(version.bytes().any(|byte| byte.is_ascii_digit()), "{image}");
        let is_hex = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(digest.len() == 64 && is_hex, "{image}");
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
