//! `/mj/{product}OrderAttachement`: the papers of orders.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use futures::StreamExt as _;
use serde_json::{Value, json};
use texts::ProblemText;

use super::call::{Call, part};
use super::envelope::{Refused, Reply};
use super::operation::{Operation, does, handler};
use super::order_list::order_id;
use super::params::Params;
use super::records;
use crate::problem::Problem;
use crate::router::OWN_OR_AUDITED;

pub(super) const OPERATIONS: &[Operation] = &[
    does(
        ("POST", "/mj/{product}OrderAttachement/uploadForJC"),
        "uploadForJC",
        "uploads a paper of an order",
        OWN_OR_AUDITED,
        "uploadForJC",
        handler!(upload),
    )
    .upload(),
    does(
        ("GET", "/mj/{product}OrderAttachement/getByOrderIdFile"),
        "getByOrderIdFile",
        "lists the papers of an order",
        OWN_OR_AUDITED,
        "getByOrderIdFile",
        handler!(list),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}OrderAttachement/getOrderFileByOrderId"),
        "getOrderFileByOrderId",
        "tells where all papers of an order lie in one file",
        OWN_OR_AUDITED,
        "getOrderFileByOrderId",
        handler!(all_papers),
    )
    .at_our_path(),
    does(
        (
            "GET",
            "/mj/{product}OrderAttachement/{product}GetOrderOldFile",
        ),
        "{product}GetOrderOldFile",
        "tells where the papers lie that were replaced",
        OWN_OR_AUDITED,
        "getOrderOldFile",
        handler!(earlier_papers),
    )
    .at_our_path(),
    does(
        ("GET", "/mj/{product}OrderAttachement/download"),
        "downloadAttachement",
        "answers a paper",
        OWN_OR_AUDITED,
        "getAttachment",
        handler!(download),
    )
    .at_our_path()
    .file(),
];

/// Where the files of an order stand in what is sent.
pub(super) const FILES: [&str; 2] = ["uploadFileList", "fileList"];

/// The slot of a paper that was uploaded without one: the other attachments.
const NO_SLOT: &str = "4";
/// What stands before the id in the address of a paper.
const ADDRESS: &str = "/api/attachments/";
/// Between the id and the slot that it was uploaded for.
const SLOT: &str = "?type=";
/// Largest paper that is moved to another slot; the product refuses larger ones long before.
const LARGEST: usize = 256 * 1024 * 1024;
/// A boundary that no paper contains by chance.
const EDGE: &str = "scenedock-0f6bb0a2b7a94bd0b3b1e0d0c5f1a9e7";

/// The address of the file, which names the slot; `"false"` where it was refused.
async fn upload(call: Call) -> Result<Reply, Refused> {
    let slot = call.params.given(&["type", "fileType"]);
    let slot = slot.unwrap_or_else(|| NO_SLOT.to_owned());
    let boundary = boundary(&call)?;
    let first =
        format!("--{boundary}\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\n{slot}\r\n");
    let body = call.take_body().into_data_stream();
    let begun = futures::stream::once(async { Ok::<_, axum::Error>(Bytes::from(first)) });
    let body = Body::from_stream(begun.chain(body));
    let paper = call.upload("/api/attachments", body).await;
    let paper = paper.map_err(|refused| Refused {
        data: "false".into(),
        ..refused
    })?;
    let id = paper["attachmentId"].as_str().unwrap_or_default();
    Ok(Value::from(format!("{ADDRESS}{id}{SLOT}{slot}")).into())
}

fn boundary(call: &Call) -> Result<String, Refused> {
    let kind = call.header(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = kind
        .split(';')
        .find_map(|piece| piece.trim().strip_prefix("boundary="));
    let boundary = boundary.map(|text| text.trim_matches('"').to_owned());
    boundary.ok_or_else(|| {
        ProblemText::BadMultipart {
            reason: "no boundary".into(),
        }
        .into()
    })
}

/// The papers that an order is to have, as our own interface names them.
pub(super) async fn papers(call: &Call) -> Result<Vec<Value>, Refused> {
    let mut papers = Vec::new();
    for file in call.params.objects(&FILES) {
        papers.push(paper(call, &file).await?);
    }
    Ok(papers)
}

async fn paper(call: &Call, file: &Params) -> Result<Value, Refused> {
    let kind = file.needed(&["fileType", "type"])?;
    let address = file.needed(&["filePath", "fDataPath", "attachmentId"])?;
    let (id, slot) = address.split_once(SLOT).unwrap_or((&address, ""));
    let id = id.rsplit('/').next().unwrap_or_default();
    let is_elsewhere = !slot.is_empty() && slot != kind;
    let id = if is_elsewhere {
        moved(call, id, &kind).await?
    } else {
        id.to_owned()
    };
    let number: i16 = kind.trim().parse().unwrap_or_default();
    Ok(json!({"type": number, "attachmentId": id}))
}

/// A paper of the caller's once more, for another slot.
async fn moved(call: &Call, id: &str, slot: &str) -> Result<String, Refused> {
    let response = call.file(&format!("{ADDRESS}{}", part(id))).await;
    if !response.status().is_success() {
        return Err(Refused::by_answer(response).await);
    }
    let name = file_name(&response);
    let bytes = to_bytes(response.into_body(), LARGEST).await;
    let bytes = bytes.map_err(|_| Problem::too_large())?;
    let head = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\n{slot}\r\n\
         --{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    );
    let end = format!("\r\n--{EDGE}--\r\n");
    let whole = [head.as_bytes(), &bytes, end.as_bytes()].concat();
    let kind = HeaderValue::try_from(format!("multipart/form-data; boundary={EDGE}"));
    let kind = kind.map_err(|_| Problem::internal())?;
    let answer = call
        .open(
            Method::POST,
            "/api/attachments",
            Some(kind),
            Body::from(whole),
        )
        .await;
    let (answer, _) = super::call::read(answer).await?;
    Ok(answer["attachmentId"]
        .as_str()
        .unwrap_or_default()
        .to_owned())
}

/// The name behind `filename*=UTF-8''`, as it was uploaded.
fn file_name(response: &Response) -> String {
    let header = response.headers().get(header::CONTENT_DISPOSITION);
    let header = header
        .and_then(|text| text.to_str().ok())
        .unwrap_or_default();
    let coded = header.split_once("filename*=UTF-8''").map(|(_, name)| name);
    let coded = coded.map(|name| name.split(';').next().unwrap_or_default());
    let name = percent_encoding::percent_decode_str(coded.unwrap_or_default());
    name.decode_utf8_lossy().replace(['"', '\r', '\n'], "")
}

async fn list(call: Call) -> Result<Reply, Refused> {
    let path = format!("/api/orders/{}/attachments", part(&order_id(&call).await?));
    Ok(records::items(call.get(&path).await?).into())
}

/// Where all of them lie in one file.
async fn all_papers(call: Call) -> Result<Reply, Refused> {
    let path = format!("/api/orders/{}", part(&order_id(&call).await?));
    let papers = call.get(&format!("{path}/attachments")).await?;
    if papers["total"] == 0 {
        return Err(Problem::new(axum::http::StatusCode::NOT_FOUND, ProblemText::NoFile).into());
    }
    Ok(Value::from(format!("{path}/papers.zip")).into())
}

/// `"false"`: nothing was ever replaced.
async fn earlier_papers(call: Call) -> Result<Reply, Refused> {
    let path = format!(
        "/api/orders/{}/attachments/history",
        part(&order_id(&call).await?)
    );
    let history = call.get(&path).await?;
    let url = history["url"].as_str().unwrap_or("false");
    Ok(Value::from(url).into())
}

async fn download(call: Call) -> Result<Reply, Refused> {
    let address = call
        .params
        .needed(&["filePath", "fDataPath", "attachmentId", "id"])?;
    let (address, _) = address.split_once('?').unwrap_or((&address, ""));
    let id = address.rsplit('/').next().unwrap_or_default();
    Ok(Reply::File(
        call.file(&format!("{ADDRESS}{}", part(id))).await,
    ))
}
