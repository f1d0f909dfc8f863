use axum::body::Body;
use axum::http::{Method, Request, header};
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi};

const HEAD: &str = "列表标识,列表名称,用途,字段,中文标签,英文标签,类型,单位\n";

struct Fields {
    api: TestApi,
    admin: String,
}

impl Fields {
    async fn new() -> Self {
        let api = TestApi::new().await;
        api.node(1, None, "=n1").await;
        api.node(2, Some(1), "n2").await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send(&self, query: &str, file: &[u8]) -> Answer {
        let head = "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n";
        let body = [head.as_bytes(), file, b"\r\n--x--\r\n"].concat();
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("/api/catalog/fields/import{query}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.admin))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        self.api.send(request.body(Body::from(body)).unwrap()).await
    }

    async fn rows(&self, query: &str, rows: &str) -> Value {
        let answer = self.send(query, format!("{HEAD}{rows}").as_bytes()).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        answer.json()
    }

    async fn lists(&self) -> Value {
        let lists = self.api.get("/api/catalog/fieldLists", &self.admin).await;
        lists.json()["items"].clone()
    }

    async fn list_of(&self, node: i64) -> (Value, Value) {
        let path = format!("/api/catalog/nodes/{node}/fields");
        let fields = self.api.get(&path, &self.admin).await.json();
        (fields["list"].clone(), fields["inherited"].clone())
    }
}

#[tokio::test]
async fn what_is_exported_is_imported_and_changes_nothing() {
    let fields = Fields::new().await;
    let before = fields.lists().await;
    let workbook = fields
        .api
        .get("/api/catalog/fields.xlsx", &fields.admin)
        .await;
    assert_eq!(workbook.status, 200);
    let report = fields.send("", &workbook.bytes).await.json();
    assert_eq!(report["faultCount"], 0, "{report}");
    assert_eq!(
        (&report["imported"], &report["nodes"]),
        (&json!(true), &json!(2))
    );
    assert_eq!(fields.lists().await, before);
    let log = fields
        .api
        .get("/api/audit-log?subject=catalogue", &fields.admin)
        .await
        .json();
    assert_eq!(log["items"], json!([]), "nothing became different");
}

#[tokio::test]
async fn a_table_is_taken_over_whole_or_not_at_all() {
    let fields = Fields::new().await;
    let rows = "hy2,海洋,显示,cloud,云量,Cloud,百分比,\nhy2,海洋,查询,gsd,分辨率,Resolution,数值,m\nhy2,,节点,1,,,,\n";
    let dry = fields.rows("?dryRun=true", rows).await;
    assert_eq!(
        (&dry["imported"], &dry["faultCount"], &dry["lists"]),
        (&json!(false), &json!(0), &json!(["hy2"]))
    );
    let before = fields.lists().await;
    let bad = format!(
        "{rows}hy2,海洋,显示,cloud,云量,Cloud,百分比,\nhy2,海洋,显示,=1+1,x,x,文本,\n,,节点,99,,,,\n"
    );
    let report = fields.rows("", &bad).await;
    assert_eq!(
        (&report["imported"], &report["faultCount"]),
        (&json!(false), &json!(4)),
        "{report}"
    );
    let faults: Vec<_> = report["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["row"].as_i64().unwrap(),
                fault["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (5, "field.sheet_row_twice"),
            (6, "field.import_formula"),
            (6, "setting.no_such_field"),
            (7, "field.no_such_node")
        ]
    );
    assert!(report["workbook"].is_string());
    assert_eq!(fields.lists().await, before);
    assert_eq!(fields.rows("", rows).await["imported"], true);
    assert_eq!(fields.list_of(1).await, (json!("hy2"), json!(false)));
    assert_eq!(fields.list_of(2).await, (json!("hy2"), json!(true)));
    fields.rows("", ",,节点,1,,,,\n").await;
    assert_eq!(fields.list_of(2).await, (json!("default"), json!(true)));
    let log = fields
        .api
        .get("/api/audit-log?subject=catalogue", &fields.admin)
        .await
        .json();
    assert_eq!(
        log["items"][0]["changes"],
        json!([{"field": "node 1", "before": "hy2", "after": ""}])
    );
    assert_eq!(log["items"][1]["action"], "change_fields");
}

#[tokio::test]
async fn a_change_at_the_end_of_a_long_list_is_in_the_log() {
    let fields = Fields::new().await;
    let rows = |count: usize, last: &str| {
        let row = |number: usize, label: &str| {
            format!("hy2,海洋,显示,properties.f{number},{label},Label {number},文本,\n")
        };
        let first: String = (1..count)
            .map(|number| row(number, &"长".repeat(50)))
            .collect();
        first + &row(count, last)
    };
    fields.rows("", &rows(90, "甲")).await;
    fields.rows("", &rows(90, "乙")).await;
    let path = "/api/audit-log?subject=catalogue";
    let log = fields.api.get(path, &fields.admin).await.json();
    assert_eq!(
        log["items"][0]["changes"],
        json!([{"field": "hy2 display", "before": "90. properties.f90 (甲, Label 90, text)",
            "after": "90. properties.f90 (乙, Label 90, text)"}])
    );
    let made = &log["items"][1]["changes"];
    assert_eq!(
        made[0],
        json!({"field": "hy2 label", "before": "", "after": "海洋"})
    );
    assert_eq!(made[1]["field"], "hy2 display");
}

#[tokio::test]
async fn other_columns_files_and_too_many_rows_are_refused() {
    let fields = Fields::new().await;
    let report = fields.send("", "名称,字段\na,b\n".as_bytes()).await.json();
    assert_eq!(report["faults"][0]["code"], "field.import_heading_unknown");
    assert_eq!(report["imported"], false);
    let many = "hy2,海洋,显示,cloud,云量,Cloud,百分比,\n".repeat(100_001);
    for (file, code) in [
        (b"\xff\xff\xff".to_vec(), "import_unreadable"),
        (HEAD.as_bytes().to_vec(), "import_nothing"),
        (format!("{HEAD}{many}").into_bytes(), "import_too_many_rows"),
    ] {
        let answer = fields.send("", &file).await;
        assert_eq!((answer.status.as_u16(), answer.code()), (400, code.into()));
    }
    let most = "hy2,海洋,显示,cloud,云量,Cloud,百分比,\n".repeat(100_000);
    let report = fields.rows("", &most).await;
    assert_eq!(
        (&report["rows"], &report["faultCount"]),
        (&json!(100_000), &json!(99_999))
    );
    assert_eq!(report["faults"].as_array().unwrap().len(), 1000);
}
