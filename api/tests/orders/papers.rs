//! Uploading papers and looking at them.

use std::io::Cursor;

use axum::http::Method;
use futures::TryStreamExt as _;
use image::ImageFormat;
use object_store::ObjectStore as _;
use serde_json::json;

use crate::world::{PDF, World};

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::new(20, 10)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// A zip with these members.
pub fn docx(members: &[&str]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in members {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(*name, options).unwrap();
        let content = if *name == DOCX[0] { TYPES } else { "<x/>" };
        std::io::Write::write_all(&mut zip, content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const TYPES: &str = r#"<Types><Override PartName="/word/document.xml"
    ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;

/// What makes a zip a DOCX.
pub const DOCX: [&str; 2] = ["[Content_Types].xml", "word/document.xml"];

/// A PDF of exactly `size` bytes.
pub fn pdf(size: usize) -> Vec<u8> {
    let end = b"\nstartxref\n9\n%%EOF\n";
    let mut bytes = b"%PDF-1.4\n".to_vec();
    bytes.resize(size - end.len(), b' ');
    bytes.extend_from_slice(end);
    bytes
}

async fn stored_objects(w: &World) -> usize {
    let all: Vec<_> = w.objects.store.list(None).try_collect().await.unwrap();
    all.len()
}

#[tokio::test]
async fn what_is_no_paper_is_refused_and_leaves_nothing() {
    const MIB: usize = 1024 * 1024;
    let w = World::new().await;
    let png = picture(ImageFormat::Png);
    let table: [(&str, Vec<u8>, u16, &str, &str); 8] = [
        ("6", Vec::new(), 400, "empty_file", "上传的文件内容为空！"),
        (
            "6",
            pdf(21 * MIB),
            413,
            "too_large",
            "上传的文件不能超过20MB！",
        ),
        (
            "6",
            pdf(20 * MIB + 1),
            413,
            "too_large",
            "上传的文件不能超过20MB！",
        ),
        (
            "6",
            b"GIF89a".to_vec(),
            415,
            "wrong_file_type",
            "上传文件只能是 JPG 或者pdf 格式!",
        ),
        (
            "6",
            [b"<script>", PDF].concat(),
            415,
            "wrong_file_type",
            "上传文件只能是 JPG 或者pdf 格式!",
        ),
        (
            "6",
            [&png[..], b"PK\x03\x04"].concat(),
            422,
            "damaged_file",
            "文件已损坏或内容与格式不符，请检查后重新上传！",
        ),
        (
            "6",
            PDF[..30].to_vec(),
            422,
            "damaged_file",
            "文件已损坏或内容与格式不符，请检查后重新上传！",
        ),
        ("5", PDF.to_vec(), 400, "invalid", "附件类型不正确！"),
    ];
    for (kind, bytes, status, code, detail) in table {
        let size = bytes.len();
        let answer = w.upload(&w.owner, kind, "a.pdf", &bytes).await;
        assert_eq!(
            answer.refusal(),
            (status, code.into(), detail.into()),
            "{size} bytes"
        );
    }
    let without_kind = w.multipart(&w.owner, &[("file", Some("a.pdf"), PDF)]).await;
    assert_eq!(without_kind.refusal().2, "附件类型不正确！");
    let without_file = w.multipart(&w.owner, &[("type", None, b"6")]).await;
    assert_eq!(without_file.refusal().2, "请选择要上传的文件！");
    let two = [
        ("type", None, &b"6"[..]),
        ("file", Some("a.pdf"), PDF),
        ("file", Some("b.pdf"), PDF),
    ];
    assert_eq!(
        w.multipart(&w.owner, &two).await.refusal().2,
        "只能上传一个文件"
    );
    assert_eq!(stored_objects(&w).await, 0);
    let largest = w.upload(&w.owner, "6", "a.pdf", &pdf(20 * MIB)).await.ok();
    assert_eq!(largest["fileName"], "a.pdf");
}

/// The browser refuses a second paper of one name; so does the server, for whoever comes without a browser.
#[tokio::test]
async fn two_papers_of_one_order_have_two_names() {
    let w = World::new().await;
    let mut papers = Vec::new();
    for kind in ["6", "7", "6"] {
        let up = w.upload(&w.owner, kind, "扫描.pdf", PDF).await.ok();
        let kind: i16 = kind.parse().unwrap();
        papers.push(json!({"type": kind, "attachmentId": up["attachmentId"]}));
    }
    let mut application = w.application("save").await;
    application["attachments"] = json!(papers[..2]);
    let refused = w.post("/api/orders", &w.owner, application.clone()).await;
    assert_eq!(
        refused.refusal(),
        (422, "shared_file_name".into(), "文件重名".into())
    );
    let fault = &refused.json()["errors"][0]["detail"];
    assert_eq!(fault, "文件重名：扫描.pdf");

    application["attachments"] = json!(papers[..1]);
    let order = w.post("/api/orders", &w.owner, application.clone()).await;
    let path = format!("/api/orders/{}", crate::world::id(&order.ok()));
    let put = async |papers: &[serde_json::Value]| {
        let mut changed = application.clone();
        changed["attachments"] = json!(papers);
        w.call(Method::PUT, &path, &w.owner, Some(changed)).await
    };
    assert_eq!(put(&papers[..2]).await.refusal().1, "shared_file_name");
    // Another file in the same slot may have the name of the one before it.
    put(&papers[2..]).await.ok();
}

/// Only what is said in a feedback may be a Word document.
#[tokio::test]
async fn word_documents_belong_to_feedbacks_only() {
    let w = World::new().await;
    let (word, zip) = (docx(&DOCX), docx(&["a.txt"]));
    let table = [
        ("6", &word[..], 415, "上传文件只能是 JPG 或者pdf 格式!"),
        ("4", &zip, 415, "上传文件只能是 JPG 或者pdf 格式!"),
        (
            "8",
            b"GIF89a",
            415,
            "上传文件只能是 JPG、PNG、PDF 或者 DOCX 格式!",
        ),
        (
            "8",
            &zip,
            422,
            "文件已损坏或内容与格式不符，请检查后重新上传！",
        ),
    ];
    for (kind, bytes, status, detail) in table {
        let refused = w.upload(&w.owner, kind, "a.docx", bytes).await.refusal();
        assert_eq!((refused.0, &*refused.2), (status, detail));
    }
    // The type may come after the file.
    let late = [("file", Some("a.docx"), &word[..]), ("type", None, b"6")];
    assert_eq!(w.multipart(&w.owner, &late).await.refusal().0, 415);
    assert_eq!(stored_objects(&w).await, 0);
    for (bytes, name) in [(&word[..], "a.docx"), (PDF, "a.docx.pdf")] {
        let kept = w.upload(&w.owner, "8", "a.docx", bytes).await.ok();
        assert_eq!(kept["fileName"], name);
    }
}

#[tokio::test]
async fn papers_that_do_something_are_refused_and_leave_nothing() {
    let w = World::new().await;
    let jpeg = picture(ImageFormat::Jpeg);
    let script =
        b"%PDF-1.4\n1 0 obj<</S/Java#53cript/JS(x)>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n";
    let hidden = docx(&[DOCX[0], DOCX[1], "word/_rels/document.xml.rels"]);
    let macros = docx(&[DOCX[1], "x"]);
    for (kind, bytes, code) in [
        (
            "1",
            [&jpeg[..], b"<script>alert(1)</script>\xFF\xD9"].concat(),
            "damaged_file",
        ),
        (
            "1",
            [&jpeg[..], &macros, b"\xFF\xD9"].concat(),
            "damaged_file",
        ),
        ("6", script.to_vec(), "active_content"),
    ] {
        let refused = w.upload(&w.owner, kind, "a.jpg", &bytes).await.refusal();
        assert_eq!((refused.0, &*refused.1), (422, code));
    }
    assert_eq!(stored_objects(&w).await, 0);
    w.upload(&w.owner, "8", "a.docx", &hidden).await.ok();
}

#[tokio::test]
async fn a_paper_is_shown_to_those_it_concerns_and_can_do_no_harm() {
    let w = World::new().await;
    let jpeg = picture(ImageFormat::Jpeg);
    // The type may come after the file; the name is only a name.
    let parts = [
        ("file", Some("../身份证.exe"), &jpeg[..]),
        ("type", None, b"1"),
    ];
    let up = w.multipart(&w.owner, &parts).await.ok();
    assert_eq!(up["fileName"], "身份证.exe.jpg");
    let path = format!("/api/attachments/{}", up["attachmentId"].as_str().unwrap());
    let seen = w.get(&path, &w.owner).await;
    assert_eq!((seen.status.as_u16(), &seen.bytes), (200, &jpeg));
    assert_eq!(seen.header("content-type"), "image/jpeg");
    assert_eq!(seen.header("x-content-type-options"), "nosniff");
    assert_eq!(seen.header("x-frame-options"), "SAMEORIGIN");
    assert!(
        seen.header("content-security-policy")
            .starts_with("sandbox;")
    );
    assert_eq!(
        seen.header("content-disposition"),
        "inline; filename=\"___.exe.jpg\"; filename*=UTF-8''%E8%BA%AB%E4%BB%BD%E8%AF%81.exe.jpg"
    );
    assert_eq!(w.get(&path, &w.admin).await.status, 200);
    assert_eq!(w.get(&path, &w.stranger).await.status, 404);
    assert_eq!(w.get(&path, &w.operator).await.status, 403);
}

#[tokio::test]
async fn the_owner_sees_papers_that_an_administrator_added() {
    let w = World::new().await;
    let order = w.prepared().await;
    let mut papers = Vec::new();
    let held = w
        .get(&format!("/api/orders/{order}/attachments"), &w.owner)
        .await
        .ok();
    for paper in held["items"].as_array().unwrap() {
        papers.push(json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}));
    }
    let scan = w.papers(&w.admin, &[4]).await;
    papers.push(scan[0].clone());
    let path = format!(
        "/api/attachments/{}",
        scan[0]["attachmentId"].as_str().unwrap()
    );
    assert_eq!(w.get(&path, &w.owner).await.status, 404);
    let body = json!({"attachments": papers});
    w.call(
        axum::http::Method::PUT,
        &format!("/api/orders/{order}"),
        &w.admin,
        Some(body),
    )
    .await
    .ok();
    assert_eq!(w.get(&path, &w.owner).await.status, 200);
    assert_eq!(w.get(&path, &w.stranger).await.status, 404);
}
