import type { components, operations } from './schema';

/**
 * Names for the wire shapes of the HTTP interface. The shapes themselves are generated (`npm run generate`) from
 * openapi.json, where each field is explained. Times are RFC 3339 text, sizes are bytes unless said otherwise.
 */
type Schemas = components['schemas'];

/** The same shape, as screens take it: they show a dash where a text is null, and so need not be sent one. */
type Lenient<T, Text extends keyof T, Absent extends keyof T = never> = Omit<T, Text | Absent> & {
  [K in Text]: T[K] | null;
} & { [K in Absent]?: T[K] };

type Query<T> = T extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never;

/** Days that statistics count, `yyyy-MM-dd`, both included. */
export type StatisticsPeriod = { from: string; to: string };
export type BreakdownQuery = Query<operations['getOrderNumBy']>;
export type OrderStatistics = Schemas['OrderStatistics'];
export type MonthlyFigures = Schemas['MonthlyFigures'];
export type UnitFigures = Schemas['UnitFigures'];
export type FigureRow = Schemas['FigureRow'];
export type ProvinceOutline = Schemas['ProvinceOutline'];

export type AdministratorKind = Schemas['AdministratorKind'];
export type AppointedAdministrators = Schemas['AppointedAdministrators'];
export type Separation = Schemas['Separation'];
export type DictionaryWord = Schemas['DictionaryWord'];
export type AuditSubject = Schemas['AuditSubject'];
export type AuditOutcome = Schemas['AuditOutcome'];
export type AuditEntry = Schemas['AuditEntry'];
export type AuditQuery = Query<operations['listAuditLog']>;
export type RegistryEntry = Schemas['RegistryEntry'];
export type RegistryDetail = Schemas['RegistryDetail'];
export type RegistryQuery = Query<operations['listRegistry']>;
export type ProvidedQuery = Query<operations['registryFigures']>;
export type RecordVerification = Schemas['RecordVerification'];
export type ShownTable = Schemas['ShownTable'];
export type VerifiedRecord = Schemas['VerifiedRecord'];
export type VerifiedReport = Schemas['VerifiedReport'];
export type BehaviourType = Schemas['BehaviourType'];
export type ReceivedQuery = Query<operations['getReceivedFigures']>;
export type ReceivedFigure = Schemas['ReceivedFigure'];
export type ReceivedScenesQuery = Query<operations['getReceivedScenes']>;
export type ReceivedScene = Schemas['ReceivedScene'];
export type Coverage = Schemas['Coverage'];
export type CoverageItem = Schemas['CoverageItem'];
export type CoverageGrid = Schemas['CoverageGrid'];
export type DownloadsQuery = Query<operations['getDownloadFigures']>;
export type DownloadFigure = Schemas['DownloadFigure'];
export type UnitCompletion = Schemas['UnitCompletion'];
export type CompletionCounts = Schemas['CompletionCounts'];
export type TransfersQuery = Query<operations['getDownloads']>;
export type EndedTransfer = Schemas['EndedTransfer'];
export type PreparationStatistics = Schemas['PreparationStatistics'];
export type PreparationFailuresQuery = Query<operations['getPreparationFailures']>;
export type PreparationFailure = Schemas['PreparationFailure'];
export type SatisfactionQuery = Query<operations['getSatisfactionFigures']>;
export type SatisfactionStatistics = Schemas['SatisfactionStatistics'];
export type GivenRatingsQuery = Query<operations['getGivenRatings']>;
export type GivenRating = Schemas['GivenRating'];
export type ExploitationStatistics = Schemas['ExploitationStatistics'];
export type DeliveredScenesQuery = Query<operations['getDeliveredScenes']>;
export type FirstDelivery = Schemas['FirstDelivery'];
export type OpenService = Schemas['OpenService'];
export type OpenServiceCounts = Schemas['OpenServiceCounts'];
export type OpenServiceDay = Schemas['OpenServiceDay'];
export type OpenServiceFigures = Schemas['OpenServiceFigures'];
export type OpenServicesQuery = Query<operations['getOpenServiceFigures']>;
export type OpenServicesExport = Query<operations['exportOpenServiceFigures']>;
export type BehaviourFigures = Schemas['BehaviourFigures'];
export type BehaviourRow = Schemas['BehaviourRow'];
export type BehaviourQuery = Query<operations['getUserBehaviors']>;

export type SurveyAnswer = Required<Schemas['SurveyAnswer']>;
export type GivenSurveyAnswer = Schemas['GivenSurveyAnswer'];
export type AnswersQuery = StatisticsPeriod & Query<operations['getSurveyAnswers']>;
export type SurveyFigures = Schemas['SurveyFigures'];
export type SurveyOccupation = Schemas['SurveyOccupation'];
export type SurveyFrequency = Schemas['SurveyFrequency'];
export type SurveyDataQuality = Schemas['SurveyDataQuality'];
export type SurveyProblem = Schemas['SurveyProblem'];
export type SurveyImprovement = Schemas['SurveyImprovement'];
export type SurveyWillingness = Schemas['SurveyWillingness'];
export type SurveyQuestionName = Schemas['SurveyQuestionName'];

export type NewsQuery = Query<operations['getNewsList']>;
export type Headline = Schemas['Headline'];
export type CurrentAnnouncement = Schemas['CurrentAnnouncement'];
export type AnnouncementLevel = Schemas['AnnouncementLevel'];
export type ContentPage = Schemas['ContentPage'];
export type ContentLanguage = Schemas['ContentLanguage'];
export type ContentPageDraft = Schemas['PageTextsForm'];
export type ContentPageTexts = Schemas['PageTextsView'];
export type NewsState = Schemas['NewsState'];
export type NewsType = Schemas['NewsType'];
export type NewsArticle = Schemas['News'];
export type NewsDraft = Schemas['NewsForm'];
export type WrittenNewsQuery = Query<operations['getWrittenNews']>;
export type Announcement = Schemas['Announcement'];
export type AnnouncementDraft = Schemas['AnnouncementForm'];
export type GuideVideoState = Schemas['GuideVideoState'];
export type YearlyReport = Schemas['YearlyReport'];
export type YearlyReportQuery = Query<operations['getYearlyReport']>;
export type ReportBlock = Schemas['ReportBlock'];
export type ReportChart = Schemas['ReportChart'];
export type ReportTable = Schemas['ReportTable'];
export type ReportPiece = Schemas['ReportPiece'];
export type ReportNumbers = Schemas['ReportNumbers'];
export type ReportNoteDraft = Schemas['ReportNoteDraft'];
export type ReportNoteSubject = Schemas['ReportNoteSubject'];
export type ReportToPublish = Schemas['ReportToPublish'];

export type Page<T> = { items: T[]; total: number };

export type PageQuery = { page?: number; pageSize?: number; sort?: string };

export type Role = Schemas['Role'];
/** What may be allowed, by its code. */
export type PortalPage = Schemas['PortalPage'];
export type OfficePage = Schemas['OfficePage'];
export type MenuPages = Schemas['MenuPages'];
export type MenuPart = Schemas['MenuPart'];
export type RolePreview = Schemas['RolePreview'];
export type RolePreviewQuery = Schemas['RolePreviewQuery'];
export type Permission = Schemas['Permission'];
export type PermissionGroup = Schemas['PermissionGroup'];
export type GrantablePermission = Schemas['GrantablePermission'];
/** An operation that needs a permission, by its id: which there are the document lists. */
export type GuardedOperation = Schemas['GuardedOperation'];
export type StoredRole = Schemas['StoredRole'];
export type RoleName = Schemas['RoleName'];
export type RoleDraft = Schemas['RoleDraft'];
export type RoleEvent = Schemas['RoleEvent'];
export type RoleQuery = Query<operations['getRoles']>;
export type ScopeSubjectKind = Schemas['ScopeSubjectKind'];
export type ScopeGrant = Schemas['ScopeGrant'];
export type ScopeGrantDraft = Schemas['ScopeGrantDraft'];
export type ScopeGrantQuery = Query<operations['getScopeGrants']>;
export type ExplainedScope = Schemas['ExplainedScope'];
export type ExplainedGrant = Schemas['ExplainedGrant'];
export type UnitNode = Schemas['UnitNode'];
export type UnitUses = Schemas['UnitUses'];
export type ExplainedPermission = Schemas['ExplainedPermission'];
export type Captcha = Schemas['Captcha'];
export type Login = Schemas['Credentials'];
export type Registration = Schemas['Registration'];
export type Person = Required<Schemas['PersonForm']>;
export type AccountRules = Schemas['AccountRules'];
export type PasswordChange = Schemas['PasswordChange'];
export type FactorCode = Schemas['FactorCode'];
export type SecondFactorEnd = Schemas['SecondFactorEnd'];
export type Duty = Schemas['Duty'];
export type Session = Schemas['Session'];
export type ProviderLink = Schemas['ProviderLink'];
export type User = Omit<Schemas['User'], 'person'> & { person: Person };
export type UserQuery = Query<operations['getUsers']>;
export type NewUser = Schemas['NewUser'];
export type FirstAdministrator = Schemas['FirstAdministrator'];
export type PersonalData = Schemas['PersonalData'];
export type ImportReport = Schemas['ImportReport'];
export type UserChange = Schemas['UserChange'];
export type UserEvent = Schemas['UserEvent'];
export type AccountStatus = Schemas['AccountStatus'];
/** Where a registration was seen to stand that is decided about. */
export type UndecidedStatus = NonNullable<Query<operations['approveUser']>['status']>;
export type SettingsChange = Schemas['SettingsChange'];
export type Me = Lenient<
  Schemas['Me'],
  'unit' | 'phone',
  | 'email'
  | 'roles'
  | 'isAudited'
  | 'pwdMsg'
  | 'pwdMessage'
  | 'periodMsg'
  | 'periodMessage'
  | 'duty'
  | 'secondFactor'
  | 'roleIds'
>;
/** Layers of the installation's own. */
export type MapConfig = Schemas['MapConfig'];
export type Config = Schemas['Config'];

/** WX satellite imagery, ZL archive records, BZCP standard products. */
export type CatalogKind = Schemas['CatalogKind'];
export type CatalogNode = Schemas['CatalogNode'];

type SceneText = 'satelite' | 'sensor' | 'scenedate' | 'wktresponse';
export type Scene = Lenient<Schemas['Scene'], SceneText>;
/** The state of a scene is null until preparation begins. */
export type OrderScene = Lenient<Schemas['OrderScene'], SceneText, 'fileUrl'>;
/** 0 extracted, 1 extracting, 2 extraction failed. */
export type SceneState = Schemas['SceneState'];
export type SceneSearch = Schemas['SceneSearch'];
export type SceneSort =
  | 'pictures'
  | 'scenedate'
  | '-scenedate'
  | 'dataname'
  | '-dataname'
  | 'cloud'
  | '-cloud'
  | 'datasize'
  | '-datasize'
  | 'satelite'
  | '-satelite';
/** What came of adding to the cart, or taking out. */
export type CartChange = Schemas['Changed'];

/** 6 task source, 7 distribution form, 2 introduction letter, 1 identity card, 4 other. */
export type AttachmentType = Schemas['AttachmentType'];
/** The document added to a feedback; no slot of the form. */
export type FeedbackDocumentType = Extract<Schemas['UploadType'], 8>;
export type Attachment = Schemas['Attachment'];
export type AttachmentRef = Schemas['AttachmentRef'];
export type UploadedAttachment = Schemas['UploadedAttachment'];
/** A paper of an earlier order. */
export type EarlierAttachment = Schemas['EarlierAttachment'];
export type EarlierQuery = Query<operations['getEarlierAttachments']>;

export type OrderStatus = Schemas['OrderStatus'];
/** 0 existing product, 1 routine demand, 2 reprocessing. */
export type OrderType = Schemas['OrderType'];
/** 0 online download, 2 offline copy. */
export type GetMethod = Schemas['GetMethod'];
/** What the server says the caller may do to an order now. */
export type OrderAction = Schemas['OrderAction'];
/** A zip of an open delivery. */
export type Download = Schemas['Download'];
/** What differs from the order as it was rejected. */
export type OrderChanges = Schemas['OrderChanges'];
export type DataPercent = Schemas['DataPercent'];
/** A draft may have no get method yet. */
export type Order = Lenient<
  Schemas['Order'],
  'description' | 'processDescribe' | 'extractingElements' | 'assignment' | 'groupName',
  | 'appraise'
  | 'responseSpeed'
  | 'serviceAttitude'
  | 'feedBack'
  | 'feedBackUpload'
  | 'feedBackUploadName'
  | 'physicalPath'
  | 'clonedFrom'
>;
export type OrderQuery = Query<operations['getManOrderListForPage']>;
export type OrderEvent = Schemas['OrderEvent'];
export type OrderProgress = Schemas['OrderProgress'];

/** The whole form, as screens hold it. */
export type OrderForm = Required<Schemas['OrderForm']>;
/** A whole application, as screens send it. */
export type OrderDraft = Required<Omit<Schemas['OrderDraft'], 'catalogueOnly'>> & {
  form: OrderForm;
  /** Needed to submit scenes that only the catalogue knows. */
  catalogueOnly?: CatalogueOnlyChoice;
};
/** Scenes that only the catalogue knows stay in the order (`ask`) or leave it. */
export type CatalogueOnlyChoice = 'ask' | 'leave_out';
/** A change of an order: the whole application by its owner, or the papers alone by an administrator. */
export type OrderChange = OrderDraft | Pick<OrderDraft, 'attachments'>;

/** Which order is decided about, and when what was read of it had been handed in. */
export type OrderAsRead = Pick<Order, 'id' | 'submittedAt'>;
/** What is decided about an order that waits for its audit. */
export type Decision = Schemas['Decision'];
export type NewDecision = Schemas['NewDecision'];
export type QueuedOrder = Schemas['QueuedOrder'];
export type DroppedDecision = Schemas['DroppedDecision'];
export type AuditDesk = Schemas['AuditDesk'];
export type OrderChecks = Schemas['OrderChecks'];
export type OrderCheck = Schemas['OrderCheck'];
export type Verdict = Schemas['Verdict'];
/** Why somebody has to look at an order. */
export type Attention = NonNullable<OrderQuery['attention']>;
export type Dashboard = Schemas['Dashboard'];

/** 0 very satisfied ... 4 very dissatisfied. */
export type Rating = Schemas['Rating'];
export type Feedback = Schemas['Feedback'];

/** An offline copy has no addresses; administrators see its physical path. */
export type Delivery = Schemas['Delivery'];
export type DeliveryFile = Schemas['DeliveryFile'];

export type Unit = Schemas['Unit'];

/** Formats of an export of scenes. */
export type ExportKind = Schemas['ExportKind'];
export type ExportContent = Schemas['ExportContent'];
/** Scenes of an order (all, or those of `dids`), or scenes of the catalogue. */
export type ExportRequest = Schemas['NewExport'];
/** `F_STATUS` 0 at work, 1 done (then `F_ZIPURL` is there), 2 failed (then `message` says why). */
export type ExportStatus = Schemas['Export'];

/** What the pick-up sheet of an offline copy says. */
export type Pickup = Schemas['PickUp'];

/** A paper that was replaced or removed. */
export type OldAttachment = Schemas['PaperHistory']['items'][number];

/** The administrators' switches. */
export type Settings = Schemas['Settings'];
/** A scene that the caller already holds in an open delivery. */
export type DeliveredScene = Schemas['DeliveredSceneView'];

export type Notice = Schemas['Notice'];
export type NoticeKind = Schemas['NoticeKind'];
export type Inbox = Schemas['Inbox'];
export type InboxSettings = Schemas['InboxSettings'];
export type Webhook = Schemas['Webhook'];
/** The secret is in this answer only. */
export type NewWebhook = Schemas['CreatedWebhook'];

export type FieldError = Schemas['FieldError'];
/** RFC 9457 body; `detail` is the message to show. */
export type Problem = Schemas['Problem'];
/** What the server says, as a code of the catalogue of texts with what the text names. */
export type Message = { code: string; params?: Readonly<Record<string, unknown>> };

/** What an applicant may expect of the preparation. */
export type Queue = Schemas['Queue'];

export type ResearchResult = Schemas['ResearchResult'];
export type ResearchResultForm = Schemas['ResearchResultForm'];
export type ResultKind = Schemas['ResultKind'];
export type ResultState = Schemas['ResultState'];
export type ResultDecision = Schemas['ResultDecision'];
export type ResultDeskQuery = Query<operations['listResults']>;
export type ResultFiguresQuery = Query<operations['countResults']>;
export type ProvidedOrder = Schemas['ProvidedOrder'];

export type Subscription = Schemas['Subscription'];
export type SubscriptionArea = Schemas['SubscriptionArea'];
export type SubscriptionCriteria = Schemas['SubscriptionCriteria'];
export type SubscriptionCondition = Schemas['SubscriptionCondition'];
export type SubscriptionForm = Schemas['SubscriptionForm'];
export type SubscriptionFormFacts = Schemas['SubscriptionFormFacts'];
export type SubscriptionState = Schemas['SubscriptionState'];
export type SubscriptionDeskQuery = Query<operations['subscribeAuditList']>;
export type SubscriptionStanding = Schemas['SubscriptionStanding'];
export type SubscriptionStep = Schemas['OwnSubscriptionStep'];
export type SubscriptionDecision = Schemas['SubscriptionDecision'];
export type Backfill = Schemas['SubscriptionBackfill'];
export type BackfillForm = Schemas['BackfillForm'];
export type BackfillBasis = Schemas['BackfillBasis'];
export type BackfillState = Schemas['BackfillState'];
export type SubscribedScene = Schemas['SubscribedScene'];
export type MatchState = Schemas['MatchState'];
export type SubscribedSceneState = Schemas['SubscribedSceneState'];
export type SubscriptionCounts = Schemas['SubscriptionCounts'];
export type WithdrawalState = Schemas['WithdrawalState'];
export type PushTarget = Schemas['PushTarget'];
export type OrderPush = Schemas['OrderPushView'];
export type OrderPushes = Schemas['OrderPushes'];
export type OrderPushFile = Schemas['OrderPushFile'];
export type OrderPushTarget = Schemas['OrderPushTarget'];
export type ClientSystem = Schemas['ClientSystem'];
export type ClientSystemForm = Schemas['ClientSystemForm'];
export type NewClientSystem = Schemas['NewClientSystem'];
export type AccessToken = Schemas['AccessToken'];
export type NewAccessToken = Schemas['NewAccessToken'];
export type CreatedAccessToken = Schemas['CreatedAccessToken'];
export type ClientUseDay = Schemas['ClientUseDay'];
export type ReceiveTask = Schemas['ReceiveTask'];
export type ReceiveTaskForm = Schemas['ReceiveTaskForm'];
export type ReceiveDefinitionForm = Schemas['ReceiveDefinitionForm'];
export type ReceiveDryRunForm = Schemas['ReceiveDryRunForm'];
export type ReceiveRun = Schemas['ReceiveRun'];
export type ReceiveHistory = Schemas['ReceiveHistory'];
export type ReceiveFile = Schemas['ReceiveFile'];
export type ReceiveSourceKind = ReceiveTask['definition']['kind'];
export type ReceiveContents = NonNullable<ReceiveTask['definition']['contents']>;
export type ReceiveVerification = ReceiveTask['definition']['verification'];
export type ReceiveStanding = ReceiveTask['standing'];
export type ReceiveRunTrigger = ReceiveRun['trigger'];
export type ReceiveRunState = ReceiveRun['state'];
export type ReceiveOutcome = ReceiveFile['outcome'];
export type ReceiveReason = NonNullable<ReceiveFile['reason']>;
export type PushTargetForm = Schemas['PushTargetForm'];
export type PushTargetLimits = Schemas['TargetLimits'];
export type PushHold = Schemas['PushHold'];
export type TargetKind = Schemas['TargetKind'];
export type Shelf = Schemas['Shelf'];
export type ShelfFile = Schemas['ShelfFile'];
export type TargetSignIn = Schemas['TargetSignIn'];
