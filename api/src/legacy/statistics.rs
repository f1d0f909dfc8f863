//! Figures of orders.

use serde_json::Value;

use super::call::Call;
use super::envelope::{Refused, Reply};
use super::operation::{EITHER, Operation, does, handler};
use super::records;
use crate::router::RouteAccess;
use domain::permission::Permission;

const FIGURES: RouteAccess = RouteAccess::Needs(Permission::OrderStatistics);

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        (EITHER, "/mj/{product}Order/orderCount"),
        "orderCount",
        "answers the figures of orders",
        FIGURES,
        "orderCount",
        handler!(overview),
    )
    .at_our_path(),
    does(
        (EITHER, "/mj/{product}Order/{product}GetOrderNumByMonth"),
        "{product}GetOrderNumByMonth",
        "counts orders by month",
        FIGURES,
        "getOrderNumByMonth",
        handler!(by_month),
    ),
    does(
        (EITHER, "/mj/{product}Order/{product}GetOrderNumByUnit"),
        "getOrderNumByUnit",
        "counts orders by unit",
        FIGURES,
        "getOrderNumByUnit",
        handler!(by_unit),
    ),
    does(
        (EITHER, "/mj/{product}Order/{product}GetOrderNumByOL"),
        "{product}GetOrderNumByOL",
        "counts orders by how they were handed out",
        FIGURES,
        "getOrderNumBy",
        handler!(by_method),
    ),
    does(
        (EITHER, "/mj/{product}Order/{product}GetOrderNumByDay"),
        "{product}GetOrderNumByDay",
        "counts orders by day",
        FIGURES,
        "getOrderNumBy",
        handler!(by_day),
    ),
    does(
        (EITHER, "/mj/{product}Order/{product}GetOrderNumByLB"),
        "{product}GetOrderNumByLB",
        "counts orders by kind",
        FIGURES,
        "getOrderNumBy",
        handler!(by_kind),
    ),
    does(
        (
            EITHER,
            "/mj/{product}Order/{product}GetOrderNumByApplyUserUsed",
        ),
        "{product}GetOrderNumByApplyUserUsed",
        "counts orders by what they were for",
        FIGURES,
        "getOrderNumBy",
        handler!(by_usage),
    ),
    does(
        ("POST", "/bupt/bupt_stat/get"),
        "bupt_stat_get",
        "answers the figures of orders",
        FIGURES,
        "orderCount",
        handler!(overview),
    ),
    does(
        ("GET", "/mhd/stat/orders"),
        "mhdStatistics",
        "answers the figures of orders to another system",
        FIGURES,
        "orderCount",
        handler!(overview),
    )
    .at_our_path(),
];

async fn figures(call: &Call, path: &str, by: Option<&str>) -> Result<Value, Refused> {
    let sent = &call.params;
    let query = [
        ("by", by.map(str::to_owned)),
        ("from", sent.given(&["lessCreattimeStr", "lessCreattime"])),
        ("to", sent.given(&["moreCreattimeStr", "moreCreattime"])),
    ];
    call.get_with(path, &query).await
}

async fn overview(call: Call) -> Result<Reply, Refused> {
    Ok(figures(&call, "/api/stats/orders", None).await?.into())
}

async fn by_month(call: Call) -> Result<Reply, Refused> {
    let found = figures(&call, "/api/stats/monthly", None).await?;
    Ok(records::items(found).into())
}

async fn by_unit(call: Call) -> Result<Reply, Refused> {
    let found = figures(&call, "/api/stats/units", None).await?;
    Ok(records::items(found).into())
}

async fn by(call: &Call, dimension: &str) -> Result<Reply, Refused> {
    let found = figures(call, "/api/stats/breakdown", Some(dimension)).await?;
    Ok(records::items(found).into())
}

async fn by_method(call: Call) -> Result<Reply, Refused> {
    by(&call, "method").await
}

async fn by_day(call: Call) -> Result<Reply, Refused> {
    by(&call, "day").await
}

async fn by_kind(call: Call) -> Result<Reply, Refused> {
    by(&call, "kind").await
}

async fn by_usage(call: Call) -> Result<Reply, Refused> {
    by(&call, "usage").await
}
