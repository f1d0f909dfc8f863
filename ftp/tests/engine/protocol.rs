//! Lines, odd and hostile.

use crate::harness::{TestServer, tools};

#[tokio::test]
async fn a_refused_command_does_not_end_the_session() {
    let rig = TestServer::new();
    let mut raw = rig.sign_in().await;
    raw.expect("OPTS NOSUCH", 501).await;
    raw.expect("OPTS UTF8", 200).await;
    raw.expect("OPTS MLST size;type;", 200).await;
    raw.expect("AUTH GSSAPI", 504).await;
    raw.expect("REST x", 501).await;
    raw.expect("NOSUCH", 502).await;
    raw.expect("TYPE X", 504).await;
    raw.expect("MODE Z", 504).await;
    raw.expect("SYST", 215).await;
    let features = raw.expect("FEAT", 211).await;
    assert!(
        features.contains(" MLST type*;size*;modify;perm;\n"),
        "{features}"
    );
    raw.send(b"\r\nNOOP\r\n").await;
    raw.expect_reply(200).await;
    raw.expect("QUIT", 221).await;
    assert!(raw.closed().await);
    rig.finish().await;
}

#[tokio::test]
async fn commands_in_one_packet_are_answered_in_order() {
    let rig = TestServer::new();
    let mut raw = rig.connect().await;
    raw.send(b"NOOP\r\nUSER a\nPASS secret\r\nPWD\r\nQUIT\r\n")
        .await;
    for code in [200, 331, 230, 257, 221] {
        raw.expect_reply(code).await;
    }
    assert!(raw.closed().await);
    rig.finish().await;
}

#[tokio::test]
async fn the_longest_line_passes_and_a_longer_one_closes() {
    let rig = TestServer::new();
    let mut raw = rig.sign_in().await;
    raw.expect(&format!("CWD {}", "x".repeat(4000)), 550).await;
    raw.send("x".repeat(6000).as_bytes()).await;
    raw.expect_reply(500).await;
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ftplib_chooses_facts_and_the_session_goes_on() {
    let rig = TestServer::new();
    rig.serve(&[("f", b"12345")]);
    let program = "
print(sorted(list(ftp.mlsd(facts=['size']))[0][1].items()))
print(sorted(list(ftp.mlsd(facts=['type', 'perm']))[0][1].items()))
print(ftp.nlst(), ftp.pwd(), ftp.size('f'))";
    let output = tools::ftplib(&rig, "utf-8", program).await;
    let expected = "[('size', '5')]\n[('perm', 'r'), ('type', 'file')]\n['f'] / 5\n";
    assert_eq!(String::from_utf8(output).unwrap(), expected);
    rig.finish().await;
}
