//! `scenedock admin check-figures` and `count-figures`.

use testkit::postgres::TestDatabase;

use super::accounts::run;

#[tokio::test]
async fn days_that_the_check_names_are_counted_anew() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().unwrap();
    let admin = |arguments: &[&str]| run(&database.url, folder.path(), arguments, "");
    let (is_right, text) = admin(&["check-figures"]);
    assert!(is_right, "{text}");
    sqlx::query(
        "INSERT INTO order_figure (span, starts, dimension, value, get_method, orders, scenes, bytes) \
         SELECT span, '2026-03-01', 'total', '', 0, 1, 1, 1 FROM unnest(ARRAY['day', 'month']) AS span",
    )
    .execute(&database.pool)
    .await
    .unwrap();
    let (is_right, text) = admin(&["check-figures"]);
    assert!(!is_right && text.contains("2026-03-01"), "{text}");
    let other_days = ["count-figures", "--from", "2026-03-02"];
    let (done, text) = admin(&other_days);
    assert!(done && text.contains("0 days"), "{text}");
    let (done, text) = admin(&[
        "count-figures",
        "--from",
        "2026-03-01",
        "--to",
        "2026-03-31",
    ]);
    assert!(done && text.contains("1 days"), "{text}");
    let (is_right, text) = admin(&["check-figures"]);
    assert!(is_right, "{text}");
}
