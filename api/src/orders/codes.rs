//! How the document names the codes of the specification: as the values that exist, not as any number.

use domain::account;
use domain::administrator;
use domain::attachment::AttachmentKind;
use domain::attempt;
use domain::audit_log;
use domain::behaviour;
use domain::catalogue;
use domain::content;
use domain::dictionary;
use domain::duty;
use domain::list_order;
use domain::menu;
use domain::notice;
use domain::order::attention;
use domain::order::checks;
use domain::order::decision;
use domain::order::feedback;
use domain::order::get_method::GetMethod as GetMethods;
use domain::order::kind::OrderKind;
use domain::order::progress;
use domain::order::scene_state;
use domain::order::state::{Action, OrderState};
use domain::permission;
use domain::push_bounds;
use domain::push_target;
use domain::receive;
use domain::recommend;
use domain::region;
use domain::research_result;
use domain::role;
use domain::scene_copy;
use domain::scope;
use domain::steering;
use domain::subscription;
use domain::survey;
use domain::task;
use domain::task_state;
use domain::wait;
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{RefOr, schema::SchemaType};

/// The actions that there is an endpoint for; only these are offered. The system's own are not among them.
pub(super) const OFFERED: [Action; 20] = [
    Action::Save,
    Action::Submit,
    Action::Withdraw,
    Action::Approve,
    Action::Reject,
    Action::Reextract,
    Action::ContinueWithoutFailed,
    Action::RetryPreparation,
    Action::CancelPreparation,
    Action::SaveDraft,
    Action::Complete,
    Action::MarkOverdue,
    Action::Reopen,
    Action::GiveFeedback,
    Action::SetPriority,
    Action::SetEmergency,
    Action::Clone,
    Action::RequestExtension,
    Action::Extend,
    Action::Delete,
];

fn values<T: Serialize>(kind: Type, all: &[T], meaning: &str) -> RefOr<Schema> {
    let values = all.iter().map(|value| serde_json::json!(value));
    ObjectBuilder::new()
        .schema_type(SchemaType::new(kind))
        .description(Some(meaning))
        .enum_values(Some(values))
        .into()
}

/// Declares a type that stands for a code in the document; it holds nothing.
macro_rules! codes {
    ($($name:ident: $kind:ident = $all:expr, $meaning:literal;)+) => {$(
        #[doc = $meaning]
        pub(crate) enum $name {}

        impl utoipa::PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                values(Type::$kind, &$all, $meaning)
            }
        }

        impl utoipa::ToSchema for $name {}
    )+};
}

codes! {
    OrderStatus: Integer = OrderState::ALL,
        "-2 deleted, -1 pending submission, 0 pending review, 1 approved, 2 rejected, 3 pending packaging, 5 overdue, \
         6 prepared, 7 completed, 8 feedback given.";
    OrderType: Integer = OrderKind::ALL, "0 existing product, 1 routine demand, 2 reprocessing.";
    GetMethod: Integer = [GetMethods::OnlineDownload, GetMethods::OfflineCopy], "0 online download, 2 offline copy.";
    SceneState: Integer = scene_state::SceneState::ALL, "0 extracted, 1 extracting, 2 extraction failed.";
    AttachmentType: Integer = AttachmentKind::SLOTS,
        "6 task source, 7 distribution form, 2 introduction letter, 1 ID card, 4 other.";
    UploadType: Integer = AttachmentKind::ALL,
        "A slot of the form: 6 task source, 7 distribution form, 2 introduction letter, 1 ID card, 4 other; or 8, added \
         to a feedback.";
    Rating: Integer = feedback::Rating::ALL,
        "0 very satisfied, 1 satisfied, 2 average, 3 dissatisfied, 4 very dissatisfied.";
    OrderAction: String = OFFERED, "What may be done to an order.";
    Stage: String = [progress::Stage::Extract, progress::Stage::Package, progress::Stage::Verify],
        "A stage of the preparation.";
    TargetKind: String = push_target::TargetKind::ALL, "How a place is spoken to that scenes are pushed to.";
    TargetSignIn: String = push_target::SignIn::ALL, "What one signs in with at a place that scenes are pushed to.";
    TargetSignInKey: String = push_target::SignInKey::ALL,
        "With which key one signs in over SSH at a place that scenes are pushed to: one's own, or the one that everybody's places shared \
         before.";
    ReceiveSourceKind: String = receive::SourceKind::ALL, "What sort of source scenes come from.";
    ReceiveContents: String = receive::SourceContents::ALL, "What the files of a source are.";
    ReceiveVerification: String = receive::Verification::ALL, "What is verified of a scene's file before it is taken in.";
    ReceiveStanding: String = receive::ReceiveStanding::ALL, "How a receive task stands.";
    ReceiveRunTrigger: String = receive::RunTrigger::ALL, "Why a run began.";
    ReceiveRunState: String = receive::RunState::ALL, "Where a run stands.";
    ReceiveOutcome: String = receive::ItemOutcome::ALL, "What became of an item.";
    ReceiveReason: String = receive::ItemReason::ALL, "Why an item is refused, or waits.";
    SceneFileState: String = scene_copy::CopyState::ALL, "Where the file of a scene stands that another system asked for.";
    BackfillBasis: String = subscription::BackfillBasis::ALL, "Which date of a scene lies in a range.";
    BackfillState: String = subscription::BackfillState::ALL, "Where a backfill stands.";
    SubscriptionFrequency: String = subscription::Frequency::ALL, "When what came in goes out.";
    SubscriptionState: String = subscription::SubscriptionState::ALL, "Where a subscription stands, as it was put.";
    SubscriptionStanding: String = subscription::Standing::ALL,
        "Where a subscription stands, with what else decides whether its files go out.";
    PushHold: String = push_bounds::PushHold::ALL,
        "What holds back what is due at a target, where it is neither its owner's doing nor the target's.";
    TaskKindWord: String = task::TaskKind::ALL, "What a task of the workers does.";
    ListedKindWord: String = task::ListedKind::words(),
        "What a listed task does; newer: something that only a newer version than the one that answers knows.";
    TaskStateWord: String = task_state::TaskState::ALL, "Where a task stands.";
    AttemptOutcomeWord: String = attempt::AttemptOutcome::ALL, "How an attempt at a task ended.";
    TaskActWord: String = steering::TaskAct::ALL, "What is done to tasks.";
    ErrorClassWord: String = task::ErrorClass::ALL, "What a task failed of.";
    WaitReasonWord: String = wait::WaitKind::words(), "Why something waits.";
    WaitBucketWord: String = wait::WaitBucket::ALL, "What has to happen for a wait to end.";
    WaitRemedyWord: String = wait::WaitRemedy::ALL, "What removes a wait.";
    Attention: String = attention::Attention::ALL, "Why somebody has to look at an order.";
    Decision: String = decision::Decision::ALL, "What is decided about an order that waits for its audit.";
    CheckKind: String = checks::CheckKind::ALL, "What a check is about.";
    Verdict: String = checks::Verdict::ALL, "How a check went: nothing is noticed, somebody should look, something is missing.";
    NoticeKind: String = notice::NoticeKind::ALL, "What happened to an order that people are told of.";
    InboxKind: String = notice::words(), "What a notice is about: an event of an order, a result of one's own, or what subscriptions brought.";
    AccountStatus: String = account::AccountStatus::ALL,
        "Whether a person may sign in, and why not: an administrator switched the account off, or the registration waits \
         or was refused.";
    UserType: String = account::UserType::ALL, "What sort of user somebody registered as.";
    AccountAction: String = account::AccountAction::ALL, "What happened to an account.";
    Duty: String = duty::Duty::ALL, "What somebody who has signed in does before anything else.";
    AuditSubject: String = audit_log::AuditSubject::ALL, "What sort of thing was acted on.";
    AuditOutcome: String = audit_log::AuditOutcome::ALL, "Whether it was done.";
    ScopeSubjectKind: String = scope::ScopeSubjectKind::ALL, "To whom a grant of what may be seen is made.";
    DictionaryKind: String = dictionary::DictionaryKind::ALL,
        "A list of the dictionary: usages of orders, processing levels of reprocessing orders, phrases for rejections.";
    InterestSource: String = recommend::Source::ALL, "How it is known what a person is interested in.";
    RegionLevel: String = region::RegionLevel::ALL, "What kind of region.";
    RegionOrigin: String = region::RegionOrigin::ALL, "How a region differs from what ships.";
    AuditAction: String = audit_log::AuditAction::words(), "What was done to it.";
    BehaviourType: Integer = behaviour::Behaviour::ALL.map(behaviour::Behaviour::code),
        "0 register, 1 sign-in, 2 search, 3 add to cart, 4 create order, 5 download, 6 time on site, 7 STAC search by a \
         body, 8 STAC search by an address.";
    CatalogKind: String = catalogue::NodeKind::ALL, "WX satellite imagery, ZL archives, BZCP standard products.";
    NewsState: String = *content::NewsState::ALL,
        "draft: being written; published: can be read from its moment on; withdrawn: can no longer be read.";
    AnnouncementLevel: String = *content::AnnouncementLevel::ALL, "How much an announcement matters.";
    ContentPage: String = *content::ContentPage::ALL, "A page whose text may be replaced.";
    ContentLanguage: String = *content::ContentLanguage::ALL, "A language in which something is published.";
    SurveyOccupation: String = *survey::Occupation::ALL, "What somebody does.";
    SurveyFrequency: String = *survey::UsageFrequency::ALL, "How often the service is used.";
    SurveyDataQuality: String = *survey::DataQuality::ALL, "How good the data are.";
    SurveyProblem: String = *survey::ServiceProblem::ALL, "What is in somebody's way.";
    SurveyImprovement: String = *survey::ServiceImprovement::ALL, "What should be better.";
    SurveyWillingness: String = *survey::Willingness::ALL,
        "Whether somebody would recommend the service.";
    SurveyQuestionName: String = *survey::SurveyQuestion::ALL, "A question of the survey.";
    Role: String = role::Role::ALL.map(role::Role::as_str),
        "The role of every installation that comes nearest to what a person may do: where the person begins.";
    Permission: String = permission::Permission::ALL.map(permission::Permission::code),
        "What may be allowed.";
    PermissionGroup: String = permission::PermissionGroup::ALL.map(permission::PermissionGroup::as_str),
        "Permissions that are shown together.";
    PortalPage: String = menu::PortalPage::ALL.map(menu::PortalPage::as_str),
        "A page of the portal that its menus offer.";
    OfficePage: String = menu::OfficePage::ALL.map(menu::OfficePage::as_str),
        "A page of the back office that its menu offers.";
    AdministratorKind: String = administrator::AdministratorKind::ALL.map(administrator::AdministratorKind::as_str),
        "What an administrator is, where administrators are kept apart.";
    UserOrder: String = *list_order::UserOrder::ALL, "What accounts are ordered by; with `-` the last of it first.";
    RoleOrder: String = *list_order::RoleOrder::ALL, "What roles are ordered by; with `-` the last of it first.";
    GrantOrder: String = *list_order::GrantOrder::ALL, "What grants are ordered by; with `-` the last of it first.";
    LogOrder: String = *list_order::LogOrder::ALL, "What logs are ordered by; with `-` the last of it first.";
    RegistryOrder: String = *list_order::RegistryOrder::ALL, "What entries of the registry are ordered by; with `-` the last of it first.";
    ResultOrder: String = *list_order::ResultOrder::ALL, "What results are ordered by; with `-` the last of it first.";
    ResultKind: String = *research_result::ResultKind::ALL, "What sort of result.";
    ResultDecisionWord: String = *research_result::ResultDecision::ALL, "What somebody decides about a result.";
    ResultState: String = *research_result::ResultState::ALL,
        "Where a result stands: as reported, checked, or refused.";
    NewsOrder: String = *list_order::NewsOrder::ALL, "What articles are ordered by; with `-` the last of it first.";
    SubscriptionOrder: String = *list_order::SubscriptionOrder::ALL, "What subscriptions are ordered by; with `-` the last of it first.";
    AnswerOrder: String = *list_order::AnswerOrder::ALL, "What answers of the survey are ordered by; with `-` the last of it first.";
    RoleAction: String = role::RoleAction::ALL.map(role::RoleAction::as_str), "What happened to a role.";
}
