//! `POST /api/auth/captcha`

use axum::extract::State;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use storage::db::captchas;
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use super::picture;
use crate::caller::Client;
use crate::context::Context;
use crate::json::Json;
use crate::problem::Problem;

/// A picture to be read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Captcha {
    /// To be sent back with the answer.
    captcha_id: Uuid,
    /// The picture as a `data:` URL.
    image: String,
}

/// A new captcha: four digits, to be answered once within 120 seconds.
#[utoipa::path(post, path = "/api/auth/captcha", tag = "auth", operation_id = "getCaptcha",
    responses((status = 200, body = Captcha), (status = 429, body = crate::problem::ProblemBody)))]
pub async fn captcha(
    State(context): State<Context>,
    client: Client,
) -> Result<Json<Captcha>, Problem> {
    context.paces.captcha.step(client.network, context.now())?;
    let (answer, picture) = {
        let mut random = rand::rng();
        let answer = picture::answer(&mut random);
        let picture = picture::draw(&answer, &mut random);
        (answer, picture)
    };
    let picture = picture.map_err(|error| {
        tracing::error!(%error, "a captcha could not be drawn");
        Problem::internal()
    })?;
    let mut connection = context.connection().await?;
    let captcha_id = captchas::issue(&mut connection, &answer, context.now()).await?;
    Ok(Json(Captcha {
        captcha_id,
        image: format!("data:image/png;base64,{}", STANDARD.encode(picture)),
    }))
}

/// Uses a captcha up. Whether it was needed at all is a setting.
pub async fn check(
    context: &Context,
    captcha_id: Option<&str>,
    answer: Option<&str>,
) -> Result<(), Problem> {
    if !context.settings.captcha {
        return Ok(());
    }
    let wrong = || Problem::invalid_field("captcha", FieldText::CaptchaWrong);
    let answer = answer.map(str::trim).filter(|answer| !answer.is_empty());
    let Some(answer) = answer else {
        return Err(Problem::invalid_field("captcha", FieldText::CaptchaMissing));
    };
    let id: Uuid = captcha_id
        .and_then(|id| id.parse().ok())
        .ok_or_else(wrong)?;
    let mut connection = context.connection().await?;
    if captchas::redeem(&mut connection, id, answer, context.now()).await? {
        return Ok(());
    }
    Err(wrong())
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use chrono::TimeDelta;
    use domain::role::Role;
    use serde_json::json;

    use super::*;
    use crate::context::Settings;
    use crate::testing::{Answer, TestApi};

    async fn guarded() -> TestApi {
        let api = TestApi::with(Settings::default()).await;
        api.account("lisi_1", Role::Applicant).await;
        api
    }

    /// Puts a captcha of a known answer into the database.
    async fn issued(api: &TestApi) -> Uuid {
        let mut connection = api.context.connection().await.unwrap();
        captchas::issue(&mut connection, "4711", api.context.now())
            .await
            .unwrap()
    }

    async fn login(api: &TestApi, id: Uuid, answer: &str) -> Answer {
        let body = json!({
            "loginName": "lisi_1", "password": "Scenedock1", "captchaId": id, "captcha": answer
        });
        api.post("/api/auth/login", "", body).await
    }

    #[tokio::test]
    async fn a_picture_is_drawn() {
        let api = guarded().await;
        let answer = api.post("/api/auth/captcha", "", json!({})).await.json();
        let image = answer["image"].as_str().unwrap();
        let png = STANDARD
            .decode(image.strip_prefix("data:image/png;base64,").unwrap())
            .unwrap();
        let picture = ::image::load_from_memory(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (93, 30));
        assert!(
            answer["captchaId"]
                .as_str()
                .unwrap()
                .parse::<Uuid>()
                .is_ok()
        );
    }

    #[tokio::test]
    async fn a_captcha_is_heard_once() {
        let api = guarded().await;
        let id = issued(&api).await;
        assert_eq!(login(&api, id, " 4711 ").await.status, StatusCode::OK);
        let again = login(&api, id, "4711").await;
        assert_eq!(again.json()["detail"], "验证码不正确!");
        let id = issued(&api).await;
        assert_eq!(
            login(&api, id, "0000").await.status,
            StatusCode::BAD_REQUEST
        );
        assert_eq!(
            login(&api, id, "4711").await.status,
            StatusCode::BAD_REQUEST
        );
    }

    #[tokio::test]
    async fn a_captcha_is_heard_for_120_seconds() {
        let api = guarded().await;
        let (soon, late) = (issued(&api).await, issued(&api).await);
        api.pass(TimeDelta::seconds(119));
        assert_eq!(login(&api, soon, "4711").await.status, StatusCode::OK);
        api.pass(TimeDelta::seconds(1));
        assert_eq!(
            login(&api, late, "4711").await.status,
            StatusCode::BAD_REQUEST
        );
    }

    #[tokio::test]
    async fn no_captcha_is_no_sign_in() {
        let api = guarded().await;
        let answer = api.login("lisi_1", "Scenedock1").await;
        assert_eq!(answer.json()["detail"], "请输入验证码");
    }

    #[tokio::test]
    async fn the_answer_of_one_picture_is_not_that_of_another() {
        let api = guarded().await;
        let mut connection = api.context.connection().await.unwrap();
        let other = captchas::issue(&mut connection, "0815", api.context.now())
            .await
            .unwrap();
        drop(connection);
        let own = issued(&api).await;
        let swapped = login(&api, other, "4711").await;
        assert_eq!(swapped.code(), "invalid");
        assert_eq!(login(&api, own, "4711").await.status, StatusCode::OK);
    }

    #[tokio::test]
    async fn two_pictures_whose_answers_are_crossed_are_both_used_up() {
        let api = guarded().await;
        let mut connection = api.context.connection().await.unwrap();
        let now = api.context.now();
        let other = captchas::issue(&mut connection, "0815", now).await.unwrap();
        drop(connection);
        let own = issued(&api).await;
        for (id, answer) in [
            (own, "0815"),
            (other, "4711"),
            (own, "4711"),
            (other, "0815"),
        ] {
            let refused = login(&api, id, answer).await;
            assert_eq!(refused.json()["detail"], "验证码不正确!", "{answer}");
        }
    }

    #[tokio::test]
    async fn half_a_captcha_is_none() {
        let api = guarded().await;
        let id = issued(&api).await;
        for half in [
            json!({"captchaId": id}),
            json!({"captcha": "4711"}),
            json!({"captchaId": id, "captcha": " "}),
            json!({"captchaId": "x", "captcha": "4711"}),
        ] {
            let mut body = json!({"loginName": "lisi_1", "password": "Scenedock1"});
            let fields = body.as_object_mut().unwrap();
            fields.extend(half.as_object().unwrap().clone());
            let refused = api.post("/api/auth/login", "", body).await.json();
            assert_eq!(refused["errors"][0]["field"], "captcha");
        }
    }

    #[tokio::test]
    async fn of_many_who_answer_one_is_heard() {
        let api = guarded().await;
        let id = issued(&api).await;
        let answers = futures::future::join_all((0..20).map(|_| login(&api, id, "4711"))).await;
        let heard = answers
            .iter()
            .filter(|answer| answer.status == StatusCode::OK)
            .count();
        assert_eq!(heard, 1);
    }
}
