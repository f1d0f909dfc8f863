//! Whether the audit log's chain holds the head that stands outside the database.

use storage::audit_head;
use tokio::time::timeout;

use super::dependencies::PATIENCE;
use crate::context::Context;

/// What the fault is called.
pub(crate) const AUDIT_HEAD: &str = "audit_head";

/// Whether something is wrong with it; `None`: it cannot be compared in time. Other lines need not say why: object store and
/// database may answer what is asked of them there. So `/metrics` lacks the line, for which there is an alert.
pub(crate) async fn is_wrong(context: &Context) -> Option<bool> {
    let (pool, key) = (&context.pool, &context.server_key);
    let looking = audit_head::look(pool, &*context.objects, key);
    let standing = timeout(PATIENCE, looking).await.ok()?.ok()?;
    Some(standing.is_fault())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::to_bytes;
    use axum::extract::State;
    use domain::audit_log::{AuditAction, AuditOutcome};
    use domain::role::Role;
    use object_store::ObjectStoreExt as _;
    use object_store::local::LocalFileSystem;
    use serde_json::{Value, json};
    use storage::audit_head::{self, HeadStanding};
    use storage::db::audit_log::{self, NewAuditEntry};
    use storage::db::{audit_seals, handles};
    use storage::objects::ObjectKey;

    use crate::context::Context;
    use crate::ops::metrics;
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
    async fn a_head_that_cannot_be_compared_has_no_line_and_an_alert_for_that() {
        let api = TestApi::new().await;
        keep_head(&api).await;
        let folder = tempfile::tempdir().unwrap();
        // No path leads through a file, so this store neither has a head nor says that there is none.
        std::fs::write(folder.path().join("audit"), "").unwrap();
        let objects = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        let (context, now) = (&api.context, api.context.now());
        let blind = Context::with_clock(
            context.pool.clone(),
            Arc::new(objects),
            context.server_key.clone(),
            context.settings.clone(),
            Arc::new(move || now),
        )
        .unwrap();
        let answer = metrics::metrics(State(blind)).await.ok().unwrap();
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let lines = String::from_utf8_lossy(&bytes);
        assert!(lines.contains("scenedock_workers "), "{lines}");
        assert!(!lines.contains("audit_head_fault"), "{lines}");
        let alerts = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../deploy/prometheus/alerts.yml"
        );
        let alerts = std::fs::read_to_string(alerts).unwrap();
        assert!(alerts.contains("expr: absent(scenedock_audit_head_fault)"));
    }
}
