//! What restoring relies on: the tables of an older version, and the numbers of migrations.

use domain::dictionary::DictionaryKind;
use storage::PgConnection;
use storage::db::backup::{self, DatabaseUse, Migrations, SchemaFit};
use storage::db::dictionary;
use testkit::builders::{morning, person};
use testkit::postgres::TestDatabase;

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
const ADDED_SINCE: [(&str, &str); 48] = [
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
    ("orders", "apply_user_phone_sealed"),
    ("orders", "rejected_phone_sealed"),
    ("session", "provider_sign_in"),
    ("unit", "parent_id"),
    ("catalogue_node", "label_en"),
    ("catalogue_node", "version"),
    ("field_list", "version"),
];

/// What else they make; functions take their triggers along.
const MADE_SINCE: [&str; 192] = [
    "FUNCTION served",
    "FUNCTION rate_provided_delivery",
    "FUNCTION provided_region_counted",
    "FUNCTION recount_provided_regions",
    "FUNCTION count_provided_scene_regions",
    "FUNCTION count_moved_provided_scenes",
    "FUNCTION count_removed_provided_scenes",
    "TABLE provided_region",
    "FUNCTION result_figure_counted",
    "FUNCTION mark_result_figures",
    "FUNCTION mark_result_order_figures",
    "FUNCTION mark_provided_result_figures",
    "TABLE result_figure",
    "TABLE result_figure_due",
    "FUNCTION order_node_figure_counted",
    "TABLE order_node_figure",
    "FUNCTION note_withdrawn_match",
    "FUNCTION archive_source_of",
    "TABLE archive_source",
    "FUNCTION make_due_behaviour_months",
    "FUNCTION make_behaviour_months",
    "FUNCTION drop_behaviour_months",
    "TABLE behaviour",
    "FUNCTION enter_provided_deliveries",
    "FUNCTION correct_provided_delivery",
    "FUNCTION note_provided_fetches",
    "FUNCTION note_provided_fetches_again",
    "FUNCTION count_provided_deliveries",
    "FUNCTION count_changed_provided_deliveries",
    "FUNCTION count_provided_scenes",
    "FUNCTION count_changed_provided_scenes",
    "TABLE provided_change",
    "TABLE provided_figure",
    "TABLE provided_delivery",
    "TABLE scene_region",
    "TABLE scene_region_due",
    "TABLE scene_region_walk",
    "FUNCTION mark_region_figures",
    "FUNCTION mark_added_scene_regions",
    "FUNCTION mark_moved_scene_region",
    "FUNCTION keep_task_attempt",
    "TABLE task_attempt",
    "INDEX ftp_session_gateway",
    "TABLE ftp_session",
    "FUNCTION tally_written_scenes",
    "TABLE order_tally",
    "INDEX task_turn",
    "FUNCTION tell_of_waiting_tasks",
    "TABLE scene_copy",
    "TABLE client_use",
    "TABLE access_token",
    "TABLE client_system",
    "TABLE record_sm2_key",
    "TABLE research_result_order",
    "TABLE research_result",
    "TABLE imported_behaviour",
    "FUNCTION note_preparation_promise",
    "FUNCTION count_entry_service",
    "FUNCTION count_feedback_service",
    "FUNCTION count_failure_service",
    "FUNCTION count_delivered_scenes",
    "FUNCTION count_changed_delivered_scene",
    "FUNCTION rename_delivered_scene",
    "FUNCTION service_of_entry",
    "FUNCTION service_of_feedback",
    "FUNCTION duration_step",
    "TABLE service_change",
    "TABLE service_figure",
    "TABLE delivered_scene",
    "TABLE preparation_failure",
    "TABLE preparation_promise",
    "INDEX feedback_created",
    "INDEX app_user_user_name",
    "INDEX app_user_unit",
    "TABLE scene_segment",
    "TABLE scene_manifest",
    "INDEX task_build_segments",
    "INDEX task_build",
    "TABLE receive_file",
    "TABLE receive_seen",
    "TABLE receive_run",
    "TABLE receive_task",
    "TABLE yearly_report",
    "FUNCTION refuse_report_change",
    "TABLE yearly_report_note",
    "TABLE subscription_backfill",
    "TABLE subscription_digest",
    "TABLE subscription_match",
    "TABLE subscription_withdrawal",
    "TABLE order_push",
    "TABLE scene_arrival",
    "TABLE subscription",
    "TABLE push_key",
    "TABLE push_target",
    "SEQUENCE subscription_version",
    "FUNCTION number_written_subscription",
    "FUNCTION note_added_scenes",
    "FUNCTION note_changed_scenes",
    "FUNCTION is_subscribed",
    "VIEW task_listing",
    "FUNCTION note_task_state",
    "INDEX task_created",
    "INDEX task_failed",
    "INDEX task_failed_scene",
    "TABLE registry_fetch",
    "TABLE registry_paper",
    "TABLE registry_scene",
    "TABLE registry_entry",
    "TABLE record_key",
    "TABLE dictionary_entry",
    "TABLE dictionary_list",
    "TABLE account_mail",
    "TABLE password_reset_request",
    "TABLE password_reset_link",
    "INDEX app_user_email",
    "TABLE guide_video",
    "TABLE content_picture_use",
    "TABLE content_picture",
    "TABLE content_revision",
    "TABLE announcement",
    "TABLE news",
    "TABLE news_type",
    "TABLE seed",
    "TABLE download_figure",
    "TABLE download_change",
    "INDEX transfer_ended",
    "FUNCTION note_ended_transfer",
    "TABLE received_figure",
    "TABLE received_change",
    "INDEX scene_received",
    "FUNCTION sum_received_scenes",
    "FUNCTION sum_changed_received_scenes",
    "FUNCTION sum_removed_received_scenes",
    "FUNCTION empty_received_figures",
    "FUNCTION scene_received",
    "TABLE order_figure",
    "TABLE order_figure_due",
    "INDEX order_scene_did",
    "FUNCTION order_figure_counted",
    "FUNCTION mark_order_figures",
    "FUNCTION mark_order_scene_figures",
    "FUNCTION mark_scene_figures",
    "FUNCTION china_day",
    "TABLE account_event",
    "TABLE behaviour_figure",
    "TABLE survey_answer",
    "TABLE recovery_code",
    "TABLE provider_link",
    "TABLE provider_flow",
    "TABLE provider_sign_in",
    "TABLE second_factor",
    "TABLE sign_in_ticket",
    "TABLE former_password",
    "TABLE call_count",
    "FUNCTION has_second_factor",
    "FUNCTION second_factor_due",
    "TABLE administrators_apart",
    "TABLE set_up_link",
    "TABLE audit_seal",
    "TABLE audit_unsealed",
    "TABLE audit_entry",
    "FUNCTION expect_audit_seal",
    "FUNCTION audit_account_event",
    "FUNCTION audit_role_event",
    "FUNCTION audit_order_event",
    "FUNCTION keep_audit_log",
    "TABLE instrument_name",
    "TABLE region_overlay",
    "TABLE region_version",
    "FUNCTION note_changed_regions",
    "TABLE ingest_rule",
    "TABLE ingest_rule_set",
    "TABLE scope_grant",
    "TABLE scope_version",
    "TABLE unit_member",
    "FUNCTION note_changed_scopes",
    "TABLE pending_decision",
    "TABLE dropped_decision",
    "INDEX orders_apply_user_unit",
    "INDEX orders_phone_not_sealed",
    "VIEW order_attention",
    "TABLE user_role",
    "TABLE role",
    "TABLE role_event",
    "FUNCTION keep_role_events",
    "FUNCTION permissions_of",
    "FUNCTION roles_of",
    "FUNCTION keep_account_events",
    "INDEX app_user_created_at",
    "INDEX app_user_waiting",
    "INDEX task_finished_at",
    "INDEX transfer_open",
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
