//! Mails about accounts that wait to be sent.

use sqlx::PgPool;

/// Gives every account an address that mails go to: its login name at `cgs.cn`.
pub async fn give_addresses(pool: &PgPool) {
    sqlx::query("UPDATE app_user SET email = login_name || '@cgs.cn'")
        .execute(pool)
        .await
        .unwrap();
}

/// What was queued, each as `kind to address`, in its order; what has no address of its own goes to where the person is then.
pub async fn queued_mails(pool: &PgPool) -> Vec<String> {
    let query = "SELECT m.kind || ' to ' || coalesce(m.address, u.email) \
                 FROM account_mail m JOIN app_user u ON u.id = m.user_id ORDER BY m.id";
    sqlx::query_scalar(query).fetch_all(pool).await.unwrap()
}
