//! The catalogue, its scenes, places, the cart, `/bupt` and `/mhd`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Walk;
use super::people::guest;
use super::{bupt, tiles};
use crate::world::World;

pub async fn walk() -> BTreeSet<String> {
    let w = World::new().await;
    let walk = Walk::new(&w);
    catalogue(&walk).await;
    searches(&walk).await;
    areas(&walk).await;
    places(&walk).await;
    cart(&walk).await;
    bupt::walk(&walk).await;
    exports(&walk).await;
    tiles::walk(&walk).await;
    walk.done()
}

async fn catalogue(walk: &Walk<'_>) {
    let w = walk.w;
    let tree = w.get("/api/catalog/tree", &guest(w)).await.ok();
    for address in [
        "GET /mj/agrsQueryModuleSpatial/getagrsCatalogTree",
        "GET /mj/agrsQueryModuleSpatial/getagrsDzyCatalogTree",
        "GET /mhd/catalog/tree",
    ] {
        let nodes = walk.ok(address, &guest(w), ()).await;
        assert_eq!(nodes[0]["NODEID"], tree[0]["id"], "{address}");
    }
    let node = json!({"NODEID": tree[0]["id"]});
    let fields = w
        .get(
            &format!("/api/catalog/nodes/{}/fields", tree[0]["id"]),
            &guest(w),
        )
        .await
        .ok();
    let first = walk
        .ok(
            "GET /mj/agrsQueryModuleSpatial/getagrsQueryTablesFields",
            &guest(w),
            node.clone(),
        )
        .await;
    assert_eq!(first[0], fields);
    let display = walk
        .ok("GET /mj/agrsDisplayFiled/agrsList", &guest(w), node.clone())
        .await;
    assert_eq!(display, fields["display"]);
    let query = walk
        .ok("GET /mj/agrsQueryFiled/agrsList", &guest(w), node)
        .await;
    assert_eq!(query, fields["query"]);

    let scene = w.get("/api/scenes/s1", &guest(w)).await.ok();
    for address in [
        "GET /mj/agrsQueryModuleSpatial/getagrsObjectByIdForMETA",
        "GET /mj/agrsQueryModuleSpatial/getDetails",
        "GET /mhd/scene/detail",
    ] {
        let found = walk
            .ok(
                address,
                &guest(w),
                json!({"DATAID": "s1", "nodeid": 1, "label": "x"}),
            )
            .await;
        assert_eq!(found["F_DATANAME"], scene["dataname"], "{address}");
        assert_eq!(found["fields"], scene["fields"], "{address}");
    }
    let unknown = walk
        .refusal(
            "GET /mhd/scene/detail",
            &guest(w),
            json!({"dataId": "none"}),
        )
        .await;
    assert_eq!(unknown.0, 404);
    for address in [
        "GET /mj/metaImage/getImageByTypeForAll",
        "GET /mhd/scene/preview",
    ] {
        let picture = walk
            .file(
                address,
                &guest(w),
                json!({"typeId": 1, "dataId": "s1", "nodeId": 1}),
            )
            .await;
        let ours = w.get("/api/scenes/s1/image?typeId=1", &guest(w)).await;
        assert_eq!(
            (picture.status, picture.bytes),
            (ours.status, ours.bytes),
            "{address}"
        );
    }
}

async fn searches(walk: &Walk<'_>) {
    let w = walk.w;
    let near =
        json!({"wkt": "POLYGON((-1 -1, 2 -1, 2 2, -1 2, -1 -1))", "currentPage": 1, "pageSize": 1});
    for address in [
        "POST /mj/agrsQueryModuleSpatial/findPageQueryByNodes",
        "POST /mj/agrsQueryModuleSpatial/findQuery",
        "POST /mhd/scene/search",
        "POST /bupt/search_query/search",
    ] {
        let found = walk.ok(address, &guest(w), near.clone()).await;
        assert_eq!(found["total"], 2, "{address}");
        assert_eq!(found["pageList"].as_array().unwrap().len(), 1, "{address}");
    }
    let archives = walk
        .ok(
            "POST /mj/agrsQueryModuleSpatial/findNewagrsPageList",
            &guest(w),
            near.clone(),
        )
        .await;
    assert_eq!(archives["total"], 0);
    let all = walk
        .ok(
            "POST /bupt/search_query/searchall",
            &guest(w),
            json!({"nodeId": "99"}),
        )
        .await;
    assert_eq!(all["total"], 4);
    let merged = walk
        .ok("POST /bupt/search_query/search_merge", &guest(w), near)
        .await;
    assert!(merged["facets"]["satellites"].is_array());
    for sql in ["1=1", "F_CLOUD < 10 OR 1=1", "ST_Intersects(geom, 'x')"] {
        let sent = json!({"whereSql": sql});
        let (status, message) = walk
            .refusal("POST /mj/agrsQueryModuleSpatial/findQuery", &guest(w), sent)
            .await;
        assert!(status == 400 && message.contains("wkt"), "{sql}: {message}");
    }
}

const SQUARE: &str = "POLYGON((0 0, 1 0, 1 1, 0 1, 0 0))";

async fn areas(walk: &Walk<'_>) {
    let w = walk.w;
    let check = "POST /mj/agrsQueryModuleSpatial/searchArea";
    assert_eq!(
        walk.ok(check, &guest(w), json!({"wkt": SQUARE})).await,
        "true"
    );
    let huge = "POLYGON((60 0, 150 0, 150 60, 60 60, 60 0))";
    assert_eq!(
        walk.ok(check, &guest(w), json!({"wkt": huge})).await,
        "false"
    );
    // The specification gives no method of these.
    let check = "GET /mj/agrsQueryModuleSpatial/searchArea";
    for (area, fits) in [(SQUARE, "true"), (huge, "false")] {
        let sent = json!({"wkt": area});
        assert_eq!(walk.ok(check, &guest(w), sent).await, fits);
    }
    let kept = walk
        .ok(
            "GET /mj/agrsQueryModuleSpatial/getWktInfo",
            &guest(w),
            json!({"wkt": SQUARE}),
        )
        .await;
    assert!(kept.is_string(), "{kept}");

    // What was SQL is the id of a kept area, and found is what is in it.
    let condition = walk
        .ok(
            "POST /mj/agrsQueryModuleSpatial/getWktInfo",
            &guest(w),
            json!({"wkt": SQUARE}),
        )
        .await;
    let kept = w
        .get(
            &format!("/api/areas/kept/{}", condition.as_str().unwrap()),
            &guest(w),
        )
        .await
        .ok();
    assert!(kept["wkt"].is_string());
    let found = json!({"searchArea": condition});
    let found = walk
        .ok(
            "POST /mj/agrsQueryModuleSpatial/findQuery",
            &guest(w),
            found,
        )
        .await;
    assert_eq!(found["total"], 2);

    let drawn = json!({
        "type": "Feature", "properties": {},
        "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]},
    })
    .to_string();
    let area = ("area.geojson", drawn.as_bytes());
    for address in [
        "POST /mj/agrsQueryModuleSpatial/agrsShp",
        "POST /pushXg/secmep/wktManager/upload",
        "POST /mj/agrsCoverage/uploadeFileZip",
    ] {
        let answer = walk.upload(address, &guest(w), area).await.json();
        assert_eq!(answer["status"], 200, "{address}: {answer}");
        assert!(
            answer["data"][0].as_str().unwrap().starts_with("POLYGON"),
            "{answer}"
        );
    }
}

async fn places(walk: &Walk<'_>) {
    let w = walk.w;
    for (address, ours) in [
        ("GET /mj/agrsSpatial/listProvince", "/api/regions/provinces"),
        ("GET /mj/agrsSpatial/listCity", "/api/regions/cities"),
    ] {
        let groups = walk.ok(address, &guest(w), ()).await;
        assert_eq!(
            groups,
            w.get(ours, &guest(w)).await.ok()["groups"],
            "{address}"
        );
    }
    let counties = json!({"al": "156110000", "name": "海淀"});
    let counties = walk
        .ok("GET /mj/agrsSpatial/listCounty", &guest(w), counties)
        .await;
    let ours = w
        .get(
            "/api/regions/counties?parent=156110000&q=%E6%B5%B7%E6%B7%80",
            &guest(w),
        )
        .await
        .ok();
    assert_eq!(counties, ours["items"]);
    let regions = walk
        .ok(
            "GET /pushXg/secmep/xzqManager/list",
            &guest(w),
            json!({"level": "province"}),
        )
        .await;
    assert!(regions.as_array().unwrap().len() > 30);
    let outline = walk
        .ok(
            "GET /mj/agrsSpatial/getAreaWkt",
            &guest(w),
            json!({"code": "156110000"}),
        )
        .await;
    let ours = w.get("/api/regions/156110000/wkt", &guest(w)).await.ok();
    assert_eq!(outline, ours["wkt"]);

    let mark = json!({
        "name": "书签一", "center": "108.2,29.07", "zoom": "5",
        "mapConfigList": [{"serviceId": "a", "serviceOrder": "1", "serviceStatus": 1}],
    });
    let mark = walk
        .ok("POST /mj/spatial/saveBookMark", &w.owner, mark)
        .await;
    let listed = walk.ok("GET /mj/spatial/listBookmark", &w.owner, ()).await;
    assert_eq!(listed[0]["name"], "书签一");
    let gone = walk
        .ok(
            "GET /mj/spatial/removeBookMark",
            &w.owner,
            json!({"id": mark["id"]}),
        )
        .await;
    assert_eq!(gone, true);
    assert_eq!(w.get("/api/bookmarks", &w.owner).await.ok()["total"], 0);
}

async fn cart(walk: &Walk<'_>) {
    let w = walk.w;
    let total = async || w.get("/api/cart", &w.owner).await.ok()["total"].clone();
    walk.yes(
        "POST /mj/agrsShop/agrsSave",
        &w.owner,
        json!({"dataids": ["s1", "s2", "s3"]}),
    )
    .await;
    assert_eq!(total().await, 3);
    for address in [
        "GET /mj/agrsShop/getShopCarNum",
        "GET /mj/agrsShop/getagrsListCount",
    ] {
        assert_eq!(
            walk.ok(address, &w.owner, json!({"datatype": "0"})).await,
            3,
            "{address}"
        );
    }
    let page = walk
        .ok(
            "POST /mj/agrsShop/agrsList",
            &w.owner,
            json!({"currentPage": 1, "pageSize": 2}),
        )
        .await;
    assert_eq!(
        (page["list"].as_array().unwrap().len(), &page["total"]),
        (2, &json!(3))
    );
    let all = walk.ok("POST /mj/agrsShop/agrsAllList", &w.owner, ()).await;
    assert_eq!(all.as_array().unwrap().len(), 3);
    walk.yes(
        "POST /mj/agrsShop/deleteShopById",
        &w.owner,
        json!([all[0]["id"]]),
    )
    .await;
    assert_eq!(total().await, 2);
    let name = json!({"dataName": all[1]["dataname"]});
    walk.yes("POST /mj/agrsShop/deleteShopByDataName", &w.owner, name)
        .await;
    assert_eq!(total().await, 1);
    let refused = walk
        .refusal(
            "POST /mj/agrsShop/agrsSave",
            &w.admin,
            json!({"dataIds": ["s1"]}),
        )
        .await;
    assert_eq!(refused.0, 403);
}

async fn exports(walk: &Walk<'_>) {
    let w = walk.w;
    let id = walk.ok("GET /mj/agrsShop/getUUid", &w.owner, ()).await;
    let chosen = json!({"dataIds": ["s1"], "typeId": "3", "exportType": 3, "uuId": id});
    let exporting = "POST /mj/agrsShop/getderiveShopDateOnlyShpByNew";
    assert_eq!(
        walk.ok(exporting, &w.owner, chosen.clone()).await["uuId"],
        id
    );
    let state = walk
        .ok(
            "GET /mj/agrsShop/getLuotuStatus",
            &w.owner,
            json!({"uuid": id}),
        )
        .await;
    assert_eq!(
        (&state["F_STATUS"], &state["kind"]),
        (&json!("0"), &json!("shapefile"))
    );
    let read = walk
        .ok(
            "GET /mj/agrsCoverage/csv",
            &w.owner,
            json!({"dataIds": "s1"}),
        )
        .await;
    assert!(read["uuId"].is_string(), "{read}");
    // Nobody takes somebody else's id.
    let taken = walk.refusal(exporting, &w.stranger, chosen).await;
    assert_eq!(taken.0, 400);

    let kind = async |id: &Value| {
        let path = format!("/api/exports/{}", id.as_str().unwrap());
        w.get(&path, &w.stranger).await.ok()["kind"].clone()
    };
    for (address, want) in [
        ("POST /mj/agrsCoverage/exportShp", "shapefile"),
        (
            "POST /mj/agrsCoverage/exportShpWidthAttributes",
            "shapefile",
        ),
        ("POST /mj/agrsCoverage/csv", "csv"),
        ("POST /mj/agrsShop/exportShop", "xlsx"),
    ] {
        let begun = walk
            .ok(address, &w.stranger, json!({"dataIds": "s1,s2"}))
            .await;
        assert_eq!(kind(&begun["uuId"]).await, want, "{address}");
    }
    walk.yes(
        "POST /mj/agrsShop/agrsSave",
        &w.stranger,
        json!({"id": "s2"}),
    )
    .await;
    let begun = walk
        .ok("POST /mj/agrsShop/exportShop", &w.stranger, ())
        .await;
    assert_eq!(kind(&begun["uuId"]).await, "xlsx");
}
