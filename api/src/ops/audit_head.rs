//! Whether the audit log's chain holds the head that stands outside the database.

use storage::audit_head;
use tokio::time::timeout;

use super::dependencies::PATIENCE;
use super::head_watch::{HeadObstacle, HeadReport};
use crate::context::Context;

/// What the fault is called.
pub(crate) const AUDIT_HEAD: &str = "audit_head";

/// How it stands. Where it cannot be compared in time, other lines need not say so: object store and database may answer what is
/// asked of them there. So `/metrics` lacks its line then, for which there is an alert, and the monitor page says since when and why.
pub(crate) async fn look(context: &Context) -> HeadReport {
    let (pool, key) = (&context.pool, &context.server_key);
    let looking = audit_head::look(pool, &*context.objects, key);
    let found = match timeout(PATIENCE, looking).await {
        Ok(found) => found.map_err(HeadObstacle::from),
        Err(_) => Err(HeadObstacle::Timeout),
    };
    context.head_watch.note(found, context.now())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chrono::TimeDelta;
    use domain::audit_log::{AuditAction, AuditOutcome};
    use domain::role::Role;
    use object_store::ObjectStoreExt as _;
    use object_store::local::LocalFileSystem;
    use serde_json::{Value, json};
    use storage::audit_head::{self, HeadStanding};
    use storage::db::audit_log::{self, NewAuditEntry};
    use storage::db::{audit_seals, handles};
    use storage::objects::ObjectKey;

    use crate::testing::TestApi;

    /// Chains an entry, and keeps the head, as workers do.
    async fn keep_head(api: &TestApi) {
        let context = &api.context;
        let entry = NewAuditEntry {
            at: context.now(),
            by: None,
            action: AuditAction::ChangeSetting,
            subject_id: "sysName",
            subject_name: "sysName",
            outcome: AuditOutcome::Done,
            reason: "",
            changes: &[],
            client_ip: "",
            agent: "",
        };
        let mut tx = context.begin().await.unwrap();
        audit_log::insert(&mut tx, &entry).await.unwrap();
        audit_seals::seal(&mut tx, &context.server_key)
            .await
            .unwrap();
        handles::commit(tx).await.unwrap();
        let (pool, key, now) = (&context.pool, &context.server_key, context.now());
        let kept = audit_head::keep(pool, &*context.objects, key, now).await;
        assert!(matches!(kept.unwrap(), HeadStanding::Held(_)));
    }

    /// What the metrics and the monitor page say.
    async fn is_reported(api: &TestApi, operator: &str) -> (bool, bool) {
        let metrics = api.get("/metrics", "").await;
        let lines = metrics.text();
        let value = |value: &str| lines.contains(&format!("scenedock_audit_head_fault {value}\n"));
        // Also where nothing is chained yet: it is missing only where nobody compares.
        assert_ne!(value("0"), value("1"), "{lines}");
        let monitor = api.get("/api/monitor", operator).await.json();
        let fault = json!({"name": "audit_head", "millis": Value::Null});
        let listed = monitor["dependencies"].as_array().unwrap();
        (value("1"), listed.contains(&fault))
    }

    #[tokio::test]
    async fn a_head_that_the_chain_does_not_hold_is_reported_until_it_is_accepted() {
        let api = TestApi::new().await;
        let operator = api.signed_in("operator_1", Role::Operator).await;
        assert_eq!(is_reported(&api, &operator).await, (false, false));
        keep_head(&api).await;
        assert_eq!(is_reported(&api, &operator).await, (false, false));
        let path = ObjectKey::AuditHead.path();
        api.context.objects.delete(&path).await.unwrap();
        assert_eq!(is_reported(&api, &operator).await, (true, true));
        // What has to be looked at by somebody takes no process from its clients.
        assert_eq!(api.get("/readyz", "").await.status, 200);
        let (pool, key) = (&api.context.pool, &api.context.server_key);
        let now = api.context.now();
        audit_head::accept(pool, &*api.context.objects, key, now)
            .await
            .unwrap();
        assert_eq!(is_reported(&api, &operator).await, (false, false));
    }

    #[tokio::test]
    async fn a_head_that_cannot_be_compared_has_no_line_but_an_alert_and_a_state() {
        let api = TestApi::new().await;
        let operator = api.signed_in("operator_1", Role::Operator).await;
        keep_head(&api).await;
        let folder = tempfile::tempdir().unwrap();
        // No path leads through a file, so this store neither has a head nor says that there is none.
        std::fs::write(folder.path().join("audit"), "").unwrap();
        let objects = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        let blind = api.beside_over(Arc::new(objects));
        let state = async |api: &TestApi| {
            let monitor = api.get("/api/monitor", &operator).await.ok();
            monitor["auditHead"].clone()
        };
        let since = api.context.now();
        let lines = blind.get("/metrics", "").await.text();
        assert!(lines.contains("scenedock_workers "), "{lines}");
        assert!(!lines.contains("audit_head_fault"), "{lines}");
        api.pass(TimeDelta::minutes(1));
        let (unknown, held) = (
            json!({"state": "unknown", "comparedAt": Value::Null, "failingSince": since, "obstacle": "objects"}),
            json!({"state": "held", "comparedAt": api.context.now(), "failingSince": Value::Null, "obstacle": Value::Null}),
        );
        assert_eq!((state(&blind).await, state(&api).await), (unknown, held));
        let path = ObjectKey::AuditHead.path();
        api.context.objects.delete(&path).await.unwrap();
        assert_eq!(state(&api).await["state"], "lost");
        let alerts = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../deploy/prometheus/alerts.yml"
        );
        let alerts = std::fs::read_to_string(alerts).unwrap();
        assert!(alerts.contains("expr: absent(scenedock_audit_head_fault)"));
    }
}
