//! A store that is no local folder: bytes come in ranges.

use std::sync::Arc;

use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};

use crate::harness::raw::take;
use crate::harness::{TestServer, noise, tools};
use ftp::TransferOutcome;

const CHUNK: u64 = 1 << 20;

async fn rig(bytes: &[u8]) -> (TestServer, Arc<InMemory>) {
    let store = Arc::new(InMemory::new());
    store
        .put(&Path::from("orders/f"), bytes.to_vec().into())
        .await
        .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let rig = TestServer::over(
        folder,
        Arc::clone(&store) as Arc<dyn ObjectStore>,
        |config| {
            config.remote_chunk = CHUNK;
        },
    );
    let shown = (
        "f.tif".to_owned(),
        "orders/f".to_owned(),
        bytes.len() as u64,
    );
    let gone = ("gone".to_owned(), "orders/gone".to_owned(), 5);
    let wrong = ("wrong".to_owned(), "orders/f".to_owned(), 5);
    rig.gateway.account("a", &[shown, gone, wrong]);
    (rig, store)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ranges_make_the_whole_file_in_clear_and_encrypted() {
    let bytes = noise(5 * (1 << 20) + 17, 17);
    let (rig, _) = rig(&bytes).await;
    for tls in [false, true] {
        let mut raw = rig.connect().await;
        if tls {
            raw = raw.secure(&rustls::version::TLS13).await;
            raw.expect("PROT P", 200).await;
        }
        raw.sign_in("a").await;
        for offset in [0, 1, 1 << 20, (1 << 20) + 1, bytes.len() - 1, bytes.len()] {
            raw.expect(&format!("REST {offset}"), 350).await;
            assert!(
                raw.fetch("RETR f.tif").await == bytes[offset..],
                "{offset}, tls {tls}"
            );
        }
        let target = rig.scratch("out").join(format!("{tls}"));
        tools::lftp(
            &rig,
            tls,
            &format!("pget -n 3 f.tif -o {}", target.display()),
        )
        .await;
        assert!(std::fs::read(&target).unwrap() == bytes);
    }
    rig.finish().await;
}

#[tokio::test]
async fn what_is_missing_or_not_as_promised_is_refused() {
    let (rig, _) = rig(b"0123456789").await;
    let mut raw = rig.sign_in().await;
    raw.epsv().await;
    raw.expect("RETR gone", 550).await;
    raw.epsv().await;
    raw.expect("RETR wrong", 451).await;
    assert_eq!(raw.fetch("RETR f.tif").await, b"0123456789");
    rig.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_object_replaced_while_it_is_sent_is_not_mixed_with_the_new_one() {
    let bytes = noise(64 << 20, 18);
    let (rig, store) = rig(&bytes).await;
    let mut raw = rig.sign_in().await;
    let mut data = raw.begin("RETR f.tif").await;
    let mut got = take(&mut data, 1000).await;
    let other = noise(64 << 20, 19);
    store
        .put(&Path::from("orders/f"), other.into())
        .await
        .unwrap();
    let end = tokio::io::AsyncReadExt::read_to_end(&mut data, &mut got).await;
    assert!(end.is_err());
    assert!(bytes.starts_with(&got), "only bytes of the first");
    raw.expect_reply(451).await;
    assert_eq!(
        rig.gateway.ended(1).await[0].outcome(),
        Some(TransferOutcome::Failed)
    );
    rig.finish().await;
}
