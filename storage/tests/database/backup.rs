//! What restoring relies on: the tables of an older version, and the numbers of migrations.

use domain::dictionary::DictionaryKind;
use storage::PgConnection;
use storage::db::backup::{self, DatabaseUse, Migrations, SchemaFit};
use storage::db::dictionary;
use testkit::builders::{morning, person};
use testkit::postgres::TestDatabase;

mod made_since;

use made_since::MADE_SINCE;

async fn run(db: &mut PgConnection, statement: &'static str) {
    sqlx::query(statement).execute(db).await.expect(statement);
}

#[tokio::test]
async fn an_older_version_gets_its_own_tables_first() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let newest = backup::migrations(&mut db).await.unwrap();
    let older: Migrations = newest.clone().into_iter().take(3).collect();
    assert_eq!(
        backup::fit(&mut db, &newest).await.unwrap(),
        SchemaFit::Fits
    );
    assert_eq!(
        backup::fit(&mut db, &older).await.unwrap(),
        SchemaFit::Other
    );
    run(&mut db, "DROP SCHEMA public CASCADE").await;
    run(&mut db, "CREATE SCHEMA public").await;
    assert_eq!(backup::usage(&mut db).await.unwrap(), DatabaseUse::Empty);
    assert_eq!(backup::fit(&mut db, &older).await.unwrap(), SchemaFit::Fits);
    assert_eq!(backup::migrations(&mut db).await.unwrap(), older);
    storage::db::migrate(&database.pool).await.unwrap();
    assert_eq!(backup::migrations(&mut db).await.unwrap(), newest);
}

/// Numbers that the files had when there were gaps between them.
const RELEASED: [i64; 24] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 25, 26, 29, 30, 31,
];

/// Columns that later migrations add.
const ADDED_SINCE: [(&str, &str); 52] = [
    ("worker", "emergency_slots"),
    ("task", "emergency_slot"),
    ("task", "claimed_at"),
    ("task", "copy_did"),
    ("task", "copy_source"),
    ("order_event", "imported"),
    ("order_event", "detail"),
    ("order_event", "changes"),
    ("order_event", "agent"),
    ("order_scene", "flog_detail"),
    ("notice", "detail"),
    ("notice", "result_id"),
    ("export", "detail"),
    ("export", "content"),
    ("export", "written"),
    ("task", "error_detail"),
    ("task", "failures_of_class"),
    ("task", "state_since"),
    ("task", "paused_at"),
    ("task", "paused_by"),
    ("task", "source_id"),
    ("task", "match_id"),
    ("task", "receive_run_id"),
    ("scene", "entered_at"),
    ("scene_preview", "error_detail"),
    ("webhook_delivery", "error_detail"),
    ("app_user", "language"),
    ("app_user", "nick_name"),
    ("app_user", "phone_work"),
    ("app_user", "fax"),
    ("app_user", "address"),
    ("app_user", "sex"),
    ("app_user", "approval"),
    ("app_user", "refusal_reason"),
    ("app_user", "password_temporary"),
    ("app_user", "password_set_at"),
    ("app_user", "valid_from"),
    ("app_user", "user_type"),
    ("app_user", "phone_sealed"),
    ("app_user", "phone_work_sealed"),
    ("app_user", "id_number_sealed"),
    ("app_user", "phone_code"),
    ("attachment", "sealed_under"),
    ("attachment", "subscription_id"),
    ("orders", "apply_user_phone_sealed"),
    ("orders", "rejected_phone_sealed"),
    ("session", "provider_sign_in"),
    ("transfer", "shelf_user_id"),
    ("unit", "parent_id"),
    ("catalogue_node", "label_en"),
    ("catalogue_node", "version"),
    ("field_list", "version"),
];

/// The record of what people did while it was one table.
const BEHAVIOURS: &str = "CREATE TABLE behaviour (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \
    kind smallint NOT NULL CHECK (kind BETWEEN 0 AND 8), at timestamptz NOT NULL DEFAULT now(), user_id uuid REFERENCES app_user, \
    client_ip text NOT NULL DEFAULT '', agent text NOT NULL DEFAULT '', detail_url text NOT NULL DEFAULT '', ordername text, \
    data_num bigint, data_size bigint, started_at timestamptz, ended_at timestamptz, searched jsonb); \
    CREATE INDEX behaviour_kind_at ON behaviour (kind, at); CREATE INDEX behaviour_user_at ON behaviour (user_id, at); \
    CREATE INDEX behaviour_searched ON behaviour (user_id, at DESC) WHERE searched IS NOT NULL; \
    CREATE INDEX behaviour_at ON behaviour USING brin (at);";

/// Makes the migrated database look as the last version with gaps left it.
async fn as_released(db: &mut PgConnection) {
    for object in MADE_SINCE {
        let drop = format!("DROP {object} CASCADE");
        let dropped = sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&mut *db);
        dropped.await.expect("what a migration made");
    }
    for (table, column) in ADDED_SINCE {
        let drop = format!("ALTER TABLE {table} DROP COLUMN {column}");
        let dropped = sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&mut *db);
        dropped.await.expect("a column");
    }
    sqlx::raw_sql(BEHAVIOURS)
        .execute(&mut *db)
        .await
        .expect("the record");
    let role = "ALTER TABLE app_user ADD COLUMN role text NOT NULL DEFAULT 'applicant'";
    run(db, role).await;
    let gaps = "DELETE FROM _sqlx_migrations WHERE version > 24";
    run(db, gaps).await;
    for (number, released) in (1_i64..)
        .zip(RELEASED)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let update = sqlx::query("UPDATE _sqlx_migrations SET version = $2 WHERE version = $1");
        let update = update.bind(number).bind(released);
        update.execute(&mut *db).await.expect("an update");
    }
    run(
        db,
        "UPDATE _sqlx_migrations SET checksum = decode(CASE version \
         WHEN 16 THEN 'cf79500559dd1513db3d060c598190b195f5747ac47159d25d81f4b989623599ba6f8a215cf239b2332a24728693559b' \
         ELSE '332a8d8124c930a3202ddbb76ebd93f607a753d1ae8e48c6af87b3fe35241fdd9cc79c341382c2abd0c9daf2b61b1242' END, 'hex') \
         WHERE version IN (16, 31)",
    )
    .await;
}

async fn count(db: &mut PgConnection, table: &'static str) -> i64 {
    let statement = format!("SELECT count(*) FROM {table}");
    let counted = sqlx::query_scalar(sqlx::AssertSqlSafe(statement));
    counted.fetch_one(db).await.expect("a count")
}

#[tokio::test]
async fn a_database_whose_migrations_had_gaps_gets_the_numbers_of_today() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let newest = backup::migrations(&mut db).await.unwrap();
    person("admin").create(&database.pool, morning()).await;
    as_released(&mut db).await;
    let released = backup::migrations(&mut db).await.unwrap();
    assert_eq!(*released.last_key_value().unwrap().0, 31);
    // What administrators have made of the levels and of the phrases for rejections.
    let levels = "INSERT INTO processing_level (position, name) VALUES (9, '三维建模'), (2, 'DEM')";
    run(&mut db, levels).await;
    let phrases = "INSERT INTO setting (key, value, set_by, set_at) \
        SELECT 'reject_phrases', '[\"缺少签字\", \"超出范围\"]', id, now() FROM app_user";
    run(&mut db, phrases).await;

    storage::db::migrate(&database.pool).await.unwrap();

    assert_eq!(backup::migrations(&mut db).await.unwrap(), newest);
    let kept = names(&mut db, DictionaryKind::ProcessingLevel).await;
    assert_eq!(kept, ["DEM", "三维建模"], "in their order, and only these");
    let kept = names(&mut db, DictionaryKind::RejectPhrase).await;
    assert_eq!(kept, ["缺少签字", "超出范围"]);
    let usages = names(&mut db, DictionaryKind::Usage).await;
    assert_eq!((usages.len(), usages[7].as_str()), (10, "测绘"));
}

/// What a list of the dictionary offers.
async fn names(db: &mut PgConnection, kind: DictionaryKind) -> Vec<String> {
    let list = dictionary::list(db, kind).await.expect("a list");
    list.offered().map(|stored| stored.entry.name).collect()
}

#[tokio::test]
async fn a_backup_of_a_version_with_gaps_finds_its_tables() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    as_released(&mut db).await;
    let released = backup::migrations(&mut db).await.unwrap();
    run(&mut db, "DROP SCHEMA public CASCADE").await;
    run(&mut db, "CREATE SCHEMA public").await;
    assert_eq!(
        backup::fit(&mut db, &released).await.unwrap(),
        SchemaFit::Fits
    );
    assert_eq!(
        count(&mut db, "field_list").await,
        0,
        "they are in the backup"
    );
}

#[tokio::test]
async fn migrations_are_numbered_without_gaps() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let numbers: Vec<i64> = backup::migrations(&mut db)
        .await
        .unwrap()
        .into_keys()
        .collect();
    assert!(
        numbers.iter().copied().eq(1..=*numbers.last().unwrap()),
        "{numbers:?}"
    );
}

#[tokio::test]
async fn seeds_are_sown_once() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    assert!(count(&mut db, "field_list").await > 1);
    assert_eq!(count(&mut db, "dictionary_entry").await, 23);
    run(&mut db, "DELETE FROM dictionary_entry").await;
    storage::db::migrate(&database.pool).await.unwrap();
    assert_eq!(count(&mut db, "dictionary_entry").await, 0);
}

#[tokio::test]
async fn a_newer_version_is_told_from_an_altered_one() {
    let database = TestDatabase::new().await;
    let mut db = database.pool.acquire().await.unwrap();
    let mut other = backup::migrations(&mut db).await.unwrap();
    let newest = *other.last_key_value().unwrap().0;
    other.insert(newest, "00".to_owned());
    assert_eq!(
        backup::fit(&mut db, &other).await.unwrap(),
        SchemaFit::Other
    );
    other.insert(9_999, "00".to_owned());
    assert_eq!(
        backup::fit(&mut db, &other).await.unwrap(),
        SchemaFit::Newer
    );
    let nothing = Migrations::new();
    assert_eq!(
        backup::fit(&mut db, &nothing).await.unwrap(),
        SchemaFit::Newer
    );
}
