import type { AuditAction } from '../subscriptions/auditAction';

const actions: Record<AuditAction, string> = {
  create: '新建',
  change: '修改（需审批）',
  adjust: '调整',
  approve: '通过',
  refuse: '不通过',
  pause: '暂停',
  resume: '恢复',
  suspend: '中止',
  lift: '解除中止',
  end: '结束',
  backfill: '补推历史数据',
  cancel_backfill: '取消补推',
};

/** Everybody's subscriptions. */
export const zhSubscriptionDesk = {
  subscriptionDesk: {
    title: '订阅审批',
    intro: '审批用户的订阅，查看推送情况，限制推送目标的用量。',
    actions,
    tabs: { list: '订阅', targets: '推送目标' },
    all: '全部',
    empty: '没有符合条件的订阅',
    targetsEmpty: '还没有推送目标',
    approve: '通过',
    refuse: '不通过',
    suspend: '中止',
    lift: '解除中止',
    reasonNeeded: '请填写原因',
    refuseTitle: (name: string) => `不通过“${name}”`,
    suspendTitle: (name: string) => `中止“${name}”`,
    done: '操作成功',
    failed: '操作失败',
    limits: '限制用量',
    limitsTitle: (name: string) => `限制“${name}”的用量`,
    parallel: '同时推送的文件数 (1-16)',
    gigabytes: '每日上限 (GB，留空表示不限)',
    submitted: '提交时间',
    matched: '匹配',
  },
};
