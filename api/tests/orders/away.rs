//! What is answered while the database ends sessions.

use sqlx::Executor as _;

use crate::world::World;

/// Every write of an order ends the session that makes it.
const END_SESSIONS: &str = "CREATE FUNCTION end_session() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$; \
    CREATE TRIGGER ends BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION end_session()";

#[tokio::test]
async fn a_session_that_ends_in_the_middle_is_a_503_and_may_be_tried_again() {
    let w = World::new().await;
    let order = w.submitted().await;
    w.context.pool.execute(END_SESSIONS).await.unwrap();
    let refused = w.act(&order, "approve", &w.admin).await;
    assert_eq!(refused.header("retry-after"), "5");
    assert_eq!(
        (refused.refusal().0, refused.refusal().1.as_str()),
        (503, "unavailable")
    );
    let back = "DROP TRIGGER ends ON orders";
    w.context.pool.execute(back).await.unwrap();
    assert_eq!(w.act(&order, "approve", &w.admin).await.ok()["sstatus"], 1);
}

/// The database's own answer when a file of it cannot grow.
const NO_ROOM: &str = "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS \
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$; \
    CREATE TRIGGER no_room BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION no_room()";

#[tokio::test]
async fn a_database_without_room_is_a_507_and_keeps_nothing_of_the_request() {
    let w = World::new().await;
    let order = w.submitted().await;
    w.context.pool.execute(NO_ROOM).await.unwrap();
    let refused = w.act(&order, "approve", &w.admin).await;
    assert_eq!(
        (refused.refusal().0, refused.refusal().1.as_str()),
        (507, "no_space")
    );
    let seen = w.get(&format!("/api/orders/{order}"), &w.admin).await.ok();
    assert_eq!(seen["sstatus"], 0);
    let back = "DROP TRIGGER no_room ON orders";
    w.context.pool.execute(back).await.unwrap();
    assert_eq!(w.act(&order, "approve", &w.admin).await.ok()["sstatus"], 1);
}
