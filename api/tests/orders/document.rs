//! The OpenAPI document that the web apps' client is generated from.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::world::World;

/// Kept beside the client. Written anew with `UPDATE_OPENAPI=1 cargo test -p api document && npm run generate`.
const KEPT: &str = "../ui-kit/src/api/openapi.json";

async fn document() -> Value {
    let w = World::new().await;
    serde_json::to_value(api::openapi(&w.context)).unwrap()
}

#[tokio::test]
async fn the_kept_document_is_what_is_served() {
    let now = document().await;
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT);
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        let text = serde_json::to_string_pretty(&now).unwrap();
        std::fs::write(&kept, text + "\n").unwrap();
    }
    let was: Value = serde_json::from_slice(&std::fs::read(&kept).unwrap()).unwrap();
    assert!(
        was == now,
        "ui-kit/src/api/openapi.json is stale: UPDATE_OPENAPI=1 cargo test -p api document && npm run generate"
    );
}

/// Operations that the specification names, and where they are.
const NAMED: [(&str, &str); 22] = [
    ("loginByUsername", "post /api/auth/login"),
    ("getUserInfo", "get /api/auth/me"),
    ("getUnitList", "get /api/units"),
    ("getManOrderListForPage", "get /api/orders"),
    ("getagrsUpdateSave", "put /api/orders/{id}"),
    ("getUpdateOrderStatus", "delete /api/orders"),
    ("auditOrder", "post /api/orders/{id}/approve"),
    ("getDataAgainAll", "post /api/orders/{id}/reextract"),
    ("userFeedback", "post /api/orders/{id}/feedback"),
    ("getagrsListOfSate", "get /api/orders/{id}/scenes"),
    ("getMaxPolygon", "get /api/orders/{id}/footprint"),
    ("getByOrderIdFile", "get /api/orders/{id}/attachments"),
    ("uploadForJC", "post /api/attachments"),
    ("addUnit", "post /api/units"),
    ("listProcess", "get /api/processes"),
    ("getOrderNameListByOrderName", "get /api/orders/names"),
    ("getagrsGroupNameList", "get /api/orders/groups"),
    ("listProvinces", "get /api/regions/provinces"),
    ("listCities", "get /api/regions/cities"),
    ("listCounties", "get /api/regions/counties"),
    ("getAreaWkt", "get /api/regions/{areaCode}/wkt"),
    ("searchArea", "post /api/areas/check"),
];

#[tokio::test]
async fn operations_have_one_name_each_and_the_specifications_where_it_has_one() {
    let document = document().await;
    let mut names = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap().to_owned();
            let route = format!("{method} {path}");
            let twice = names.insert(name.clone(), route.clone());
            assert_eq!(twice, None, "{name} is {route} too");
        }
    }
    for (name, route) in NAMED {
        assert_eq!(names.get(name).map(String::as_str), Some(route), "{name}");
    }
}

#[tokio::test]
async fn codes_are_listed_and_nothing_that_is_always_sent_is_optional() {
    let document = document().await;
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["OrderStatus"]["enum"],
        serde_json::json!([-2, -1, 0, 1, 2, 3, 5, 6, 7, 8])
    );
    let actions = schemas["OrderAction"]["enum"].as_array().unwrap();
    assert!(actions.contains(&"give_feedback".into()));
    assert!(!actions.contains(&"finish_extraction".into()));
    let optional = |name: &str| {
        let required = schemas[name]["required"].as_array().unwrap();
        let properties = schemas[name]["properties"].as_object().unwrap();
        properties
            .keys()
            .filter(|key| !required.contains(&Value::from(key.as_str())))
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(optional("Order"), ["attachments", "changes"]);
    for always in [
        "Scene",
        "OrderEvent",
        "Attachment",
        "Delivery",
        "DataPercent",
        "Me",
    ] {
        assert_eq!(optional(always), [""; 0], "{always}");
    }
}
