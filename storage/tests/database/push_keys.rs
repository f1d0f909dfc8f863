//! With which key targets are signed in at.

use testkit::postgres::TestDatabase;

/// As the version before wrote them.
const BEFORE: &str = "
ALTER TABLE push_target DROP COLUMN sign_in_key;
INSERT INTO app_user (id, login_name, password_hash, user_name) VALUES (uuidv7(), 'a', '', '张三');
INSERT INTO push_target (id, user_id, name, kind, address, sign_in, host_key, secret_sealed, created_at, tested_at)
    SELECT uuidv7(), id, t.name, t.kind, '', t.sign_in, t.host_key, '', now(), now() FROM app_user,
    (VALUES ('by key', 'sftp', 'key', 'ssh-ed25519 A'), ('by password', 'sftp', 'password', 'ssh-ed25519 A'),
        ('ftp', 'ftp', 'password', NULL)) t (name, kind, sign_in, host_key);
";

#[tokio::test]
async fn targets_of_the_version_before_go_on_with_the_installations_key() {
    let pool = TestDatabase::new().await.pool;
    sqlx::raw_sql(BEFORE).execute(&pool).await.unwrap();
    let migration = include_str!("../../../migrations/0098_keys_of_people.sql");
    sqlx::raw_sql(migration).execute(&pool).await.unwrap();
    let keys: Vec<(String, Option<String>)> =
        sqlx::query_as("SELECT name, sign_in_key FROM push_target ORDER BY name")
            .fetch_all(&pool)
            .await
            .unwrap();
    let keys: Vec<_> = keys
        .iter()
        .map(|(name, key)| (name.as_str(), key.as_deref()))
        .collect();
    assert_eq!(
        keys,
        [
            ("by key", Some("installation")),
            ("by password", None),
            ("ftp", None)
        ]
    );
    for forgotten in [
        "UPDATE push_target SET sign_in_key = NULL WHERE name = 'by key'",
        "UPDATE push_target SET sign_in_key = 'person' WHERE name = 'ftp'",
    ] {
        let refused = sqlx::query(forgotten).execute(&pool).await.unwrap_err();
        let refused = refused.to_string();
        assert!(
            refused.contains("push_target_sign_in_key_fits"),
            "{refused}"
        );
    }
}
