//! Links to an identity provider, ended on the command line.

use testkit::builders::account_mail;
use testkit::postgres::TestDatabase;

use super::accounts::run_with;

const MAILS: [(&str, &str); 2] = [
    ("SMTP_URL", "smtp://127.0.0.1:9"),
    ("MAIL_FROM", "desk@cgs.cn"),
];
const ISSUER: &str = "https://id.cgs.cn/realms/survey";

#[tokio::test]
async fn a_link_is_ended_with_all_sessions_and_the_log_and_a_mail_tell() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], input: &str| {
        run_with((&database.url, &MAILS), folder.path(), arguments, input)
    };
    let create = ["create-user", "director", "--role", "admin"];
    let (done, text) = run(&create, "Zk7qfR\n");
    assert!(done, "{text}");
    account_mail::give_addresses(&database.pool).await;
    let count = async |rows: &'static str| -> i64 {
        let query = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {rows}"));
        let counting = sqlx::query_scalar(query).fetch_one(&database.pool);
        counting.await.unwrap()
    };
    let session = "INSERT INTO session (user_id, token_hash, expires_at) \
                   SELECT id, sha256('\\x00'), now() + interval '1 hour' FROM app_user";
    let linked = "INSERT INTO provider_link (issuer, subject, user_id, linked_at) \
                  SELECT 'https://id.cgs.cn/realms/survey', 'person-1', id, timestamptz '2026-11-30T08:00:00Z' FROM app_user";
    for statement in [session, linked] {
        sqlx::query(statement)
            .execute(&database.pool)
            .await
            .unwrap();
    }
    let (done, text) = run(&["list-provider-links", "director"], "");
    let line = format!("{ISSUER}\tperson-1\t2026-11-30T08:00:00+00:00");
    assert!(done && text.lines().any(|found| found == line), "{text}");

    for (issuer, subject) in [(ISSUER, "person-2"), ("https://id.cgs.cn", "person-1")] {
        let (done, text) = run(&["remove-provider-link", "director", issuer, subject], "");
        assert!(!done && text.contains("no such link"), "{text}");
    }
    assert_eq!(count("session").await, 1);

    let remove = ["remove-provider-link", "director", ISSUER, "person-1"];
    let (done, text) = run(&remove, "");
    assert!(done && text.contains("signed out everywhere"), "{text}");
    assert_eq!(count("provider_link").await, 0);
    assert_eq!(count("session").await, 0);
    let entry = "audit_entry WHERE action = 'remove_provider_link' AND outcome = 'done' AND by_id IS NULL \
                 AND subject_name = 'director' AND changes @> '[{\"field\": \"provider\", \"before\": \"person-1\"}]'";
    assert_eq!(count(entry).await, 1);
    let mails = account_mail::queued_mails(&database.pool).await;
    assert_eq!(mails, ["provider_link_removed to director@cgs.cn"]);
}
