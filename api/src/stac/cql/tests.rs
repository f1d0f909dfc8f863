use proptest::prelude::*;
use serde_json::json;

use super::*;

fn read(filter: &str) -> Result<(Condition, usize), Problem> {
    let mut conditions = Conditions::default();
    conditions.text(filter)?;
    let (condition, shapes) = conditions.finish();
    Ok((condition, shapes.len()))
}

#[test]
fn text_and_json_say_the_same() {
    for (text, json) in [
        (
            "eo:cloud_cover <= 10 AND platform = 'GF1'",
            json!({"op": "and", "args": [
                {"op": "<=", "args": [{"property": "eo:cloud_cover"}, 10.0]},
                {"op": "=", "args": [{"property": "platform"}, "GF1"]}]}),
        ),
        (
            "NOT (id = 'a''b' OR \"title\" IS NOT NULL)",
            json!({"op": "not", "args": [{"op": "or", "args": [
                {"op": "=", "args": [{"property": "id"}, "a'b"]},
                {"op": "not", "args": [{"op": "isNull", "args": [{"property": "title"}]}]}]}]}),
        ),
        (
            "gsd not between -1 and 2.5e1",
            json!({"op": "not", "args": [{"op": "between", "args": [{"property": "gsd"}, -1.0, 25.0]}]}),
        ),
        (
            "T_INTERSECTS(datetime, INTERVAL('2020-01-01T00:00:00Z', '..'))",
            json!({"op": "t_intersects", "args": [{"property": "datetime"},
                {"interval": ["2020-01-01T00:00:00Z", ".."]}]}),
        ),
        (
            "S_INTERSECTS(geometry,POLYGON((0 0,1 0,1 1,0 0))) and title like '高分%'",
            json!({"op": "and", "args": [
                {"op": "s_intersects", "args": [{"property": "geometry"}, {"wkt": "POLYGON((0 0,1 0,1 1,0 0))"}]},
                {"op": "like", "args": [{"property": "title"}, "高分%"]}]}),
        ),
        (
            "platform IN ('GF1', 'GF2') AND datetime > TIMESTAMP('2021-04-08T04:39:23Z')",
            json!({"op": "and", "args": [
                {"op": "in", "args": [{"property": "platform"}, ["GF1", "GF2"]]},
                {"op": ">", "args": [{"property": "datetime"}, {"timestamp": "2021-04-08T04:39:23Z"}]}]}),
        ),
        ("true", json!(true)),
    ] {
        assert_eq!(text::to_json(text).unwrap(), json, "{text}");
        read(text).unwrap();
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for filter in [
        "",
        "platform",
        "platform = ",
        "platform = 'GF1",
        "platform = 'GF1' AND",
        "platform = 'GF1' extra",
        "(platform = 'GF1'",
        "platform = 5",
        "eo:cloud_cover = 'much'",
        "datetime > 'yesterday'",
        "geometry = 'x'",
        "S_WITHIN(geometry, POINT(1 2))",
        "S_INTERSECTS(platform, POINT(1 2))",
        "S_INTERSECTS(geometry, POLYGON((0 0,1 1",
        "S_INTERSECTS(geometry, POINT(0 91))",
        "S_INTERSECTS(geometry, BBOX(1,2))",
        "T_MEETS(datetime, INTERVAL('..','..'))",
        "platform LIKE 'x\\'",
        "gsd = 1e999",
        "casei(platform) = 'x'",
    ] {
        assert!(read(filter).is_err(), "{filter}");
    }
    let deep = format!("{}true{}", "(".repeat(200), ")".repeat(200));
    assert!(read(&deep).is_err());
    let long = vec!["true"; MAX_PARTS + 1].join(" OR ");
    assert!(read(&long).is_err());
}

#[test]
fn shapes_are_counted() {
    let (condition, shapes) =
        read("S_INTERSECTS(geometry, POINT(1 2)) OR S_INTERSECTS(BBOX(0,0,1,1), geometry)")
            .unwrap();
    assert_eq!(shapes, 2);
    assert!(condition.has_shapes());
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "(NOT|AND|id|S_INTERSECTS|POLYGON|[()'\" =<>,.0-9a-z高]){0,20}") {
        let _ = read(&text);
    }
}
