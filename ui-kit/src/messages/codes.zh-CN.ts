import type {
  AttachmentType,
  CatalogKind,
  GetMethod,
  OrderAction,
  OrderStatus,
  OrderType,
  Rating,
  Role,
  SceneState,
} from '../api/types';

const orderStatus: Record<OrderStatus, string> = {
  [-2]: '已删除',
  [-1]: '待提交',
  0: '待审核',
  1: '审核通过',
  2: '审核驳回',
  3: '审核通过待打包',
  5: '逾期',
  6: '数据准备完成',
  7: '已完成',
  8: '已评价',
};

const sceneState: Record<SceneState, string> = { 0: '已提取', 1: '提取中', 2: '提取失败' };

const attachmentType: Record<AttachmentType, string> = {
  6: '任务来源说明',
  7: '分发登记表（签字）',
  2: '介绍信',
  1: '身份证',
  4: '其他附件',
};

const getMethod: Record<GetMethod, string> = { 0: '在线下载', 2: '离线拷贝' };

const orderType: Record<OrderType, string> = {
  0: '现有产品订单',
  1: '常规需求订单',
  2: '再加工订单',
};

const rating: Record<Rating, string> = {
  0: '非常满意',
  1: '满意',
  2: '一般',
  3: '不满意',
  4: '非常不满意',
};

const catalogKind: Record<CatalogKind, string> = {
  WX: '卫星影像',
  ZL: '档案资料',
  BZCP: '标准产品',
};

/** Roles of people, and those that events name. */
const role: Record<Role | 'owner' | 'system', string> = {
  applicant: '申请人',
  owner: '申请人',
  admin: '管理员',
  operator: '运维人员',
  system: '系统',
};

const orderAction: Record<OrderAction, string> = {
  save: '保存',
  submit: '提交',
  withdraw: '撤回',
  approve: '通过',
  reject: '驳回',
  reextract: '重提数据',
  continue_without_failed: '跳过失败景继续',
  retry_preparation: '重新打包',
  cancel_preparation: '取消数据准备',
  save_draft: '保存草稿',
  complete: '完成',
  mark_overdue: '标记逾期',
  reopen: '重新开通',
  give_feedback: '评价',
  request_extension: '申请延期',
  extend: '延期',
  set_priority: '调整优先级',
  set_emergency: '应急处理',
  clone: '再次订购',
  delete: '删除',
};

/** What the system does by itself; seen in the time line only. */
const systemAction = {
  finish_extraction: '数据提取完成',
  finish_preparation: '打包交付完成',
  note_expiry: '下载期限提醒',
  pause_tasks: '暂停任务',
  resume_tasks: '恢复任务',
  retry_tasks: '重试任务',
  cancel_tasks: '取消任务',
};

/** Names of everything that has a code. */
export const zhCodes = {
  orderStatus,
  sceneState,
  attachmentType,
  getMethod,
  orderType,
  rating,
  catalogKind,
  role,
  orderAction,
  systemAction,
};

export type Codes = typeof zhCodes;
