//! Who tries out whom a route lets in.

use std::collections::HashMap;

use domain::permission::{Permission, PermissionSet};
use domain::role::Role;

use super::TestApi;

/// What somebody holds, and a token; `None`: nobody with an account.
pub type RouteCaller = (Option<PermissionSet>, String);

/// A guest, a forged token, an account that holds nothing, one of each role of a new installation; and for each route who
/// holds one of the permissions that it needs alone, and who holds every one but these. Whatever permission opened a route
/// that does not name it would open it to the last of them.
pub struct RouteCallers<'a> {
    api: &'a TestApi,
    everywhere: Vec<RouteCaller>,
    holders: HashMap<PermissionSet, String>,
}

impl<'a> RouteCallers<'a> {
    pub async fn new(api: &'a TestApi) -> Self {
        let nothing = api.holding("nothing", &[]).await;
        let mut everywhere = vec![
            (None, String::new()),
            (None, "not-a-token".to_owned()),
            (Some(PermissionSet::NONE), nothing),
        ];
        for role in Role::ALL {
            let token = api.signed_in(&format!("{}_1", role.as_str()), role).await;
            everywhere.push((Some(role.permissions()), token));
        }
        Self {
            api,
            everywhere,
            holders: HashMap::new(),
        }
    }

    /// Those who try a route out that needs one of these.
    pub async fn of_route(&mut self, needed: &[Permission]) -> Vec<RouteCaller> {
        let mut callers = self.everywhere.clone();
        for permission in needed {
            callers.push(self.holder(&[*permission]).await);
        }
        let others = Permission::ALL.into_iter();
        let others: Vec<_> = others.filter(|one| !needed.contains(one)).collect();
        callers.push(self.holder(&others).await);
        callers
    }

    async fn holder(&mut self, permissions: &[Permission]) -> RouteCaller {
        let held = PermissionSet::from_permissions(permissions);
        if let Some(token) = self.holders.get(&held) {
            return (Some(held), token.clone());
        }
        let login_name = format!("holder_{}", self.holders.len());
        let token = self.api.holding(&login_name, permissions).await;
        self.holders.insert(held, token.clone());
        (Some(held), token)
    }
}
