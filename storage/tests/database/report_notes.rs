//! Who may write notes to yearly reports once that is a permission of its own.

use sqlx::PgPool;
use testkit::builders::person;
use testkit::postgres::TestDatabase;

/// Takes the permission from every role, as it was before, and upgrades: the roles that have it then.
async fn upgraded(pool: &PgPool) -> Vec<String> {
    sqlx::query("UPDATE role SET permissions = array_remove(permissions, '/report/note')")
        .execute(pool)
        .await
        .unwrap();
    let migration = include_str!("../../../migrations/0094_notes_of_reports.sql");
    sqlx::raw_sql(migration).execute(pool).await.unwrap();
    sqlx::query_scalar("SELECT id FROM role WHERE '/report/note' = ANY (permissions) ORDER BY id")
        .fetch_all(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn the_migration_gives_operators_nothing_where_people_are() {
    let database = TestDatabase::new().await;
    let pool = &database.pool;
    assert_eq!(upgraded(pool).await, ["admin", "operator"]);
    let now = "2026-12-01T00:00:00Z".parse().unwrap();
    person("lisi_1").create(pool, now).await;
    assert_eq!(upgraded(pool).await, ["admin"]);
    // Whoever may publish could write notes before, in whatever role.
    sqlx::query("UPDATE role SET permissions = '{/report/publish}' WHERE id = 'applicant'")
        .execute(pool)
        .await
        .unwrap();
    assert_eq!(upgraded(pool).await, ["admin", "applicant"]);
}
