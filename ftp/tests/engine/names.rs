//! Names that trip clients and servers.

use std::collections::BTreeMap;
use std::path::Path;

use crate::harness::{TestServer, tools};

const NAMES: [&str; 8] = [
    "影像/高分一号 2024.tif",
    "影像/深/处/数据.xml",
    "with space.txt",
    " leading space.txt",
    "file#12.tif",
    "scene[a].tif",
    "100%20done.txt",
    "-dash.txt",
];

fn serve_odd_names(rig: &TestServer) {
    let mut shown = Vec::new();
    for (index, name) in NAMES.iter().enumerate() {
        std::fs::write(rig.object(&format!("{index}.bin")), name.as_bytes()).unwrap();
        shown.push((
            (*name).to_owned(),
            format!("{index}.bin"),
            name.len() as u64,
        ));
    }
    rig.gateway.account_with_folders("a", &shown, &["空文件夹"]);
}

fn files_below(root: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(root).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lftp_mirrors_every_name() {
    let rig = TestServer::new();
    serve_odd_names(&rig);
    for tls in [false, true] {
        let target = rig.scratch(&format!("mirror-{tls}"));
        tools::lftp(
            &rig,
            tls,
            &format!("mirror --parallel=3 / {}", target.display()),
        )
        .await;
        let mut found = BTreeMap::new();
        files_below(&target, "", &mut found);
        let expected = NAMES.map(|name| (name.to_owned(), name.as_bytes().to_vec()));
        assert_eq!(found, BTreeMap::from(expected));
        assert!(target.join("空文件夹").is_dir());
    }
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ftplib_lists_and_fetches_every_name_in_utf8_and_gbk() {
    let rig = TestServer::new();
    serve_odd_names(&rig);
    // One session in each encoding; the names asked for come out of the server's own listings.
    let program = "
def walk(folder):
    ftp.cwd(folder)
    for name, facts in list(ftp.mlsd(facts=['type', 'size'])):
        path = folder.rstrip('/') + '/' + name
        if facts['type'] == 'dir':
            walk(path)
            ftp.cwd(folder)
        else:
            got = io.BytesIO()
            ftp.retrbinary('RETR ' + path, got.write)
            assert got.getvalue().decode('utf-8') == path[1:], (path, got.getvalue())
            assert ftp.size(path) == len(got.getvalue()) == int(facts['size'])
            print('file', path[1:].encode('unicode_escape').decode())
if ftp.encoding == 'gbk':
    ftp.sendcmd('OPTS UTF8 OFF')
walk('/')";
    for encoding in ["utf-8", "gbk"] {
        let output = tools::ftplib(&rig, encoding, program).await;
        let output = String::from_utf8(output).unwrap();
        assert_eq!(output.lines().count(), NAMES.len(), "{encoding}: {output}");
    }
    rig.finish().await;
}

#[tokio::test]
async fn gbk_bytes_switch_the_session_without_being_asked() {
    let rig = TestServer::new();
    serve_odd_names(&rig);
    let mut raw = rig.sign_in().await;
    let gbk = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    raw.send(&[b"CWD ".to_vec(), gbk("影像"), b"\r\n".to_vec()].concat())
        .await;
    raw.expect_reply(250).await;
    raw.send(b"PWD\r\n").await;
    assert!(raw.reply_bytes().await.starts_with(&gbk("257 \"/影像\"")));
    let listing = raw.fetch("NLST").await;
    assert_eq!(listing, gbk("深\r\n高分一号 2024.tif\r\n"));
    raw.expect("OPTS UTF8 ON", 200).await;
    assert_eq!(
        raw.fetch("NLST").await,
        "深\r\n高分一号 2024.tif\r\n".as_bytes()
    );
    raw.send(b"CWD \x81 \r\n").await;
    raw.expect_reply(501).await;
    raw.expect("NOOP", 200).await;
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn curl_fetches_odd_names_by_their_encoded_urls() {
    let rig = TestServer::new();
    serve_odd_names(&rig);
    for (path, content) in [
        ("%20leading%20space.txt", " leading space.txt"),
        ("file%2312.tif", "file#12.tif"),
        ("100%2520done.txt", "100%20done.txt"),
        (
            "%E5%BD%B1%E5%83%8F/%E6%B7%B1/%E5%A4%84/%E6%95%B0%E6%8D%AE.xml",
            "影像/深/处/数据.xml",
        ),
    ] {
        let got = tools::succeed("curl", ["-sS", "-g", &rig.url(path)]).await;
        assert_eq!(got, content.as_bytes());
    }
    rig.finish().await;
}

#[tokio::test]
async fn listings_follow_the_form_and_the_switches() {
    let rig = TestServer::new();
    rig.serve(&[("d/a.tif", b"12"), ("d/b.xml", b"345"), ("-dash", b"6")]);
    let mut raw = rig.sign_in().await;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let listing = text(raw.fetch("LIST -la d").await);
    let lines: Vec<_> = listing.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("-r--r--r-- 1 ftp ftp "), "{listing}");
    assert!(lines[0].ends_with(" 2 May 06  2024 a.tif"), "{listing}");
    assert_eq!(text(raw.fetch("NLST d").await), "d/a.tif\r\nd/b.xml\r\n");
    assert_eq!(text(raw.fetch("NLST d/*.tif").await), "d/a.tif\r\n");
    assert_eq!(text(raw.fetch("NLST -dash").await), "-dash\r\n");
    let facts = "type=file;size=2;modify=20240506070809;perm=r; a.tif\r\n";
    assert!(text(raw.fetch("MLSD d").await).starts_with(facts));
    let entry = raw.expect("MLST d/a.tif", 250).await;
    assert!(entry.contains("\n type=file;size=2;modify=20240506070809;perm=r; /d/a.tif\n"));
    raw.expect("CWD d", 250).await;
    let entry = raw.expect("MLST a.tif", 250).await;
    assert!(
        entry.contains(" /d/a.tif\n"),
        "relative to the folder: {entry}"
    );
    assert_eq!(raw.expect("MDTM a.tif", 213).await, "213 20240506070809");
    assert!(raw.expect("STAT /d", 213).await.contains("b.xml"));
    raw.expect("MLSD a.tif", 501).await;
    raw.expect("LIST nothing", 550).await;
    raw.expect("SIZE /d", 550).await;
    rig.finish().await;
}
