//! The shopping cart (购物车).

mod add;
mod count;
mod list;
mod remove;
mod search;

use domain::permission::Permission;
use serde::{Deserialize, Serialize};
use storage::PgConnection;
use storage::db::{cart, scopes};
use texts::{FieldText, ProblemText};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(
        RouteAccess::Needs(Permission::Cart),
        routes!(list::list, add::add, remove::remove),
    );
    // Those with `/shop/list` among their authorities.
    routes.add(RouteAccess::Needs(Permission::Cart), routes!(count::count));
    routes.add(
        RouteAccess::Needs(Permission::Cart),
        routes!(search::search),
    );
}

/// Most scenes in one call.
const MAX_AT_ONCE: usize = 5000;

/// Scenes to put in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DataIds {
    data_ids: Vec<String>,
}

impl DataIds {
    fn checked(self) -> Result<Vec<String>, Problem> {
        in_one_call(self.data_ids.len())?;
        Ok(self.data_ids)
    }
}

fn in_one_call(scenes: usize) -> Result<(), Problem> {
    match scenes {
        0 => Err(Problem::invalid_field(
            "dataIds",
            FieldText::NothingSelected,
        )),
        1..=MAX_AT_ONCE => Ok(()),
        _ => Err(Problem::invalid_field(
            "dataIds",
            FieldText::TooManyScenesAtOnce,
        )),
    }
}

/// What the cart came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Changed {
    /// Scenes put in or taken out.
    changed: u64,
    /// Scenes in the cart now that may be seen.
    total: i64,
}

/// How many scenes in the caller's cart may still be seen: as many as its list has.
async fn visible_count(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
) -> Result<i64, Problem> {
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    Ok(
        match scopes::visible_in_cart(db, &scope, caller.id).await? {
            Some(visible) => i64::try_from(visible.len()).unwrap_or(i64::MAX),
            None => cart::count(db, caller.id).await?,
        },
    )
}

/// Refuses more than a cart holds. What its owner may not see any more counts for nothing, and leaves a cart that is full.
async fn make_room(
    context: &Context,
    db: &mut PgConnection,
    caller: &Caller,
) -> Result<(), Problem> {
    if cart::count(db, caller.id).await? <= cart::MAX_ITEMS {
        return Ok(());
    }
    let scope = scope_of(context, db, viewer(Some(caller))).await?;
    if let Some(visible) = scopes::visible_in_cart(db, &scope, caller.id).await? {
        cart::drop_others(db, caller.id, &visible).await?;
        if cart::count(db, caller.id).await? <= cart::MAX_ITEMS {
            return Ok(());
        }
    }
    Err(Problem::conflict(ProblemText::CartFull))
}

#[cfg(test)]
mod tests {
    use axum::http::{Method, StatusCode};
    use domain::role::Role;
    use serde_json::json;

    use crate::testing::{TestApi, scene, square};

    #[tokio::test]
    async fn a_cart_is_filled_and_emptied_and_is_ones_own() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[scene("a", &square(0.0, 0.0)), scene("b", &square(0.0, 0.0))])
            .await;
        let mine = api.signed_in("lisi_1", Role::Applicant).await;
        let theirs = api.signed_in("wangwu_1", Role::Applicant).await;
        let put = async |ids| {
            api.post("/api/cart", &mine, json!({"dataIds": ids}))
                .await
                .json()
        };
        assert_eq!(
            put(vec!["a", "b", "none"]).await,
            json!({"changed": 2, "total": 2})
        );
        assert_eq!(put(vec!["a"]).await, json!({"changed": 0, "total": 2}));
        assert_eq!(api.get("/api/cart", &theirs).await.json()["total"], 0);
        let take = json!({"dataIds": ["a", "none"]});
        let left = api
            .call(Method::DELETE, "/api/cart", &theirs, Some(take.clone()))
            .await;
        assert_eq!(left.json(), json!({"changed": 0, "total": 0}));
        let left = api
            .call(Method::DELETE, "/api/cart", &mine, Some(take))
            .await;
        assert_eq!(left.json(), json!({"changed": 1, "total": 1}));
        let list = api.get("/api/cart", &mine).await.json();
        assert_eq!(list["items"][0]["dataid"], "b");
    }

    #[tokio::test]
    async fn scenes_leave_by_name_too_and_are_found_by_a_text() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let ids = ["a", "b", "c", "d"];
        api.scenes(&ids.map(|id| scene(id, &square(0.0, 0.0))))
            .await;
        let mine = api.signed_in("lisi_1", Role::Applicant).await;
        api.post("/api/cart", &mine, json!({"dataIds": ids})).await;
        let found = api.get("/api/cart?text=gf1_B", &mine).await.json();
        assert_eq!(
            (&found["total"], &found["items"][0]["dataid"]),
            (&json!(1), &json!("b"))
        );
        assert_eq!(
            api.get("/api/cart?text=%25", &mine).await.json()["total"],
            0
        );
        assert_eq!(api.get("/api/cart?text=", &mine).await.json()["total"], 4);
        for (body, changed, total) in [
            (json!({"names": ["GF1_a", "gf1_b", "none"]}), 1, 3),
            (json!({"names": ["GF1_b"], "dataIds": ["b", "c"]}), 2, 1),
        ] {
            let left = api
                .call(Method::DELETE, "/api/cart", &mine, Some(body))
                .await;
            assert_eq!(left.json(), json!({"changed": changed, "total": total}));
        }
        for body in [
            json!({}),
            json!({"names": []}),
            json!({"names": vec!["x"; 5001]}),
        ] {
            let refused = api
                .call(Method::DELETE, "/api/cart", &mine, Some(body))
                .await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        }
    }

    #[tokio::test]
    async fn the_cart_is_counted_for_those_who_have_one() {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[scene("a", &square(0.0, 0.0))]).await;
        for (role, status, has) in [
            (Role::Applicant, StatusCode::OK, true),
            (Role::Admin, StatusCode::FORBIDDEN, false),
            (Role::Operator, StatusCode::FORBIDDEN, false),
        ] {
            let token = api.signed_in(&format!("{}_1", role.as_str()), role).await;
            api.post("/api/cart", &token, json!({"dataIds": ["a"]}))
                .await;
            let answer = api.get("/api/cart/count", &token).await;
            assert_eq!(answer.status, status);
            if has {
                assert_eq!(answer.json(), json!({"count": 1}));
            }
            let me = api.get("/api/auth/me", &token).await.json();
            let authorities = me["authorities"].as_array().unwrap();
            assert_eq!(authorities.contains(&json!("/shop/list")), has, "{role:?}");
        }
    }

    #[tokio::test]
    async fn guests_have_no_cart_and_nothing_cannot_be_put_in() {
        let api = TestApi::new().await;
        assert_eq!(
            api.get("/api/cart", "").await.status,
            StatusCode::UNAUTHORIZED
        );
        let token = api.signed_in("lisi_1", Role::Applicant).await;
        let empty = api.post("/api/cart", &token, json!({"dataIds": []})).await;
        assert_eq!(empty.status, StatusCode::BAD_REQUEST);
    }
}
