//! A private S3 server: the gateway of a Ceph cluster of one monitor and one storage daemon in memory.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::guardian::Guardian;
use crate::ports::free_ports;
use crate::sessions::{descendants, kill};

const SCRIPT: &str = include_str!("ceph/cluster.sh");
/// Keys of the one user. The cluster listens on the loopback address only and lives for minutes.
const ACCESS_KEY: &str = "TESTACCESSKEY";
const SECRET_KEY: &str = "test-secret-key-of-no-worth";
/// What S3 clients sign with; the gateway takes any.
const REGION: &str = "us-east-1";
/// A cluster of four programs that a busy machine starts one after the other may run out of its own time limits.
const TRIES: usize = 3;
/// Longest start of the gateway alone.
const GATEWAY: Duration = Duration::from_mins(1);

/// The cluster of the process, which its tests share: each has a bucket of its own. It takes ten seconds to start.
static SHARED: Mutex<Option<Arc<Ceph>>> = Mutex::new(None);
static BUCKETS: AtomicU32 = AtomicU32::new(0);

/// An empty bucket that nobody else uses.
pub struct OwnBucket {
    /// The cluster that holds the bucket.
    pub ceph: Arc<Ceph>,
    /// The first part of its objects' paths.
    pub name: String,
}

impl OwnBucket {
    /// Makes one in the cluster that the tests of this process share.
    pub fn new() -> anyhow::Result<Self> {
        let ceph = {
            let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
            match &*shared {
                Some(ceph) => Arc::clone(ceph),
                None => Arc::clone(shared.insert(Arc::new(Ceph::start(&[])?))),
            }
        };
        let name = format!("inbox-{}", BUCKETS.fetch_add(1, Ordering::Relaxed));
        ceph.make_bucket(&name)?;
        Ok(Self { ceph, name })
    }
}

/// A running cluster; gone when dropped.
pub struct Ceph {
    /// `http://host:port` of the S3 server.
    pub endpoint: String,
    guardian: Guardian,
}

impl Ceph {
    /// Starts a cluster with empty `buckets`; takes about ten seconds.
    pub fn start(buckets: &[&str]) -> anyhow::Result<Self> {
        let mut tried = Self::start_once(buckets);
        for _ in 1..TRIES {
            let Err(error) = &tried else { break };
            eprintln!("a cluster did not start: {error:#}");
            tried = Self::start_once(buckets);
        }
        tried
    }

    fn start_once(buckets: &[&str]) -> anyhow::Result<Self> {
        let ports: [u16; 3] = free_ports()?;
        let [monitor, monitor_v1, gateway] = ports.map(|port| port.to_string());
        let arguments = [&monitor, &monitor_v1, &gateway, ACCESS_KEY, SECRET_KEY];
        let guardian = Guardian::start(SCRIPT, &arguments)
            .context("Ceph (packages ceph-mon, ceph-osd, ceph-common, radosgw)")?;
        let ceph = Self {
            endpoint: format!("http://127.0.0.1:{gateway}"),
            guardian,
        };
        for bucket in buckets {
            ceph.make_bucket(bucket)?;
        }
        Ok(ceph)
    }

    /// Kills the S3 server, in the middle of what it does; what it has stored stays. Of no use in a cluster that tests share.
    pub fn kill_gateway(&self) -> anyhow::Result<()> {
        let is_gateway = |id: &u32| {
            let name = std::fs::read_to_string(format!("/proc/{id}/comm"));
            name.is_ok_and(|name| name.trim() == "radosgw")
        };
        let mut found = descendants(self.guardian.pid());
        found.retain(is_gateway);
        ensure!(!found.is_empty(), "no gateway runs");
        kill(&found);
        Ok(())
    }

    /// Starts the S3 server again on its port, and waits until it answers.
    pub fn start_gateway(&self) -> anyhow::Result<()> {
        self.guardian.order("gateway")?;
        let until = Instant::now() + GATEWAY;
        while self.request("GET", "").is_err() {
            ensure!(Instant::now() < until, "the gateway does not start");
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// How many bytes a bucket may have; `None`: any. What is beyond is refused as it is by a full disk.
    pub fn set_quota(&self, most_bytes: Option<u64>) -> anyhow::Result<()> {
        let scope = ["--quota-scope=bucket", "--uid=test"];
        let Some(most) = most_bytes else {
            return self.administer(&["quota", "disable", scope[0], scope[1]]);
        };
        let most = format!("--max-size={most}");
        self.administer(&["quota", "set", scope[0], scope[1], &most])?;
        self.administer(&["quota", "enable", scope[0], scope[1]])
    }

    fn administer(&self, arguments: &[&str]) -> anyhow::Result<()> {
        let folder = self.guardian.folder();
        let done = Command::new("radosgw-admin")
            .args(arguments)
            .env("CEPH_CONF", folder.join("ceph.conf"))
            .current_dir(folder)
            .output()?;
        let complaint = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "{arguments:?}: {complaint}");
        Ok(())
    }

    /// The environment that S3 clients read.
    #[must_use]
    pub fn environment(&self) -> [(&'static str, &str); 5] {
        [
            ("AWS_ENDPOINT", &self.endpoint),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY),
            ("AWS_REGION", REGION),
            ("AWS_ALLOW_HTTP", "true"),
        ]
    }

    /// One request to the S3 server, signed; the answer's body. `query` is sorted and escaped.
    pub fn request(&self, method: &str, path: &str) -> anyhow::Result<String> {
        let done = Command::new("curl")
            .args(["-sS", "--fail", "-X", method])
            // Without it old versions of curl sign what the gateway does not.
            .args(["-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"])
            .args(["--aws-sigv4", &format!("aws:amz:{REGION}:s3")])
            .args(["-u", &format!("{ACCESS_KEY}:{SECRET_KEY}")])
            .arg(format!("{}/{path}", self.endpoint))
            .output()?;
        let complaint = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "{method} {path}: {complaint}");
        Ok(String::from_utf8(done.stdout)?)
    }

    /// Puts a file into a bucket; `path` is `bucket/key`, escaped.
    pub fn upload(&self, file: &std::path::Path, path: &str) -> anyhow::Result<()> {
        let done = Command::new("curl")
            .args([
                "-sS",
                "--fail",
                "-H",
                "x-amz-content-sha256: UNSIGNED-PAYLOAD",
            ])
            .args(["--aws-sigv4", &format!("aws:amz:{REGION}:s3")])
            .args(["-u", &format!("{ACCESS_KEY}:{SECRET_KEY}"), "-T"])
            .arg(file)
            .arg(format!("{}/{path}", self.endpoint))
            .output()?;
        let complaint = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "PUT {path}: {complaint}");
        Ok(())
    }

    /// Keys of a bucket, at most 1000.
    pub fn keys(&self, bucket: &str) -> anyhow::Result<Vec<String>> {
        let list = self.request("GET", bucket)?;
        let keys = list.split("<Key>").skip(1);
        let keys = keys.filter_map(|rest| rest.split("</Key>").next());
        Ok(keys.map(str::to_owned).collect())
    }

    /// Key and id of each upload in parts that has begun in a bucket and not ended, 1000 at most.
    pub fn unfinished_uploads(&self, bucket: &str) -> anyhow::Result<Vec<(String, String)>> {
        let list = self.request("GET", &format!("{bucket}?uploads="))?;
        let field = |upload: &str, name: &str| {
            let (_, rest) = upload.split_once(&format!("<{name}>"))?;
            let (value, _) = rest.split_once(&format!("</{name}>"))?;
            Some(value.to_owned())
        };
        let uploads = list.split("<Upload>").skip(1);
        let uploads = uploads.filter_map(|one| field(one, "Key").zip(field(one, "UploadId")));
        Ok(uploads.collect())
    }

    /// The bytes of an object; `path` is `bucket/key`, escaped.
    pub fn read(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        let done = Command::new("curl")
            .args(["-sS", "--fail"])
            .args(["-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"])
            .args(["--aws-sigv4", &format!("aws:amz:{REGION}:s3")])
            .args(["-u", &format!("{ACCESS_KEY}:{SECRET_KEY}")])
            .arg(format!("{}/{path}", self.endpoint))
            .output()?;
        let complaint = String::from_utf8_lossy(&done.stderr);
        ensure!(done.status.success(), "GET {path}: {complaint}");
        Ok(done.stdout)
    }

    fn make_bucket(&self, name: &str) -> anyhow::Result<()> {
        self.request("PUT", name)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_with_its_buckets() {
        let ceph = Ceph::start(&["one-bucket"]).unwrap();
        let list = ceph.request("GET", "one-bucket?prefix=a%2F").unwrap();
        assert!(list.contains("<Name>one-bucket</Name>"), "{list}");
        assert!(ceph.request("GET", "another").is_err());
    }
}
