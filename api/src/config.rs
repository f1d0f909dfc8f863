//! `GET /api/config`

use axum::extract::State;
use domain::system::SysKey;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::context::Context;
use crate::json::Json;
use crate::menu_pages::{MenuPart, menu_of};
use crate::router::{RouteAccess, Routes};
use crate::system::{configured, map};

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(RouteAccess::Public, routes!(config));
}

/// What the web apps need to know of this installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    sys_name: String,
    /// Which deployment this is: `DZY` signs in at the identity provider, `FW` here; anything else is not configured.
    system_name: String,
    /// The identity provider; null: there is none.
    #[schema(required)]
    single_sign_on: Option<SingleSignOn>,
    /// Address of the picture beside the name; null: our own.
    #[schema(required)]
    logo: Option<String>,
    contact_tele: String,
    contact_address: String,
    contact_post: String,
    /// Copyright line.
    copyright: String,
    /// Record number (备案号).
    record: String,
    /// Whether signing in demands a captcha.
    captcha: bool,
    /// Whether a forgotten password is set anew with a link that comes by mail.
    password_reset_by_mail: bool,
    /// Whether demo accounts exist.
    demo: bool,
    upload_max_bytes: u64,
    offline_above_bytes: u64,
    /// Hours from approval within which data are promised to be ready; null: nothing is promised.
    #[schema(required)]
    promised_hours: Option<u32>,
    /// Days that a file stays on a person's shelf.
    shelf_days: u32,
    /// Bytes that the files of one person's shelf may have together.
    shelf_bytes: u64,
    ftp_client_url: String,
    map: map::MapConfig,
    /// The menu of guests. The portal's bar is the first entry's children.
    menu: Vec<MenuPart>,
}

/// Signing in at the identity provider.
#[derive(Debug, Serialize, ToSchema)]
pub struct SingleSignOn {
    /// What the button says; empty: the words of the web apps.
    label: String,
}

/// What the web apps need to know of this installation.
#[utoipa::path(get, path = "/api/config", tag = "system", operation_id = "getConfigSation",
    responses((status = 200, body = Config)))]
pub async fn config(State(context): State<Context>) -> Json<Config> {
    let settings = &context.settings;
    let system = configured::current(&context).await;
    let text = |key| system.text(key).to_owned();
    Json(Config {
        sys_name: text(SysKey::SysName),
        system_name: text(SysKey::SystemName),
        single_sign_on: settings.provider.as_ref().map(|provider| SingleSignOn {
            label: provider.settings().label.clone(),
        }),
        logo: Some(text(SysKey::SysLog)).filter(|address| !address.is_empty()),
        contact_tele: text(SysKey::ContactTele),
        contact_address: text(SysKey::ContactAddress),
        contact_post: text(SysKey::ContactPost),
        copyright: text(SysKey::Copyright),
        record: text(SysKey::Record),
        captcha: settings.captcha,
        password_reset_by_mail: settings.mail,
        demo: settings.demo,
        upload_max_bytes: settings.upload_max_bytes,
        offline_above_bytes: settings.offline_above_bytes,
        promised_hours: promised_hours(system.text(SysKey::PreparationPromise)),
        shelf_days: settings.shelf.days,
        shelf_bytes: settings.shelf.most.0,
        ftp_client_url: settings.ftp_client_url.clone(),
        map: map::config(&system, &settings.basemap),
        menu: menu_of(None),
    })
}

fn promised_hours(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|hours| *hours > 0)
}

#[cfg(test)]
mod tests {
    use crate::testing::TestApi;

    #[tokio::test]
    async fn anybody_may_know_the_installation() {
        let api = TestApi::new().await;
        insta::assert_json_snapshot!(api.get("/api/config", "").await.json(), {".map.basemap.url" => "[url]"}, @r#"
        {
          "captcha": false,
          "contactAddress": "",
          "contactPost": "",
          "contactTele": "",
          "copyright": "",
          "demo": false,
          "ftpClientUrl": "",
          "logo": null,
          "map": {
            "basemap": {
              "attribution": "",
              "raster": false,
              "url": "[url]"
            },
            "extent": null,
            "globe": null,
            "imagery": null,
            "layers": [],
            "mask": null,
            "tools": [
              "legend"
            ],
            "vector": null
          },
          "menu": [
            {
              "children": [
                {
                  "key": "search",
                  "path": "/search"
                },
                {
                  "key": "products",
                  "path": "/productIntro"
                },
                {
                  "key": "guide",
                  "path": "/userGuide"
                },
                {
                  "key": "news",
                  "path": "/news"
                },
                {
                  "key": "contact",
                  "path": "/contactUs"
                }
              ],
              "key": "portal"
            }
          ],
          "offlineAboveBytes": 5368709120,
          "passwordResetByMail": false,
          "promisedHours": null,
          "record": "",
          "shelfBytes": 536870912000,
          "shelfDays": 30,
          "singleSignOn": null,
          "sysName": "卫星遥感数据信息共享服务",
          "systemName": "FW",
          "uploadMaxBytes": 20971520
        }
        "#);
    }
}
