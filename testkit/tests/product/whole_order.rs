//! Black box: the real binary on a fresh folder, an order through the API, its bytes back through every kind of
//! client.
//!
//! Slow (half a minute): four installations start, and transfers are broken off after a second on the clock.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::archive::{Archive, sha256_of};
use testkit::site::Site;

fn check_scenes(site: &Site, folder: &Path) -> anyhow::Result<()> {
    for scene in &site.archive.scenes {
        let sum = sha256_of(&folder.join(&scene.file_name)).context(scene.file_name.clone())?;
        ensure!(
            sum == scene.sha256,
            "{} is not the archive's",
            scene.file_name
        );
    }
    Ok(())
}

fn run(program: &str, arguments: &[&str]) -> anyhow::Result<Output> {
    Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("{program} is needed for this test"))
}

fn must(program: &str, arguments: &[&str]) -> anyhow::Result<String> {
    let output = run(program, arguments)?;
    ensure!(
        output.status.success(),
        "{program}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn account(delivery: &Value) -> anyhow::Result<(&str, &str, &str)> {
    let address = delivery["address"].as_str().context("no address")?;
    let (account, host) = address.rsplit_once('@').context("no host")?;
    let (user, password) = account.split_once(':').context("no password")?;
    Ok((user, password, host))
}

const MIB: usize = 1 << 20;

#[tokio::test(flavor = "multi_thread")]
async fn an_order_goes_the_whole_way_and_every_client_gets_the_archives_bytes() {
    let mut site = Site::start(&[20 * MIB, 3 * MIB + 7, 1, 0, MIB, 77_777])
        .await
        .unwrap();
    let id = site.prepared().await.unwrap();
    let delivery = site.delivery(&id).await.unwrap();
    let folder = site.home.path();
    lftp_mirrors_all(&site, &delivery, &folder.join("lftp")).unwrap();
    the_package_is_sound(&site, &folder.join("lftp")).unwrap();
    curl_resumes_a_broken_transfer(&site, &delivery, folder).unwrap();
    ftplib_gets_all(&site, &delivery, &folder.join("ftplib")).unwrap();
    site.check_delivery(&id).await.unwrap();
    everything_is_on_record(&site, &id).await.unwrap();
    site.server.stop().unwrap();
    restarted_it_still_delivers(&mut site, &id).await.unwrap();
}

fn lftp_mirrors_all(site: &Site, delivery: &Value, into: &Path) -> anyhow::Result<()> {
    let (user, password, host) = account(delivery)?;
    let script = format!(
        "set ftp:ssl-allow no; open -u {user},{password} ftp://{host}; mirror / {}; bye",
        into.display()
    );
    must("lftp", &["-c", &script])?;
    check_scenes(site, &into.join("scenes"))?;
    for folder in ["package", "scenes"] {
        let path = into.join(folder);
        let check = "cd \"$1\" && sha256sum -c --strict --quiet SHA256SUMS";
        must("sh", &["-c", check, "sh", &path.to_string_lossy()])?;
    }
    let root: Vec<_> = std::fs::read_dir(into)?.collect();
    ensure!(root.len() == 2, "{root:?}");
    Ok(())
}

fn the_package_is_sound(site: &Site, mirrored: &Path) -> anyhow::Result<()> {
    let zips: Vec<_> = std::fs::read_dir(mirrored.join("package"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|kind| kind == "zip"))
        .collect();
    ensure!(zips.len() == 1, "{zips:?}");
    let unpacked = mirrored.join("unpacked");
    let script = "import sys, zipfile, json, hashlib, os\n\
        z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])\n\
        m = json.load(open(os.path.join(sys.argv[2], 'manifest.json')))\n\
        assert m['type'] == 'FeatureCollection' and len(m['features']) == int(sys.argv[3]), m\n\
        for f in m['features']:\n\
        \x20 a = f['assets']['data']; p = os.path.join(sys.argv[2], os.path.normpath(__import__('urllib.parse').parse.unquote(a['href'])))\n\
        \x20 b = open(p, 'rb').read(); assert len(b) == a['file:size']\n\
        \x20 assert '1220' + hashlib.sha256(b).hexdigest() == a['file:checksum']\n";
    let count = site.archive.scenes.len().to_string();
    let (zip, out) = (zips[0].to_string_lossy(), unpacked.to_string_lossy());
    must("python3", &["-c", script, &zip, &out, &count])?;
    must("unzip", &["-tq", &zip])?;
    check_scenes(site, &unpacked.join("scenes"))
}

fn curl_resumes_a_broken_transfer(
    site: &Site,
    delivery: &Value,
    folder: &Path,
) -> anyhow::Result<()> {
    let (user, password, host) = account(delivery)?;
    let scene = &site.archive.scenes[0];
    let name = scene.file_name.replace(' ', "%20").replace('#', "%23");
    let url = format!("ftp://{host}/scenes/{name}");
    let who = format!("{user}:{password}");
    for (tls, into) in [(false, "plain"), (true, "tls")] {
        let out = folder.join(into);
        let out_text = out.to_string_lossy();
        let mut arguments = vec!["-sS", "-u", &who, "-o", &out_text];
        if tls {
            arguments.extend(["--ssl-reqd", "-k"]);
        }
        // Broken off in the middle: the limits let only a part through.
        let mut broken = arguments.clone();
        broken.extend(["--limit-rate", "4M", "--max-time", "1", &url]);
        ensure!(
            !run("curl", &broken)?.status.success(),
            "was not broken off"
        );
        let part = std::fs::metadata(&out)?.len();
        ensure!(
            part > 0 && part < 20 * MIB as u64,
            "{part} bytes are no part"
        );
        arguments.extend(["-C", "-", &url]);
        must("curl", &arguments)?;
        ensure!(sha256_of(&out)? == scene.sha256, "resumed wrongly");
    }
    Ok(())
}

fn ftplib_gets_all(site: &Site, delivery: &Value, into: &Path) -> anyhow::Result<()> {
    let (user, password, host) = account(delivery)?;
    let (host, port) = host.split_once(':').context("no port")?;
    std::fs::create_dir_all(into)?;
    let script = "import ftplib, sys, os\n\
        f = ftplib.FTP(encoding='utf-8'); f.connect(sys.argv[1], int(sys.argv[2])); f.login(sys.argv[3], sys.argv[4])\n\
        f.cwd('/scenes')\n\
        for name, facts in f.mlsd(facts=['size', 'type']):\n\
        \x20 if facts['type'] != 'file': continue\n\
        \x20 with open(os.path.join(sys.argv[5], name), 'wb') as out: f.retrbinary('RETR ' + name, out.write)\n\
        \x20 assert f.size(name) == int(facts['size']) == os.path.getsize(out.name)\n\
        f.quit()\n";
    let out = into.to_string_lossy();
    must("python3", &["-c", script, host, port, user, password, &out])?;
    check_scenes(site, into)
}

async fn everything_is_on_record(site: &Site, id: &str) -> anyhow::Result<()> {
    let events = site
        .applicant
        .get(&format!("/api/orders/{id}/events"))
        .await?;
    let actions: Vec<_> = events["items"]
        .as_array()
        .context("no events")?
        .iter()
        .filter_map(|event| event["action"].as_str())
        .collect();
    ensure!(
        actions
            == [
                "submit",
                "approve",
                "finish_extraction",
                "finish_preparation"
            ],
        "{actions:?}"
    );
    let scenes = site
        .applicant
        .get(&format!("/api/orders/{id}/scenes?pageSize=100"))
        .await?;
    ensure!(scenes["total"] == site.archive.scenes.len(), "{scenes}");
    ensure!(
        scenes["items"]
            .as_array()
            .is_some_and(|items| items.iter().all(|item| item["sstatus"] == 0)),
        "{scenes}"
    );
    Ok(())
}

async fn restarted_it_still_delivers(site: &mut Site, id: &str) -> anyhow::Result<()> {
    site.restart()?;
    let order = site.applicant.get(&format!("/api/orders/{id}")).await?;
    ensure!(order["sstatus"] == 6, "{order}");
    let delivery = site.delivery(id).await?;
    let (user, password, _) = account(&delivery)?;
    let listing = must(
        "curl",
        &[
            "-sS",
            "-u",
            &format!("{user}:{password}"),
            &format!("ftp://{}/", site.server.ftp),
        ],
    )?;
    ensure!(
        listing.contains("package") && listing.contains("scenes"),
        "{listing}"
    );
    site.server.stop()
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_sources_fail_with_their_reason_and_the_others_go_on() {
    let site = Site::start(&[1000, 2000, 3000, 4000]).await.unwrap();
    let scenes = &site.archive.scenes;
    std::fs::remove_file(&scenes[0].path).unwrap();
    std::fs::write(&scenes[1].path, [0; 1999]).unwrap();
    std::fs::write(&scenes[2].path, [0; 3000]).unwrap();
    let id = site.approved().await.unwrap();
    let settled = |order: &Value| {
        let progress = &order["dataPercent"];
        progress["doing"] == 0 && progress["failed"] == 3 && progress["isin"] == 1
    };
    let order = site.admin.wait(&id, settled).await.unwrap();
    assert_eq!(order["sstatus"], 1, "the administrator decides: {order}");
    let rows = site
        .applicant
        .get(&format!("/api/orders/{id}/scenes"))
        .await
        .unwrap();
    let flog = |at: usize| {
        rows["items"][at]["flog"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert!(flog(0).contains("不存在"), "{}", flog(0));
    assert!(
        flog(1).contains("2000") && flog(1).contains("1999"),
        "{}",
        flog(1)
    );
    assert!(flog(2).contains("SHA-256"), "{}", flog(2));
    let physical = site.archive.folder.to_string_lossy();
    assert!(
        !rows.to_string().contains(&*physical),
        "applicants never see physical paths: {rows}"
    );

    // One comes back: the failed ones are extracted again, and then it goes on without the rest.
    let whole = Archive::make(&site.folder("again"), &[1000]).unwrap();
    std::fs::copy(&whole.scenes[0].path, &scenes[0].path).unwrap();
    let again = json!({"scope": "failed", "priority": 5});
    site.admin
        .post(&format!("/api/orders/{id}/reextract"), &again)
        .await
        .unwrap();
    let settled = |order: &Value| {
        let progress = &order["dataPercent"];
        progress["doing"] == 0 && progress["failed"] == 2 && progress["isin"] == 2
    };
    site.admin.wait(&id, settled).await.unwrap();
    site.admin
        .post(&format!("/api/orders/{id}/continue"), &json!({}))
        .await
        .unwrap();
    site.applicant.wait_prepared(&id).await.unwrap();
    let delivery = site.delivery(&id).await.unwrap();
    let names: Vec<_> = delivery["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["name"].to_string())
        .collect();
    assert_eq!(
        names.iter().filter(|name| name.contains("scenes/")).count(),
        // The two scenes, and their list of checksums.
        3,
        "{names:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn large_orders_come_in_several_packages() {
    let most = (2 * MIB + MIB / 2).to_string();
    let site = Site::with(&[MIB; 5], |launch| launch.env("PACKAGE_MAX_BYTES", most))
        .await
        .unwrap();
    let id = site.prepared().await.unwrap();
    let delivery = site.delivery(&id).await.unwrap();
    let zips = delivery["files"].as_array().unwrap().iter().filter(|file| {
        file["name"].as_str().is_some_and(|name| {
            Path::new(name)
                .extension()
                .is_some_and(|kind| kind == "zip")
        })
    });
    assert_eq!(zips.count(), 3, "{delivery}");
}
