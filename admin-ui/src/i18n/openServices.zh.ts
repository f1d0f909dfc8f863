import type { OpenService } from '@scenedock/ui-kit';

const services: Record<OpenService, string> = {
  catalogue: '目录',
  scene: '景',
  preview: '预览图',
  statistics: '统计',
  registry: '提供登记',
  file: '景文件',
  other: '其他',
  earlier: '早期未分类',
};

/** What client systems call for: a tab of the order statistics. */
export const zhOpenServices = {
  openServices: {
    hint: '接入系统用令牌调用本系统的次数，按北京时间逐日统计。被拒绝的调用也计入调用次数。只保留最近 400 天。',
    system: '接入系统',
    perSystems: '个',
    requests: '调用次数',
    perTimes: '次',
    refused: '拒绝',
    overQuota: '超出配额',
    forbidden: '无权限',
    bytes: '下载量',
    service: '服务',
    services,
    bySystem: '各接入系统调用次数',
    byDay: '每日调用次数',
    rowsOf: (parts: readonly string[]) => [...parts, '每日明细'].join(' · '),
    unknownSystem: '接入系统',
    exportSystems: '导出 Excel（各系统）',
    exportDays: '导出 Excel（每日）',
    empty: '没有接入系统调用',
    emptyHint: '换一段时间再查询',
  },
};
