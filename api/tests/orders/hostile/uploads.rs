//! Files that are not what they are called.

use std::io::Cursor;

use axum::body::Body;
use axum::http::{HeaderValue, Method};
use futures::TryStreamExt as _;
use image::ImageFormat;
use object_store::ObjectStore as _;

use super::refused;
use crate::world::{PDF, World, request};

fn picture(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::new(20, 10)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// A file in pieces, with status and code of the refusal.
type Refused<'a> = (&'a [&'a [u8]], (u16, &'static str));

async fn stored_objects(w: &World) -> usize {
    let all: Vec<_> = w.objects.store.list(None).try_collect().await.unwrap();
    all.len()
}

#[tokio::test]
async fn files_of_another_kind_and_of_two_kinds_are_refused() {
    let w = World::new().await;
    let (png, jpeg) = (picture(ImageFormat::Png), picture(ImageFormat::Jpeg));
    let table: [Refused<'_>; 14] = [
        (&[b""], (400, "empty_file")),
        (&[b"MZ\x90\0"], (415, "wrong_file_type")),
        (&[b"PK\x03\x04 a document"], (415, "wrong_file_type")),
        (&[b"<svg onload=alert(1)>"], (415, "wrong_file_type")),
        (&[b"\xEF\xBB\xBF%PDF-1.4"], (415, "wrong_file_type")),
        (&[b"GIF89a", &png], (415, "wrong_file_type")),
        (
            &[PDF, b"<html><script>alert(1)</script>"],
            (422, "damaged_file"),
        ),
        (&[PDF, b"PK\x03\x04 zip PK\x05\x06"], (422, "damaged_file")),
        (&[b"%PDF-1.4\n<html>"], (422, "damaged_file")),
        (&[&png, b"<script>alert(1)</script>"], (422, "damaged_file")),
        (&[b"\x89PNG\r\n\x1a\n<script>"], (422, "damaged_file")),
        (&[&jpeg[..20], b"<script>\xFF\xD9"], (422, "damaged_file")),
        (&[&jpeg[..jpeg.len() / 2]], (422, "damaged_file")),
        (
            &[b"\xFF\xD8\xFF\xE0 no picture \xFF\xD9"],
            (422, "damaged_file"),
        ),
    ];
    for (at, (parts, (status, code))) in table.into_iter().enumerate() {
        let answer = w.upload(&w.owner, "6", "a.pdf", &parts.concat()).await;
        assert_eq!(refused(&answer), (status, code.to_owned()), "{at}");
    }
    let large = [PDF, &vec![b' '; 21 << 20][..], PDF].concat();
    let answer = w.upload(&w.owner, "6", "a.pdf", &large).await;
    assert_eq!(refused(&answer), (413, "too_large".into()));
    let huge = vec![b' '; 70 << 20];
    let answer = w.upload(&w.owner, "6", "a.pdf", &huge).await;
    assert_eq!(refused(&answer), (413, "too_large".into()));
    let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM attachment")
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    assert_eq!((rows, stored_objects(&w).await), (0, 0));
}

#[tokio::test]
async fn forms_that_are_none_are_refused() {
    let w = World::new().await;
    let whole = b"--edge\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\n6\r\n--edge--\r\n";
    let table: [(&str, &[u8], &str); 6] = [
        ("multipart/form-data", whole, "bad_multipart"),
        ("multipart/form-data; boundary=", whole, "bad_multipart"),
        ("application/json", b"{}", "bad_multipart"),
        ("multipart/form-data; boundary=edge", b"", "bad_multipart"),
        (
            "multipart/form-data; boundary=edge",
            &whole[..40],
            "bad_multipart",
        ),
        ("multipart/form-data; boundary=edge", whole, "invalid"),
    ];
    for (kind, body, code) in table {
        let mut request = request(Method::POST, "/api/attachments", &w.owner.token);
        request
            .headers_mut()
            .insert("content-type", HeaderValue::from_static(kind));
        *request.body_mut() = Body::from(body.to_vec());
        let answer = w.send(request).await;
        assert_eq!(
            refused(&answer),
            (400, code.to_owned()),
            "{kind} {}",
            body.len()
        );
    }
    let two = [
        ("type", None, &b"6"[..]),
        ("file", Some("a.pdf"), PDF),
        ("file", Some("b.pdf"), PDF),
    ];
    assert_eq!(
        refused(&w.multipart(&w.owner, &two).await),
        (400, "one_file".into())
    );
    for kind in [
        "",
        "x",
        "3",
        "6.0",
        "-1",
        "６",
        "99999999999999999999",
        "6\0",
    ] {
        let answer = w.upload(&w.owner, kind, "a.pdf", PDF).await;
        assert_eq!(refused(&answer), (400, "invalid".into()), "{kind:?}");
    }
    assert_eq!(stored_objects(&w).await, 0);
}

#[tokio::test]
async fn names_are_kept_as_far_as_they_do_no_harm() {
    let w = World::new().await;
    let long = "长".repeat(300);
    let table = [
        ("介绍信（盖章）.pdf", "介绍信（盖章）.pdf".to_owned()),
        ("../../../etc/passwd", "passwd.pdf".to_owned()),
        ("C:\\\\temp\\\\扫描.PDF", "扫描.PDF".to_owned()),
        (
            "<img src=x onerror=alert(1)>.pdf",
            "img src=x onerror=alert(1).pdf".to_owned(),
        ),
        ("a\u{202E}fdp.exe", "afdp.exe.pdf".to_owned()),
        ("😀.pdf", "😀.pdf".to_owned()),
        (
            "'; DROP TABLE attachment; --.pdf",
            "'; DROP TABLE attachment; --.pdf".to_owned(),
        ),
        (&long, format!("{}.pdf", "长".repeat(100))),
    ];
    for (name, want) in table {
        let up = w.upload(&w.owner, "6", name, PDF).await.ok();
        assert_eq!(up["fileName"], want.as_str(), "{name}");
        let path = format!("/api/attachments/{}", up["attachmentId"].as_str().unwrap());
        let read = w.get(&path, &w.owner).await;
        assert_eq!((read.status.as_u16(), read.bytes.as_slice()), (200, PDF));
        assert_eq!(read.header("x-content-type-options"), "nosniff");
        let disposition = read.header("content-disposition");
        assert!(
            disposition.is_ascii() && !disposition.contains(['\r', '\n']),
            "{disposition}"
        );
    }
}
