//! The first start, and what is done to accounts from the command line, as whoever runs the product sees it.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::client::Person;
use testkit::server::Launch;

/// What a link of the output carries behind its `#`.
fn token(line: &str) -> Option<String> {
    let (address, token) = line.trim().split_once("/setup#")?;
    (address.starts_with("http://") && token.len() == 43).then(|| token.to_owned())
}

async fn post(server: &str, path: &str, body: &Value) -> anyhow::Result<(StatusCode, Value)> {
    let answer = reqwest::Client::new()
        .post(format!("{server}{path}"))
        .json(body)
        .send()
        .await?;
    let status = answer.status();
    Ok((status, answer.json().await.unwrap_or_default()))
}

fn administrator(token: &str) -> Value {
    json!({"token": token, "loginName": "director", "password": testkit::server::PASSWORD, "name": "张三"})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_link_is_the_last_thing_a_first_start_says_and_no_log_has_it() -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let data = home.path().join("data");
    let launch = Launch::new("serve", &data);
    let log = home.path().join("serve.log");
    let mut child = launch
        .command(&["serve"])?
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log)?)
        .spawn()?;
    let mut lines = BufReader::new(child.stdout.take().context("stdout")?).lines();
    let mut server = String::new();
    let printed = loop {
        let line = lines.next().context("no link")??;
        if let Some(at) = line.strip_prefix("portal") {
            server = at.trim().trim_end_matches('/').to_owned();
        }
        if let Some(token) = token(&line) {
            break token;
        }
    };
    let (status, refused) = post(&server, "/api/set-up", &administrator("another")).await?;
    ensure!(
        (status, &refused["code"]) == (StatusCode::CONFLICT, &json!("set_up_link_over")),
        "{refused}"
    );
    // A command beside the server prints a new one, and the printed one is over.
    let told = launch.run(&["admin", "setup-link"], "")?;
    let newer = token(&told).context(told.clone())?;
    let (status, _) = post(&server, "/api/set-up/link", &json!({"token": printed})).await?;
    ensure!(status == StatusCode::CONFLICT);
    let (status, made) = post(&server, "/api/set-up", &administrator(&newer)).await?;
    ensure!(status == StatusCode::CREATED, "{made}");
    let director = Person::sign_in(&server, "director").await?;
    ensure!(director.get("/api/users").await?["total"] == 1);
    let refused = launch.run(&["admin", "setup-link"], "");
    ensure!(refused.is_err_and(|error| error.to_string().contains("there is an administrator")));
    child.kill()?;
    child.wait()?;
    let logged = std::fs::read_to_string(&log)?;
    ensure!(
        !logged.contains(&printed) && !logged.contains(&newer),
        "a link is in the log"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_kept_from_the_command_line_and_each_change_is_in_the_audit_log()
-> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let launch = Launch::new("serve", &home.path().join("data"));
    let server = launch.start()?;
    launch.create_user("director", "管理员")?;
    launch.create_user("watcher", "operator")?;
    let refused = launch.run(
        &["admin", "create-user", "nobody", "--role", "boss"],
        "Geology-77",
    );
    ensure!(refused.is_err_and(|error| error.to_string().contains("there are")));
    launch.run(&["admin", "grant-role", "watcher", "申请人"], "")?;
    let listed = launch.run(&["admin", "list-users", "--role", "applicant"], "")?;
    ensure!(
        listed.starts_with("watcher\tactive\tapplicant,operator\t"),
        "{listed}"
    );
    launch.run(&["admin", "take-role", "watcher", "operator"], "")?;
    let refused = launch.run(&["admin", "take-role", "watcher", "applicant"], "");
    ensure!(refused.is_err_and(|error| error.to_string().contains("no role")));
    for last in [
        &["admin", "disable-user", "director"][..],
        &["admin", "grant-role", "director", "operator"],
        &["admin", "take-role", "director", "admin"],
    ] {
        let done = launch.run(last, "");
        let may = last[1] == "grant-role";
        ensure!(
            done.is_ok() == may,
            "{last:?}: the last administrator stays: {done:?}"
        );
    }
    let watcher = Person::sign_in(&server.http, "watcher").await?;
    let sessions = launch.run(&["admin", "list-sessions", "watcher"], "")?;
    let session = sessions.split('\t').next().context("a session")?.to_owned();
    launch.run(
        &["admin", "end-sessions", "watcher", "--session", &session],
        "",
    )?;
    ensure!(
        watcher
            .ask(reqwest::Method::GET, "/api/auth/me", None)
            .await?
            .0
            == StatusCode::UNAUTHORIZED
    );

    import_users(&launch, home.path())?;
    let director = Person::sign_in(&server.http, "director").await?;
    restore_role(&launch, &director).await?;
    let log = director
        .get("/api/audit-log?subject=account&pageSize=100")
        .await?;
    let done: Vec<(&str, &str, &str)> = log["items"]
        .as_array()
        .context("items")?
        .iter()
        .map(|entry| {
            let text = |field: &str| entry[field].as_str().unwrap_or_default();
            (text("action"), text("subjectName"), text("byName"))
        })
        .collect();
    for expected in [
        ("create", "director", ""),
        ("create", "watcher", ""),
        ("change_role", "watcher", ""),
        ("end_sessions", "watcher", ""),
        ("create", "zhangsan", ""),
        ("create", "lisi_1", ""),
    ] {
        ensure!(done.contains(&expected), "{expected:?} is not in {done:?}");
    }
    drop(server);
    Ok(())
}

/// A role that was robbed of its rights gets them back.
async fn restore_role(launch: &Launch, director: &Person) -> anyhow::Result<()> {
    let before = director.get("/api/roles/operator").await?;
    let emptied =
        json!({"name": "", "permissions": [], "permissionsBefore": before["permissions"]});
    let (status, _) = director
        .ask(reqwest::Method::PUT, "/api/roles/operator", Some(&emptied))
        .await?;
    ensure!(status == StatusCode::OK);
    launch.run(&["admin", "restore-role", "operator"], "")?;
    let restored = director.get("/api/roles/operator").await?;
    ensure!(
        restored["permissions"].to_string().contains("/order/all"),
        "{restored}"
    );
    Ok(())
}

/// A table with a wrong row makes nobody; the mended one makes both, with their passwords in a workbook.
fn import_users(launch: &Launch, home: &std::path::Path) -> anyhow::Result<()> {
    let table = home.join("users.csv");
    std::fs::write(
        &table,
        "用户名,真实姓名,单位,手机号码,角色\nzhangsan,张三,一队,13912345678,\nlisi_1,李四,一队,1391,\n",
    )?;
    let (table, passwords) = (table.display().to_string(), home.join("passwords.xlsx"));
    let passwords_path = passwords.display().to_string();
    let import = [
        "admin",
        "import-users",
        &table,
        "--passwords",
        &passwords_path,
    ];
    let refused = launch.run(&import, "");
    ensure!(refused.is_err_and(|error| error.to_string().contains("row 3")) && !passwords.exists());
    std::fs::write(
        &table,
        "用户名,真实姓名,单位,手机号码,角色\nzhangsan,张三,一队,13912345678,\nlisi_1,李四,,,运维人员\n",
    )?;
    ensure!(
        launch
            .run(&["admin", "import-users", &table, "--dry-run"], "")?
            .contains("2 users; nothing")
    );
    ensure!(launch.run(&import, "")?.starts_with("2 users are made"));
    ensure!(passwords.exists());
    Ok(())
}
