//! Why work of a worker failed.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Detail, Text};

/// Why work failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case", prefix = "failure.")]
pub enum FailureText {
    OwnFileStays,
    PeerPreparing,
    SourceMissing {
        what: Detail,
    },
    SourceCorrupt {
        what: Detail,
    },
    SourceRefused {
        what: Detail,
    },
    SignInRefused {
        what: Detail,
    },
    WatchedFolderMissing {
        path: String,
    },
    SourcePlaceMissing {
        place: String,
    },
    SourceFileChanged,
    TransientIo {
        what: Detail,
    },
    DependencyAway {
        what: Detail,
    },
    NoSpace {
        what: Detail,
    },
    Cancelled,
    Bug {
        what: Detail,
    },
    WorkersDied,
    Superseded,
    ArchiveRests,
    TargetFailed {
        what: Detail,
    },
    TargetDenied {
        what: Detail,
    },
    TargetFull {
        what: Detail,
    },
    TargetNotAllowed {
        what: Detail,
    },
    TargetHostNotListed {
        host: String,
    },
    TargetHostInternal {
        host: String,
        address: String,
    },
    TargetDiffers {
        path: String,
    },
    ShelfFull {
        size: String,
        most: String,
    },
    DeliveryClosed,
    BackfillCancelled,
    ScopeTakenBack,
    SubscriptionEnded,
    ChangeRefused,
    SearchChanged,
    TargetRemoved,
    TargetSignInRefused {
        place: String,
    },
    TargetHostKeyDiffers {
        place: String,
        known: String,
        met: String,
    },
    CatalogueOnly,
    NotInCatalogue,
    AddressUnreadable,
    SizeDiffers {
        expected: u64,
        found: u64,
    },
    ChecksumDiffers,
    ExportEmpty,
    ExportIoFailed,
    ExportNoSpace,
    ExportCancelled,
    ExportFailed,
    Unreadable {
        what: Detail,
    },
    AddressWrong {
        what: Detail,
    },
    SchemeNotServed {
        scheme: String,
    },
    ArchiveSilent {
        seconds: u64,
    },
    NotALocalFile {
        url: String,
    },
    NoAnswer {
        place: String,
    },
    RootAway,
    Said {
        place: String,
        what: Detail,
    },
    OutsideRoots {
        path: String,
    },
    NoPermission {
        place: String,
    },
    PathInvalid {
        place: String,
    },
    IsAFolder {
        place: String,
    },
    IsNotARegularFile {
        place: String,
    },
    SizeNotAnnounced {
        place: String,
    },
    TooManyRedirects {
        place: String,
        most: u64,
    },
    RedirectBroken {
        place: String,
    },
    Answered {
        place: String,
        status: String,
    },
    NameNotUtf8 {
        place: String,
    },
    NameServerSilent {
        place: String,
    },
    HostUnknown {
        place: String,
    },
    HostNotListed {
        host: String,
    },
    HostInternal {
        host: String,
        address: String,
    },
    BucketNotListed {
        bucket: String,
    },
    CutShort {
        declared: u64,
        received: u64,
    },
    TooLargeToPreview {
        size: u64,
        most: u64,
    },
    ExtractedDiffers {
        name: String,
    },
    StagedDiffers {
        path: String,
    },
    FtpFolderDiffers {
        folder: String,
    },
    FtpFileDiffers {
        path: String,
    },
    FtpCheckFailed {
        what: Detail,
    },
    FtpGatewaySilent,
    FtpAddressIllegal,
    NotArchivedOnline,
    WorkerPanicked,
    DecoderPanicked {
        what: String,
    },
    FileDamaged {
        what: Detail,
    },
    PictureImpossible {
        what: Detail,
    },
    PreviewWorkersDied,
    NoFootprintToExport,
    NoStacApi {
        place: String,
    },
    AnswerTooLarge {
        place: String,
        most: u64,
    },
    AnswerUnreadable {
        place: String,
        what: String,
    },
    PagesInCircle {
        place: String,
    },
    TooManyItems {
        most: u64,
    },
    WebhookNotHttp,
    WebhookHostUnknown,
    WebhookInternal,
    WebhookAnswered {
        status: String,
    },
}

impl Text for FailureText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
