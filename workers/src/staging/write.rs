//! Writing a copy into a folder of its own.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use domain::order::number::OrderNumber;
use futures::StreamExt;
use sha2::{Digest, Sha256};
use storage::objects::Claim;
use texts::FailureText;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::readers::Readers;
use super::{StagedFile, discard, fault, on_disk, sync_folder, written};
use crate::fault::Fault;
use crate::package::{Member, PackageOrder, PackagePart, PackageScene, SCENES, members};
use crate::stream::{ByteStream, ProgressWatch, Sha256Stage};

/// Written at a time.
const BLOCK: usize = 1 << 20;

/// Where a copy is written, and by whom.
#[derive(Debug, Clone, Copy)]
pub struct Staging<'a> {
    /// The staging area.
    pub area: &'a Path,
    /// The order.
    pub number: &'a OrderNumber,
    /// The claim that writes.
    pub claim: Claim,
}

/// Writes the scenes of `part`, and what a package holds beside them, as plain files. Scenes come through `open` one
/// after another; each is checked against its size and SHA-256 on the way. When this returns, all of it is durable, in a
/// folder that nobody looks at yet; on a fault nothing is left.
///
/// # Errors
/// [`Fault::SourceCorrupt`] when a scene is no longer what was extracted, [`Fault::NoSpace`] when the disk is full,
/// [`Fault::Cancelled`] on cancellation, otherwise what `open` or the disk failed with.
pub async fn stage<O, F>(
    staging: Staging<'_>,
    order: &PackageOrder,
    part: &PackagePart,
    open: O,
    watch: &ProgressWatch,
) -> Result<Vec<StagedFile>, Fault>
where
    O: Fn(&PackageScene) -> F,
    F: Future<Output = Result<ByteStream, Fault>>,
{
    let folder = written(staging.area, staging.number, staging.claim);
    let mut copy = Copy {
        folder: folder.clone(),
        readers: Readers::default(),
        bytes: 0,
        files: Vec::new(),
        watch,
    };
    let filled = watch.guard(copy.fill(order, part, open)).await;
    if filled.is_err() {
        // A full disk stays full otherwise. What cannot be removed now, the sweeper removes.
        discard(folder).await.ok();
    }
    filled.map(|()| copy.files)
}

struct Copy<'a> {
    folder: PathBuf,
    readers: Readers,
    bytes: u64,
    files: Vec<StagedFile>,
    watch: &'a ProgressWatch,
}

impl Copy<'_> {
    async fn fill<O, F>(
        &mut self,
        order: &PackageOrder,
        part: &PackagePart,
        open: O,
    ) -> Result<(), Fault>
    where
        O: Fn(&PackageScene) -> F,
        F: Future<Output = Result<ByteStream, Fault>>,
    {
        let members = members(order, part)?;
        let (folders, readers) = self.make_folders(&members).await?;
        self.readers = readers;
        for member in members {
            self.write_member(member).await?;
        }
        for (name, scene) in &part.scenes {
            let stream = open(scene).await?;
            self.write_scene(&format!("{SCENES}{name}"), scene, stream)
                .await?;
        }
        on_disk(move || folders.iter().try_for_each(|folder| sync_folder(folder))).await
    }

    /// The folders of the copy, the staging area last.
    async fn make_folders(&self, members: &[Member]) -> Result<(Vec<PathBuf>, Readers), Fault> {
        let mut folders = vec![self.folder.join(SCENES)];
        for member in members {
            if let Some((folder, _)) = member.name.rsplit_once('/') {
                folders.push(self.folder.join(folder));
            }
        }
        folders.sort_unstable();
        folders.dedup();
        let root = self.folder.clone();
        on_disk(move || {
            let area = root.parent().unwrap_or(&root).to_owned();
            let make = |folder: &Path| {
                std::fs::create_dir_all(folder).map_err(|error| fault(folder, &error))
            };
            make(&area)?;
            folders.iter().try_for_each(|folder| make(folder))?;
            folders.push(root);
            let readers = Readers::of_area(&area)?;
            folders
                .iter()
                .try_for_each(|folder| readers.admit(folder))?;
            folders.push(area);
            Ok((folders, readers))
        })
        .await
    }

    async fn write_member(&mut self, member: Member) -> Result<(), Fault> {
        let mut file = self.create(&member.name).await?;
        self.append(&mut file, &member.name, &member.bytes).await?;
        self.close(file, &member.name).await?;
        let sha256 = Sha256::digest(&member.bytes).into();
        self.keep(&member.name, member.bytes.len() as u64, sha256);
        Ok(())
    }

    async fn write_scene(
        &mut self,
        name: &str,
        scene: &PackageScene,
        mut stream: ByteStream,
    ) -> Result<(), Fault> {
        let mut file = self.create(name).await?;
        let mut sha256 = Sha256Stage::start();
        let mut size = 0;
        while let Some(bytes) = stream.next().await {
            let bytes = bytes?;
            size += bytes.len() as u64;
            sha256.feed(bytes.clone()).await?;
            self.append(&mut file, name, &bytes).await?;
        }
        self.close(file, name).await?;
        if size != scene.size || sha256.finish().await? != scene.sha256 {
            return Err(Fault::SourceCorrupt(
                FailureText::ExtractedDiffers {
                    name: scene.file_name.clone(),
                }
                .into(),
            ));
        }
        self.keep(name, size, scene.sha256);
        Ok(())
    }

    async fn create(&self, name: &str) -> Result<File, Fault> {
        let path = self.folder.join(name);
        let mut file = File::create_new(&path)
            .await
            .map_err(|error| fault(&path, &error))?;
        file.set_max_buf_size(BLOCK);
        Ok(file)
    }

    async fn append(&mut self, file: &mut File, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        let wrote = file.write_all(bytes).await;
        wrote.map_err(|error| fault(&self.folder.join(name), &error))?;
        self.bytes += bytes.len() as u64;
        self.watch.report(self.bytes);
        Ok(())
    }

    async fn close(&self, mut file: File, name: &str) -> Result<(), Fault> {
        let closed = async {
            let mode = self.readers.file_mode();
            file.set_permissions(Permissions::from_mode(mode)).await?;
            file.flush().await?;
            file.sync_all().await
        };
        let closed = closed.await;
        closed.map_err(|error| fault(&self.folder.join(name), &error))
    }

    fn keep(&mut self, path: &str, size: u64, sha256: [u8; 32]) {
        self.files.push(StagedFile {
            path: path.to_owned(),
            size,
            sha256,
        });
    }
}
