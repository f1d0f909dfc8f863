/** Wire shapes of the HTTP interface. Times are RFC 3339 text, sizes are bytes unless said otherwise. */

export type Page<T> = { items: T[]; total: number };

export type PageQuery = { page?: number; pageSize?: number; sort?: string };

export type Role = 'applicant' | 'admin' | 'operator';

export type Captcha = { captchaId: string; image: string };

export type Login = { loginName: string; password: string; captchaId?: string; captcha?: string };

export type Me = {
  id: string;
  loginName: string;
  userName: string;
  role: Role;
  unit: string | null;
  phone: string | null;
  authorities: string[];
};

export type Config = {
  sysName: string;
  contactTele: string;
  contactAddress: string;
  /** False when the server asks for no captcha. */
  captcha: boolean;
  demo: boolean;
  uploadMaxBytes: number;
  /** Above this total size the server forces offline copy. */
  offlineAboveBytes: number;
  ftpClientUrl: string;
};

/** WX satellite imagery, ZL archive records, BZCP standard products. */
export type CatalogKind = 'WX' | 'ZL' | 'BZCP';

export type CatalogNode = {
  id: number;
  label: string;
  objType: CatalogKind;
  count: number;
  children: CatalogNode[];
};

export type Scene = {
  dataid: string;
  dataname: string;
  /** Index into the data types: original image, archive, aerial, standard product, J satellite. */
  datatype: number;
  satelite: string | null;
  sensor: string | null;
  nodeid: number;
  datasize: number;
  scenedate: string | null;
  receivetime: string | null;
  /** Footprint, longitude then latitude, degrees. */
  wktresponse: string | null;
  /** Per cent. */
  cloud: number | null;
  imageurl: string | null;
  /** False when the catalogue knows the scene but the archive does not hold it online. */
  exists: boolean;
};

/** 0 extracted, 1 extracting, 2 extraction failed. */
export type SceneState = 0 | 1 | 2;

export type OrderScene = Scene & {
  did: number;
  sstatus: SceneState;
  /** Why extraction failed. */
  flog: string | null;
  bytesDone: number;
  sha256: string | null;
};

export type SceneSort =
  | 'scenedate'
  | '-scenedate'
  | 'dataname'
  | '-dataname'
  | 'cloud'
  | '-cloud'
  | 'datasize'
  | '-datasize';

export type SceneSearch = {
  nodeIds?: number[];
  wkt?: string;
  from?: string;
  to?: string;
  satellites?: string[];
  cloudMax?: number;
  text?: string;
  page?: number;
  pageSize?: number;
  sort?: SceneSort;
};

export type SatelliteCount = { satelite: string; count: number };

/** 6 task source, 7 distribution form, 2 introduction letter, 1 identity card, 4 other. */
export type AttachmentType = 6 | 7 | 2 | 1 | 4;

export type Attachment = {
  attachmentId: string;
  type: AttachmentType;
  /** Name to show. */
  fileName: string;
  /** Stored name: a prefix of 19 characters, then the name to show. */
  fDataName: string;
  fDataPath: string;
  size: number;
  mediaType: string;
  creattime: string;
};

export type UploadedAttachment = { attachmentId: string; fileName: string };

export type OrderStatus = -2 | -1 | 0 | 1 | 2 | 3 | 5 | 6 | 7 | 8;

/** 0 existing product, 1 routine demand, 2 reprocessing. */
export type OrderType = 0 | 1 | 2;

/** 0 online download, 2 offline copy. */
export type GetMethod = 0 | 2;

/** What the server says the caller may do to an order now. */
export type OrderAction =
  | 'save'
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'reextract'
  | 'continue_without_failed'
  | 'cancel_preparation'
  | 'save_draft'
  | 'complete'
  | 'mark_overdue'
  | 'reopen'
  | 'give_feedback'
  | 'delete';

export type DataPercent = {
  /** Such as "37%". */
  percentStr: string;
  allSize: number;
  isin: number;
  failed: number;
  doing: number;
  bytesDone: number;
  bytesAll: number;
};

export type OrderForm = {
  applyuser: string;
  applyUserPhone: string;
  applyUserUnit: string;
  /** Usage. */
  applyUserUsed: string;
  /** Project name. */
  productName: string;
  getMethod: GetMethod;
  description: string;
  processDescribe: string;
  extractingElements: string;
  /** Processing level. */
  assignment: string;
};

export type Order = {
  id: string;
  ordername: string;
  sstatus: OrderStatus;
  type: OrderType;
  dataType: string;
  applyuser: string;
  applyUserPhone: string;
  applyUserUnit: string;
  applyUserUsed: string;
  productName: string;
  getMethod: GetMethod;
  description: string | null;
  processDescribe: string | null;
  extractingElements: string | null;
  assignment: string | null;
  cause: string | null;
  auditor: string | null;
  creattime: string;
  updatetime: string;
  endtime: string | null;
  /** Volume as text with a unit. */
  dataSum: string;
  dataSize: number;
  dataCount: number;
  downlodPathFile: string | null;
  loginUser: string;
  userid: string;
  userName: string;
  groupName: string | null;
  sorder: number;
  dataPercent: DataPercent;
  expiresAt: string | null;
  /** Ratings and text, once the applicant has given feedback. */
  appraise?: Rating | null;
  responseSpeed?: Rating | null;
  serviceAttitude?: Rating | null;
  feedBack?: string | null;
  /** Id of a document that the applicant added to the feedback. */
  feedBackUpload?: string | null;
  /** Not sent in lists. */
  attachments?: Attachment[];
  actions: OrderAction[];
};

export type AttachmentRef = { type: AttachmentType; attachmentId: string };

export type OrderDraft = {
  type: OrderType;
  dataType: string;
  form: OrderForm;
  dataIds: string[];
  attachments: AttachmentRef[];
  action: 'save' | 'submit';
};

/** A change of an order: the whole application by its owner, or the papers alone by an administrator. */
export type OrderChange = OrderDraft | Pick<OrderDraft, 'attachments'>;

export type OrderQuery = PageQuery & {
  status?: string;
  ordername?: string;
  unit?: string;
  applicant?: string;
  loginName?: string;
  from?: string;
  to?: string;
};

export type OrderEvent = {
  at: string;
  actor: string;
  role: string;
  from: OrderStatus | null;
  to: OrderStatus;
  action: string;
  reasonCode: string | null;
  text: string | null;
};

export type DeliveryFile = { name: string; size: number; sha256: string };

export type Delivery = {
  /** `user:password@host:port` */
  address: string;
  ftp: string;
  https: string;
  files: DeliveryFile[];
  expiresAt: string | null;
  tls: boolean;
};

export type OrderProgress = { sstatus: OrderStatus; dataPercent: DataPercent; updatetime: string };

export type Unit = { name: string; status: number };

/** 0 very satisfied ... 4 very dissatisfied. */
export type Rating = 0 | 1 | 2 | 3 | 4;

export type Feedback = {
  appraise: Rating;
  responseSpeed: Rating;
  serviceAttitude: Rating;
  feedBack: string;
  /** An attachment that the applicant added. */
  feedBackUpload?: string;
};

export type FieldError = { field: string; detail: string };

/** RFC 9457 body; `detail` is the message to show. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: FieldError[];
};
