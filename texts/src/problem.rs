//! Why requests are refused.

use serde::Serialize;
use strum::{EnumIter, IntoStaticStr};

use crate::message::{Detail, Text};
use crate::names::Names;

/// Why a request is refused. What stands before the first dot of its key is the stable code of the problem+json; what
/// stands behind it tells apart the texts of one code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum ProblemText {
    Invalid,
    #[strum(serialize = "invalid.registration")]
    InvalidRegistration,
    Unstorable,
    NotSignedIn,
    WrongPassword,
    Locked,
    #[strum(serialize = "locked.second_factor")]
    SecondFactorLocked,
    SecondFactorNeeded,
    SecondFactorWrong,
    SignInExpired,
    NoProvider,
    ProviderAway,
    ProviderTaken,
    BadLogoutToken,
    PasswordChangeNeeded,
    SecondFactorSetupNeeded,
    SecondFactorOn,
    SecondFactorOff,
    AccountExpired,
    TooManyOnline,
    AwaitingApproval,
    RegistrationRefused {
        reason: String,
    },
    OwnAccount,
    DemoAccount,
    LastAdministrator,
    #[strum(serialize = "last_administrator.right")]
    LastHolder,
    BeyondOwnRights,
    BeyondApplicants,
    ScopeBeyondOwn,
    UnitAboveItself,
    UnitInUse {
        children: u64,
        members: u64,
        grants: u64,
    },
    NodeBelowItself,
    NodeTooDeep {
        most: u64,
    },
    ChangedMeanwhile,
    #[strum(serialize = "changed_meanwhile.account")]
    AccountChangedMeanwhile,
    #[strum(serialize = "changed_meanwhile.order")]
    OrderChangedMeanwhile,
    #[strum(serialize = "changed_meanwhile.subscription")]
    SubscriptionChangedMeanwhile,
    SettingTwice,
    FiguresNotCounted,
    NodeInUse,
    RegionInUse,
    EntryInUse,
    NodeKindOfBranch,
    NodeKindInWork,
    NodeKindOfMany,
    MoveChangesScopes,
    SetUpLinkOver,
    SetUpDone,
    ResetLinkOver,
    NoResetByMail,
    ImportUnreadable,
    ImportTooLarge {
        megabytes: u64,
    },
    ImportTooManyRows {
        most: u64,
    },
    ImportEmpty,
    ImportNothing,
    ImportRefused {
        faults: u64,
    },
    AdministratorsApart,
    AdministratorsCombined {
        names: Names,
    },
    SystemAdministratorMissing,
    SecurityAdministratorMissing,
    AuditAdministratorMissing,
    BuiltInRole,
    RoleInUse {
        members: u64,
        names: Names,
    },
    RegistrationDecided,
    TooOften,
    #[strum(serialize = "too_often.calls")]
    TooManyCalls {
        most: u64,
    },
    Forbidden,
    NotFound,
    #[strum(serialize = "not_found.old_portal")]
    NoRecordOfOldPortal,
    #[strum(serialize = "not_found.order")]
    OrderNotFound,
    #[strum(serialize = "not_found.collection")]
    CollectionNotFound,
    #[strum(serialize = "not_found.region")]
    RegionNotFound,
    #[strum(serialize = "not_found.area")]
    AreaNotFound,
    #[strum(serialize = "not_found.scene")]
    SceneNotFound,
    TooLarge,
    #[strum(serialize = "too_large.file")]
    FileTooLarge {
        megabytes: u64,
    },
    Internal,
    Unavailable,
    NoSpace,
    PaperKeyMissing,
    PaperDamaged,
    TooSlow,
    WrongState,
    #[strum(serialize = "wrong_state.subscription")]
    SubscriptionState,
    SubscriptionExpired,
    BackfillUnderWay,
    TargetInUse {
        count: u64,
        names: Names,
    },
    #[strum(serialize = "wrong_state.receive")]
    ReceiveState,
    ReceiveRunUnderWay,
    TokenInvalid,
    TokenNotEnough,
    TokenBeyondRights,
    #[strum(serialize = "daily_quota.calls")]
    DailyCallsSpent {
        most: u64,
    },
    #[strum(serialize = "daily_quota.bytes")]
    DailyBytesSpent {
        most: String,
    },
    ClientSystemAlready,
    #[strum(serialize = "too_many.client_systems")]
    TooManyClientSystems {
        most: u64,
    },
    #[strum(serialize = "too_many.access_tokens")]
    TooManyTokens {
        most: u64,
    },
    CopyNotReady,
    #[strum(serialize = "too_many.receive_tasks")]
    TooManyReceiveTasks {
        most: u64,
    },
    #[strum(serialize = "too_many.receive_dry_runs")]
    TooManyReceiveDryRuns,
    TargetUnreachable {
        what: Detail,
    },
    TargetHostKeyDiffers {
        known: String,
        met: String,
    },
    #[strum(serialize = "too_many.results")]
    TooManyResults {
        most: u64,
    },
    ShelfExists,
    ShelfMissing,
    #[strum(serialize = "too_many.targets")]
    TooManyTargets {
        most: u64,
    },
    #[strum(serialize = "too_many.subscriptions")]
    TooManySubscriptions {
        most: u64,
    },
    #[strum(serialize = "wrong_state.delete")]
    WrongStateToDelete {
        number: String,
    },
    NotJson,
    BadJson {
        reason: String,
    },
    BadQuery {
        reason: String,
    },
    BadMultipart {
        reason: String,
    },
    MethodNotAllowed,
    BadIdempotencyKey,
    IdempotencyKeyReused,
    BadLink,
    RangeNotSatisfiable,
    Partial,
    #[strum(serialize = "partial.papers")]
    PartialPapers,
    NothingChanged,
    RequiredEmpty,
    NoScenes,
    PapersMissing,
    FormInvalid,
    CatalogueOnlyUndecided,
    UnknownScenes,
    #[strum(serialize = "unknown_scenes.export")]
    UnknownScenesToExport {
        count: u64,
    },
    UnusablePapers,
    SharedFileName,
    CauseMissing,
    #[strum(serialize = "cause_missing.cancel")]
    CancelCauseMissing,
    #[strum(serialize = "cause_missing.emergency")]
    EmergencyCauseMissing,
    ReasonMissing,
    NotRated,
    #[strum(serialize = "not_rated.score")]
    NotScored,
    NothingToContinue,
    NothingStuck,
    NothingOnline,
    NothingFailed,
    #[strum(serialize = "nothing_failed.clone")]
    NothingFailedToClone,
    ReorderOff,
    #[strum(serialize = "scenes_out_of_scope")]
    ScenesOutOfScope {
        count: u64,
    },
    OtherDataKind,
    #[strum(serialize = "other_data_kind.archive")]
    OtherDataKindThanArchive,
    NoOpenDelivery,
    AlreadyAsked,
    DecisionPending,
    NoDecision,
    OthersDecision,
    OneFile,
    EmptyFile,
    TooSlowUpload,
    WrongFileType,
    #[strum(serialize = "wrong_file_type.document")]
    WrongDocumentType,
    #[strum(serialize = "wrong_file_type.picture")]
    WrongPictureType,
    #[strum(serialize = "wrong_file_type.video")]
    WrongVideoType,
    #[strum(serialize = "wrong_file_type.captions")]
    WrongCaptionsType,
    DamagedFile,
    ActiveContent,
    UnreadablePdf,
    TooManyPixels,
    #[strum(serialize = "too_many_pixels.content")]
    TooManyPixelsForContent {
        millions: u64,
    },
    UnreadableArea,
    NotOnePolygon,
    TooManyVertices {
        most: u64,
    },
    SelfCrossing {
        place: String,
    },
    TooElaborate,
    GeometryBusy,
    NoDelivery,
    #[strum(serialize = "no_delivery.expired")]
    DeliveryExpired,
    #[strum(serialize = "no_delivery.pickup")]
    NoPickUp,
    NoFile,
    #[strum(serialize = "no_file.out_of_scope")]
    ExportOutOfScope,
    NothingChosen,
    #[strum(serialize = "too_many_scenes")]
    TooManyScenesToExport {
        most: u64,
    },
    NoFootprint,
    TooManyExports {
        most: u64,
    },
    CartFull,
    #[strum(serialize = "name_taken")]
    SearchNameTaken,
    #[strum(serialize = "name_taken.bookmark")]
    BookmarkNameTaken,
    #[strum(serialize = "too_many")]
    TooManySearches,
    #[strum(serialize = "too_many.bookmarks")]
    TooManyBookmarks,
    #[strum(serialize = "too_many.news_types")]
    TooManyNewsTypes {
        most: u64,
    },
    #[strum(serialize = "too_many.announcements")]
    TooManyAnnouncements {
        most: u64,
    },
    #[strum(serialize = "in_use")]
    FieldListInUse {
        count: u64,
        names: Names,
    },
    #[strum(serialize = "in_use.news_type")]
    NewsTypeInUse {
        articles: u64,
        names: Names,
    },
    NewsPublished,
    ContentChanged,
    #[strum(serialize = "in_use.default")]
    DefaultFieldList,
    #[strum(serialize = "name_missing")]
    SearchNameMissing,
    #[strum(serialize = "name_missing.bookmark")]
    BookmarkNameMissing,
    QuotaPapers {
        most: String,
    },
    QuotaOrders {
        most: u64,
    },
    QuotaExports {
        most: u64,
    },
    QuotaUnits {
        most: u64,
    },
    TooManyUploads,
    TooManyConnections,
    #[strum(serialize = "use_instead.password")]
    PasswordNotHandedOut,
    #[strum(serialize = "use_instead.single_sign_on")]
    SingleSignOnInstead,
    #[strum(serialize = "use_instead.sql")]
    SqlNotTaken,
    #[strum(serialize = "use_instead.client_ip")]
    ClientIpNotTaken,
    #[strum(serialize = "use_instead.fixed_token")]
    FixedTokenNotTaken,
    #[strum(serialize = "use_instead.permissions")]
    PermissionsFixed,
    #[strum(serialize = "use_instead.records")]
    RecordsNotWritten,
    #[strum(serialize = "use_instead.status")]
    StatusNotSet {
        status: String,
    },
}

impl Text for ProblemText {
    fn key(&self) -> &'static str {
        self.into()
    }
}
