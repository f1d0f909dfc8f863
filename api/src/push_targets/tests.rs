mod keys;
mod pace;
mod steered;

use axum::http::{Method, StatusCode};
use domain::role::Role;
use push::PushConfig;
use serde_json::{Value, json};
use testkit::ftp_server::FtpServer;
use testkit::ssh_server::SshServer;

use crate::context::Settings;
use crate::testing::TestApi;

async fn api_with_hosts(hosts: &[&str]) -> TestApi {
    let hosts: Vec<_> = hosts.iter().map(|host| host.parse().unwrap()).collect();
    TestApi::with(Settings {
        captcha: false,
        push: PushConfig {
            hosts: hosts.into(),
            ..PushConfig::default()
        },
        ..Settings::default()
    })
    .await
}

fn target(name: &str, address: &str) -> Value {
    json!({"name": name, "kind": "ftp", "address": address, "loginName": "anonymous", "secret": "s3cret-word"})
}

#[tokio::test]
async fn a_target_is_tried_out_before_it_is_saved_and_its_secret_is_never_shown() {
    let server = FtpServer::start().unwrap();
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let token = api.signed_in("zhangsan", Role::Applicant).await;
    let form = target("省中心", &server.address());
    let made = api.post("/api/push-targets", &token, form).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    assert!(server.files().is_empty(), "the trial was removed");
    let text = made.json().to_string();
    assert!(!text.contains("s3cret-word"), "{text}");
    let sealed: Vec<u8> = sqlx::query_scalar("SELECT secret_sealed FROM push_target")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert!(!sealed.windows(11).any(|part| part == b"s3cret-word"));
    for alike in ["省中心", "省\u{200B}中心"] {
        let form = target(alike, &server.address());
        let again = api.post("/api/push-targets", &token, form).await;
        assert_eq!(again.json()["errors"][0]["field"], "name", "{alike:?}");
    }
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/push-targets/{id}");
    // Without a secret it stays as it is; a folder that is not there is made.
    let moved = json!({"name": "省中心", "kind": "ftp", "address": format!("{}/影像", server.address()),
        "loginName": "anonymous"});
    let changed = api.call(Method::PUT, &path, &token, Some(moved)).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    assert!(server.folder.join("影像").is_dir());
    // What opens one host is not sent to another.
    let elsewhere = json!({"name": "省中心", "kind": "ftp", "address": "ftp://127.0.0.2:21/", "loginName": "anonymous"});
    let refused = api.call(Method::PUT, &path, &token, Some(elsewhere)).await;
    assert_eq!(refused.json()["errors"][0]["field"], "secret");
    let stranger = api.signed_in("lisi", Role::Applicant).await;
    assert_eq!(
        api.get("/api/push-targets", &stranger).await.json()["total"],
        0
    );
    let foreign = api.call(Method::DELETE, &path, &stranger, None).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let limits = format!("{path}/limits");
    let set = json!({"mostParallel": 4, "dailyBytes": 1000});
    let limited = api
        .call(Method::PUT, &limits, &admin, Some(set.clone()))
        .await;
    assert_eq!(limited.json()["mostParallel"], 4);
    let own = api.call(Method::PUT, &limits, &token, Some(set)).await;
    assert_eq!(own.status, StatusCode::FORBIDDEN);
    let desk = api.get("/api/subscription-desk/targets", &admin).await;
    assert_eq!(desk.json()["items"][0]["dailyBytes"], 1000);
    let gone = api.call(Method::DELETE, &path, &token, None).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let log = api.get("/api/audit-log?subject=push_target", &admin).await;
    let log = log.json();
    let entries = log["items"].as_array().unwrap().iter().map(|entry| {
        let parts = entry["changes"].as_array().unwrap().iter();
        let fields: Vec<_> = parts
            .map(|change| change["field"].as_str().unwrap())
            .collect();
        let (by, action) = (&entry["byLoginName"], &entry["action"]);
        format!("{by} {action} {}", fields.join(" "))
    });
    assert_eq!(
        entries.collect::<Vec<_>>(),
        [
            r#""zhangsan" "remove" name kind address loginName mostParallel dailyBytes"#,
            r#""admin_1" "change" mostParallel dailyBytes"#,
            r#""zhangsan" "change" address"#,
            r#""zhangsan" "create" name kind address loginName mostParallel"#,
        ]
    );
    assert_eq!(
        log["items"][0]["changes"][0],
        json!({"field": "name", "before": "省中心", "after": ""})
    );
    assert!(!log.to_string().contains("s3cret-word"), "{log}");
}

#[tokio::test]
async fn what_is_not_listed_or_does_not_work_is_not_saved() {
    let listening = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = listening.local_addr().unwrap();
    drop(listening);
    let api = api_with_hosts(&["127.0.0.1", "localhost"]).await;
    let token = api.signed_in("zhangsan", Role::Applicant).await;
    for (address, code) in [
        (format!("ftp://{closed}/"), "failure.said"),
        (
            "ftp://10.1.2.3/".to_owned(),
            "failure.target_host_not_listed",
        ),
        (
            "ftp://169.254.169.254/".to_owned(),
            "failure.target_host_not_listed",
        ),
    ] {
        let refused = api
            .post("/api/push-targets", &token, target("x", &address))
            .await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{address}");
        let body = refused.json();
        assert_eq!(body["code"], "target_unreachable", "{body}");
        assert_eq!(body["params"]["what"]["code"], code, "{body}");
    }
    let nowhere = api_with_hosts(&[]).await;
    let token_there = nowhere.signed_in("zhangsan", Role::Applicant).await;
    let refused = nowhere
        .post(
            "/api/push-targets",
            &token_there,
            target("x", "ftp://127.0.0.1/"),
        )
        .await;
    assert_eq!(refused.json()["code"], "target_unreachable");
    for (body, field) in [
        (target("", "ftp://127.0.0.1/"), "name"),
        (target("x", "http://127.0.0.1/"), "address"),
        (target("x", "ftp://me:pw@127.0.0.1/"), "address"),
        (json!({"name": "x", "kind": "pigeon"}), "kind"),
        (
            json!({"name": "x", "kind": "ftp", "address": "ftp://127.0.0.1/"}),
            "secret",
        ),
    ] {
        let refused = api.post("/api/push-targets", &token, body.clone()).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(refused.json()["errors"][0]["field"], field, "{body}");
    }
    assert_eq!(
        api.get("/api/push-targets", &token).await.json()["total"],
        0
    );
}

#[tokio::test]
async fn a_host_is_known_by_its_key_and_signed_in_at_with_a_persons_own() {
    let api = api_with_hosts(&["127.0.0.1"]).await;
    let token = api.signed_in("zhangsan", Role::Applicant).await;
    let public = api.get("/api/push-targets/key", &token).await.json()["publicKey"].clone();
    let again = api.get("/api/push-targets/key", &token).await.json()["publicKey"].clone();
    assert_eq!(public, again, "there is one");
    let mut server = SshServer::start(public.as_str().unwrap()).unwrap();
    let form = json!({"name": "省中心", "kind": "sftp", "address": server.address(), "loginName": server.user,
        "signIn": "key"});
    let made = api.post("/api/push-targets", &token, form.clone()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let first = server.fingerprint().unwrap();
    assert_eq!(made.json()["hostKey"], first);
    assert_eq!(made.json()["hostKeyType"], "ssh-ed25519");
    assert_eq!(made.json()["signIn"], "key");
    assert_eq!(made.json()["signInKey"], "person");
    let path = format!("/api/push-targets/{}", made.json()["id"].as_str().unwrap());

    server.change_host().unwrap();
    let second = server.fingerprint().unwrap();
    let refused = api
        .call(Method::PUT, &path, &token, Some(form.clone()))
        .await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    let body = refused.json();
    assert_eq!(body["code"], "target_host_key_differs", "{body}");
    assert_eq!(body["params"], json!({"known": first, "met": second}));
    let list = api.get("/api/push-targets", &token).await.json();
    assert_eq!(list["items"][0]["hostKey"], first, "nothing was saved");

    let mut accepting = form.clone();
    accepting["hostKey"] = json!(second);
    let accepted = api.call(Method::PUT, &path, &token, Some(accepting)).await;
    assert_eq!(accepted.status, StatusCode::OK, "{}", accepted.json());
    assert_eq!(accepted.json()["hostKey"], second);

    let ftp = json!({"name": "x", "kind": "ftp", "address": "ftp://127.0.0.1/", "signIn": "key"});
    let unfit = api.post("/api/push-targets", &token, ftp).await;
    assert_eq!(unfit.json()["errors"][0]["field"], "signIn");
    let sealed: Vec<u8> = sqlx::query_scalar("SELECT seed_sealed FROM push_key")
        .fetch_one(&api.context.pool)
        .await
        .unwrap();
    assert_eq!(sealed.len(), 12 + 32 + 16, "nonce, seed and tag");
}
