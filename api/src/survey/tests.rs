use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::TestApi;

fn answer() -> Value {
    json!({
        "occupation": "other", "otherOccupation": " 地质队员 ", "frequency": "firstTime", "dataQuality": "veryHigh",
        "problems": ["slow", "complex", "slow"], "otherProblems": "不留",
        "customerServiceImprovements": ["other"], "otherCustomerServiceImprovements": "夜里也有人",
        "recommendationWillingness": "willing", "suggestions": "多些\n雷达数据"
    })
}

#[tokio::test]
async fn an_answer_is_kept_with_all_that_was_said() {
    let api = TestApi::new().await;
    let applicant = api.signed_in("lisi_1", Role::Applicant).await;
    let reader = api.holding("reader", &[Permission::SurveyAnswers]).await;
    let kept = api.post("/api/survey", &applicant, answer()).await;
    assert_eq!(kept.status, StatusCode::NO_CONTENT);
    let answers = api.get("/api/survey/answers", &reader).await.json();
    insta::assert_json_snapshot!(answers);
    let figures = api.get("/api/survey/figures", &reader).await.json();
    insta::assert_json_snapshot!(figures);
    let refused = api.get("/api/survey/answers", &applicant).await;
    assert_eq!(refused.json()["needs"], json!(["/survey/list"]));
}

#[tokio::test]
async fn one_answer_a_person_and_day_in_china_counts() {
    let api = TestApi::new().await;
    let applicant = api.signed_in("lisi_1", Role::Applicant).await;
    let other = api.signed_in("wangwu_1", Role::Applicant).await;
    api.account("admin_1", Role::Admin).await;
    let sign_in = async |name: &str| {
        let answer = api.login(name, "Scenedock1").await.json();
        answer["token"].as_str().unwrap().to_owned()
    };
    for token in [&applicant, &applicant, &other] {
        api.post("/api/survey", token, answer()).await;
    }
    // 16:00 in China: eight hours later it is the next day there, and not yet in Greenwich.
    api.pass(TimeDelta::hours(8));
    let (applicant, reader) = (sign_in("lisi_1").await, sign_in("admin_1").await);
    let mut later = answer();
    later["dataQuality"] = json!("low");
    api.post("/api/survey", &applicant, later).await;
    let total = async |query: &str| {
        let path = format!("/api/survey/figures{query}");
        api.get(&path, &reader).await.json()
    };
    assert_eq!(total("").await["answers"], 3);
    assert_eq!(total("?from=2026-03-01&to=2026-03-01").await["answers"], 2);
    let second = total("?from=2026-03-02&to=2026-03-02").await;
    assert_eq!(
        second["questions"][2]["choices"][3],
        json!({"choice": "low", "answers": 1})
    );
    assert_eq!(total("?from=2026-03-02&to=2026-03-01").await["answers"], 0);
    let listed = api
        .get("/api/survey/answers?page=2&pageSize=2", &reader)
        .await
        .json();
    assert_eq!(
        (&listed["total"], listed["items"].as_array().unwrap().len()),
        (&json!(3), 1)
    );
}

/// Answers that differ in every question: several choices, one, none, and what else than is offered.
fn various() -> [Value; 3] {
    let mut plain = answer();
    plain["occupation"] = json!("student");
    plain["problems"] = json!([]);
    plain["customerServiceImprovements"] = json!([]);
    let mut both = answer();
    both["frequency"] = json!("daily");
    both["dataQuality"] = json!("low");
    both["problems"] = json!(["slow", "other", "tracking"]);
    both["customerServiceImprovements"] = json!(["attitude", "other"]);
    both["recommendationWillingness"] = json!("unwilling");
    [answer(), plain, both]
}

#[tokio::test]
async fn every_figure_opens_just_the_answers_that_it_counts() {
    let api = TestApi::new().await;
    for (number, given) in various().into_iter().enumerate() {
        let login_name = format!("first_{number}");
        let token = api.signed_in(&login_name, Role::Applicant).await;
        let kept = api.post("/api/survey", &token, given).await;
        assert_eq!(kept.status, StatusCode::NO_CONTENT);
    }
    // The next day in China.
    api.pass(TimeDelta::hours(8));
    let token = api.signed_in("second_1", Role::Applicant).await;
    api.post("/api/survey", &token, answer()).await;
    let reader = api.holding("reader", &[Permission::SurveyAnswers]).await;
    for (days, answers) in [
        ("from=2026-03-01&to=2026-03-01", 3),
        ("from=2026-03-01&to=2026-03-02", 4),
        ("from=2026-03-03&to=2026-03-04", 0),
    ] {
        let figures = format!("/api/survey/figures?{days}");
        let figures = api.get(&figures, &reader).await.json();
        assert_eq!(figures["answers"], answers);
        let all = format!("/api/survey/answers?{days}&question=&choice=");
        assert_eq!(api.get(&all, &reader).await.json()["total"], answers);
        for question in figures["questions"].as_array().unwrap() {
            assert_choices_open(&api, &reader, days, question).await;
        }
    }
}

async fn assert_choices_open(api: &TestApi, reader: &str, days: &str, question: &Value) {
    let name = question["question"].as_str().unwrap();
    for figure in question["choices"].as_array().unwrap() {
        let choice = figure["choice"].as_str().unwrap();
        let path = format!("/api/survey/answers?{days}&question={name}&choice={choice}");
        let listed = api.get(&path, reader).await.json();
        assert_eq!(listed["total"], figure["answers"], "{path}");
        let items = listed["items"].as_array().unwrap();
        assert_eq!(json!(items.len()), figure["answers"], "{path}");
        for item in items {
            let given = &item[name];
            let among = given
                .as_array()
                .is_some_and(|all| all.contains(&json!(choice)));
            assert!(among || *given == choice, "{path}: {given}");
        }
    }
}

#[tokio::test]
async fn answers_are_looked_for_by_a_question_and_a_choice_of_it() {
    let api = TestApi::new().await;
    let reader = api.holding("reader", &[Permission::SurveyAnswers]).await;
    for (query, field) in [
        ("question=dataQuality", "choice"),
        ("question=dataQuality&choice=slow", "choice"),
        ("choice=high", "question"),
    ] {
        let path = format!("/api/survey/answers?{query}");
        let refused = api.get(&path, &reader).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(refused.json()["errors"][0]["field"], field, "{query}");
    }
    let unknown = "/api/survey/answers?question=none&choice=high";
    let refused = api.get(unknown, &reader).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_wrong_is_told_field_by_field() {
    let api = TestApi::new().await;
    let applicant = api.signed_in("lisi_1", Role::Applicant).await;
    let nothing = api.post("/api/survey", &applicant, json!({})).await.json();
    let fields: Vec<_> = (nothing["errors"].as_array().unwrap().iter())
        .map(|error| error["field"].as_str().unwrap())
        .collect();
    assert_eq!(
        fields,
        [
            "occupation",
            "frequency",
            "dataQuality",
            "recommendationWillingness"
        ]
    );
    for (field, value) in [
        ("otherOccupation", json!(" ")),
        ("problems", json!(["slow", "root"])),
        ("suggestions", json!("长".repeat(2001))),
        ("otherCustomerServiceImprovements", json!("a\u{7}b")),
    ] {
        let mut wrong = answer();
        wrong[field] = value;
        let refused = api.post("/api/survey", &applicant, wrong).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}");
        assert_eq!(refused.json()["errors"][0]["field"], field);
    }
}
