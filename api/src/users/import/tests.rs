use axum::body::Body;
use axum::http::{Method, Request, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::permission::Permission;
use domain::role::Role;
use domain::sheet::SheetCell;
use forms::user_table;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use crate::testing::{Answer, TestApi};

const HEAD: &str = "用户名,真实姓名,单位,手机号码,角色,证件号码\n";

async fn send(api: &TestApi, token: &str, query: &str, file: &[u8]) -> Answer {
    let head =
        "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"users.csv\"\r\n\r\n";
    let body = [head.as_bytes(), file, b"\r\n--x--\r\n"].concat();
    let request = Request::builder()
        .method(Method::POST)
        .uri(format!("/api/users/import{query}"))
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
    api.send(request.body(Body::from(body)).unwrap()).await
}

async fn import(api: &TestApi, token: &str, rows: &str) -> Answer {
    send(api, token, "", format!("{HEAD}{rows}").as_bytes()).await
}

/// A table as Excel saves it: a cell for each text.
fn excel_file(table: &str) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let cells = table.lines().map(|line| line.split(','));
    let sheet = workbook.add_worksheet();
    sheet.write_row_matrix(0, 0, cells).unwrap();
    workbook.save_to_buffer().unwrap()
}

/// Rows of the workbook that an answer carries, without their headings.
fn workbook(report: &Value) -> Vec<Vec<String>> {
    let bytes = STANDARD
        .decode(report["workbook"].as_str().unwrap())
        .unwrap();
    let rows = user_table::read(&bytes, 200_000).unwrap();
    (rows.into_iter().skip(1))
        .map(|row| {
            (row.cells.into_iter())
                .map(|(_, cell)| match cell {
                    SheetCell::Text(text) => text,
                    other => panic!("{other:?}"),
                })
                .collect()
        })
        .collect()
}

async fn count(api: &TestApi) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM app_user");
    count.fetch_one(&api.context.pool).await.unwrap()
}

#[tokio::test]
async fn users_of_a_table_sign_in_with_the_passwords_that_are_told_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let rows = "zhangsan,张三,地质一队,13912345678,,11010519491231002x\nwatcher,值班,,,operator,\n";
    let dry = send(
        &api,
        &admin,
        "?dryRun=true",
        format!("{HEAD}{rows}").as_bytes(),
    )
    .await;
    assert_eq!(
        dry.json(),
        json!({"rows": 2, "imported": 0, "faultCount": 0, "faults": [], "workbook": null})
    );
    assert_eq!(count(&api).await, 1);

    let done = import(&api, &admin, rows).await;
    assert_eq!(
        (done.status.as_u16(), &done.json()["imported"]),
        (200, &json!(2)),
        "{}",
        done.json()
    );
    assert_eq!(done.header("cache-control"), "no-store");
    let told = workbook(&done.json());
    assert_eq!(told[0][..3], ["zhangsan", "张三", "地质一队"]);
    let signed = api.login("zhangsan", &told[0][3]).await;
    assert_eq!(signed.status, 200);
    let token = signed.json()["token"].as_str().unwrap().to_owned();
    let me = api.get("/api/auth/me", &token).await.json();
    assert_eq!(
        (&me["phone"], &me["roleIds"]),
        (&json!("13912345678"), &json!(["applicant"]))
    );
    assert!(me["pwdMsg"].is_string(), "to be changed: {me}");
    let profile = api.get("/api/auth/profile", &token).await.json();
    assert_eq!(profile["idNumber"], "11010519491231002X");
    assert_eq!(
        api.login("zhangsan", &told[1].last().unwrap().clone())
            .await
            .status,
        401
    );
    // Each has its event, and with it its place in the audit log.
    let events = sqlx::query_scalar::<_, i64>(
        "SELECT count(*) FROM audit_entry WHERE subject = 'account' AND action = 'create' AND by_name = 'admin_1'",
    );
    assert_eq!(events.fetch_one(&api.context.pool).await.unwrap(), 2);
    let changes: Value = sqlx::query_scalar(
        "SELECT changes FROM audit_entry WHERE action = 'create' AND subject_name = 'zhangsan'",
    )
    .fetch_one(&api.context.pool)
    .await
    .unwrap();
    for (field, after) in [
        ("roles", "applicant"),
        ("name", "张三"),
        ("unit", "地质一队"),
        ("phoneMobile", "139****5678"),
        ("idNumber", "110105********002X"),
    ] {
        let change = json!({"field": field, "before": "", "after": after});
        assert!(
            changes.as_array().unwrap().contains(&change),
            "{change} is not in {changes}"
        );
    }
}

#[tokio::test]
async fn one_wrong_row_keeps_all_others_out() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let rows = "zhangsan,张三,地质一队,13912345678,,\nADMIN_1,王五,地质一队,13912345678,,\nlisi_1,=1+1,一队,1,主任,123\n";
    let refused = import(&api, &admin, rows).await;
    assert_eq!(
        (refused.status.as_u16(), refused.code().as_str()),
        (400, "import_refused")
    );
    assert_eq!(count(&api).await, 1);
    let dry = send(
        &api,
        &admin,
        "?dryRun=true",
        format!("{HEAD}{rows}").as_bytes(),
    )
    .await
    .json();
    let faults: Vec<_> = (dry["faults"].as_array().unwrap().iter())
        .map(|fault| {
            (
                fault["row"].as_u64().unwrap(),
                fault["field"].as_str().unwrap(),
                fault["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        faults,
        [
            (3, "loginName", "field.login_name_taken"),
            (4, "name", "field.import_formula"),
            (4, "roleIds", "field.import_role_unknown"),
            (4, "phoneMobile", "field.mobile_wrong"),
            (4, "name", "field.real_name_missing"),
            (4, "idNumber", "field.id_number_wrong"),
        ]
    );
    assert_eq!(
        (dry["rows"].as_u64(), dry["faultCount"].as_u64()),
        (Some(3), Some(6))
    );
    assert_eq!(
        workbook(&dry)[1][..3],
        ["4", "真实姓名 Name", "单元格是公式，请粘贴为数值"]
    );
}

#[tokio::test]
async fn nobody_imports_more_rights_than_one_may_give() {
    let api = TestApi::new().await;
    let clerk = api.holding("clerk", &[Permission::ManageUsers]).await;
    for role in ["admin", "operator", "clerk"] {
        let refused = import(
            &api,
            &clerk,
            &format!("zhangsan,张三,一队,13912345678,{role},\n"),
        )
        .await;
        assert_eq!(
            refused.json()["errors"][0]["code"],
            "field.import_role_beyond",
            "{role}"
        );
    }
    let granting = api
        .holding(
            "granting",
            &[Permission::ManageUsers, Permission::GrantRoles],
        )
        .await;
    let refused = import(&api, &granting, "zhangsan,张三,一队,13912345678,admin,\n").await;
    assert_eq!(
        refused.json()["errors"][0]["code"],
        "field.import_role_beyond"
    );
    let done = import(
        &api,
        &granting,
        "zhangsan,张三,一队,13912345678,clerk、申请人,\n",
    )
    .await;
    assert_eq!(done.json()["imported"], 1, "{}", done.json());
}

#[tokio::test]
async fn files_that_are_no_tables_are_refused() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    for (file, code) in [
        (&b"PK\x03\x04 no workbook"[..], "import_unreadable"),
        (&b"\x89PNG\r\n\x1a\n\0\0"[..], "import_unreadable"),
        (HEAD.as_bytes(), "import_empty"),
        (b"", "import_empty"),
    ] {
        let refused = send(&api, &admin, "", file).await;
        assert_eq!(
            (refused.status.as_u16(), refused.code().as_str()),
            (400, code)
        );
    }
    let huge = vec![b'a'; super::FILE_BYTES + 1];
    assert_eq!(send(&api, &admin, "", &huge).await.status, 413);
    let template = api.get("/api/users/import-template", &admin).await;
    let refused = send(&api, &admin, "", &template.bytes).await;
    assert_eq!(refused.code(), "import_empty");
}

/// Ten thousand users of an Excel file in well under a minute, in a debug build too: no password is hashed slowly.
#[tokio::test]
async fn ten_thousand_users_are_imported_in_less_than_a_minute() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let rows: Vec<_> = (0..10_000)
        .map(|number| {
            format!(
                "user_{number},用户{number},地质{}队,139{number:08},,",
                number % 50
            )
        })
        .collect();
    let table = excel_file(&format!("{HEAD}{}", rows.join("\n")));
    assert!(table.starts_with(b"PK"));
    let begun = std::time::Instant::now();
    let done = send(&api, &admin, "", &table).await;
    assert_eq!(done.json()["imported"], 10_000, "{:.300}", done.text());
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    println!("10,000 users in {:?}", begun.elapsed());
    assert_eq!(count(&api).await, 10_001);
    let again = send(&api, &admin, "", &table).await.json();
    assert_eq!(again["params"]["faults"], 10_000);
}

/// The answer lists a thousand; whoever mends the table has the workbook.
#[tokio::test]
async fn the_workbook_names_every_fault_of_a_long_table() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let wrong = ",,,12,,\n".repeat(2000);
    let table = format!("{HEAD}{wrong}ADMIN_1,王五,地质一队,13912345678,,\n");
    let report = send(&api, &admin, "?dryRun=true", table.as_bytes()).await;
    let report = report.ok();
    assert_eq!(report["faults"].as_array().unwrap().len(), 1000);
    let lines = workbook(&report);
    assert!(lines.len() > 2000, "{}", lines.len());
    assert_eq!(report["faultCount"], json!(lines.len()));
    assert_eq!(lines.last().unwrap()[..2], ["2002", "用户名 Login name"]);
}

/// As many rows as a table may have, and each of them wrong: the first faults are told row by row, all are counted and stand
/// in the workbook, and the answer can still be sent. One row more is not looked through.
#[tokio::test]
async fn a_hundred_thousand_faulty_rows_are_told_of_in_bounded_room_and_no_more_are_read() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let wrong = ",,,12,,\n";
    let most = format!("{HEAD}{}", wrong.repeat(100_000));
    let report = send(&api, &admin, "?dryRun=true", most.as_bytes()).await;
    let megabytes = report.bytes.len() / (1024 * 1024);
    assert!(megabytes < 64, "{megabytes}");
    let report = report.ok();
    assert_eq!(
        (&report["rows"], &report["imported"]),
        (&json!(100_000), &json!(0))
    );
    let faults = report["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1000);
    let each = faults.iter().filter(|fault| fault["row"] == 2).count();
    assert!(each > 1, "{report:.300}");
    assert_eq!(report["faultCount"], json!(each * 100_000));
    let rows = faults.iter().map(|fault| fault["row"].as_u64().unwrap());
    assert!(rows.eq((0..1000).map(|number| 2 + number / each as u64)));
    let refused = send(&api, &admin, "", most.as_bytes()).await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (400, "import_refused")
    );
    let more = format!("{most}{wrong}");
    let refused = send(&api, &admin, "", more.as_bytes()).await;
    assert_eq!(
        (refused.status.as_u16(), &*refused.code()),
        (400, "import_too_many_rows")
    );
    assert_eq!(count(&api).await, 1);
}
