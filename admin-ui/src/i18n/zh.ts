import { zhAuditLog } from './auditLog.zh';
import { zhBehaviours } from './behaviours.zh';
import { zhCatalogue } from './catalogue.zh';
import { zhClientSystems } from './clientSystems.zh';
import { zhContent } from './content.zh';
import { zhCoverage } from './coverage.zh';
import { zhDesk } from './desk.zh';
import { zhDictionary } from './dictionary.zh';
import { zhDirectory } from './directory.zh';
import { zhDownloads } from './downloads.zh';
import { zhInstruments } from './instruments.zh';
import { zhMetadataExport } from './metadataExport.zh';
import { zhMonitor } from './monitor.zh';
import { zhReceived } from './received.zh';
import { zhReceiving } from './receiving.zh';
import { zhRegions } from './regions.zh';
import { zhRegistry } from './registry.zh';
import { zhResults } from './results.zh';
import { zhRoles } from './roles.zh';
import { zhSceneFilter } from './sceneFilter.zh';
import { zhScopes } from './scopes.zh';
import { zhService } from './service.zh';
import { zhStatistics } from './statistics.zh';
import { zhSubscriptionDesk } from './subscriptions.zh';
import { zhSurveyPage } from './survey.zh';
import { zhSynchronisation } from './synchronisation.zh';
import { zhSystem } from './system.zh';
import { zhTasks } from './tasks.zh';
import { zhUsers } from './users.zh';
import { zhYearlyReport } from './yearlyReport.zh';

/** Chinese texts that only the back office has; the rest lies in the ui-kit. */
export const zh = {
  ...zhCatalogue,
  ...zhAuditLog,
  ...zhBehaviours,
  ...zhContent,
  ...zhDesk,
  ...zhDictionary,
  ...zhDirectory,
  ...zhInstruments,
  ...zhMonitor,
  ...zhRegions,
  ...zhRegistry,
  ...zhStatistics,
  ...zhCoverage,
  ...zhMetadataExport,
  ...zhSceneFilter,
  ...zhService,
  ...zhReceived,
  ...zhDownloads,
  ...zhReceiving,
  ...zhSynchronisation,
  ...zhClientSystems,
  ...zhSubscriptionDesk,
  ...zhSystem,
  ...zhUsers,
  ...zhResults,
  ...zhRoles,
  ...zhScopes,
  ...zhSurveyPage,
  ...zhTasks,
  ...zhYearlyReport,
  title: '订单管理后台',
  portal: '返回门户',
  language: '切换到英文',
  menuLabel: '订单列表',
  refresh: '刷新',
  login: {
    title: '登录管理后台',
    staffOnly: '仅限管理员和运维人员登录',
    demo: '演示系统账号：admin 或 operator，密码 Scenedock1',
    failed: '登录失败，请重试',
    notStaff: (name: string) => `账号 ${name} 不是管理人员账号，不能进入管理后台。`,
    toPortal: '前往门户',
    otherAccount: '换账号登录',
  },
  list: {
    draft: '待提交',
    pending: '待审核',
    rejected: '审核驳回',
    approved: '审核通过',
    prepared: '数据准备完成',
    overdue: '逾期',
    completed: '已完成',
    feedback: '已评价',
    all: '全部订单',
    empty: (name: string) => `没有“${name}”的订单`,
    emptyAll: '还没有订单',
    clear: '清除查询条件',
    conditions: '查询条件',
    conditionsActive: (n: number) => (n === 0 ? '查询条件' : `查询条件（${n}）`),
    anyStatus: '全部状态',
    shortcuts: '下单时间快捷选择',
    rating: '用户评分',
    pageSize: '每页条数',
    pages: '分页',
    count: (name: string, n: number) => `${name}，${n} 条`,
    updating: '正在更新',
  },
  row: {
    audited: '审核完成！',
    approve: (name: string) => `通过订单 ${name}`,
    reject: (name: string) => `驳回订单 ${name}`,
    undo: (name: string) => `撤销对订单 ${name} 的审核`,
    details: (name: string) => `查看订单 ${name} 详情`,
    delivery: (name: string) => `订单 ${name} 下载信息`,
    pickup: (name: string) => `订单 ${name} 联系方式`,
    feedback: (name: string) => `查看订单 ${name} 的评价`,
    feedbackFile: (name: string) => `下载订单 ${name} 的反馈附件`,
    cause: (name: string) => `查看订单 ${name} 的驳回原因`,
    priority: (name: string, sorder: number) => `订单 ${name} 优先级 ${sorder}，点击修改`,
  },
  detail: {
    back: '返回列表',
    missing: '订单不存在或已删除',
    sorder: '优先级',
    discard: '放弃修改',
    unsaved: '附件尚未保存，请点击“保存草稿”或“完成”。',
    noFile: '暂无文件！',
    noReason: '未记录失败原因',
    scenePreview: (name: string) => `${name} 预览图`,
    extracted: '已提取',
    streaming: '实时更新中',
    streamLost: '实时连接中断，正在重连',
    updatedAt: (time: string) => `更新于 ${time}`,
    mapLabel: '订单空间范围地图',
    mapFailed: '地图加载失败',
    actionBar: '订单操作',
    feedback: '用户评价',
    why: (name: string) => `查看 ${name} 的失败原因`,
    reason: '原因',
    grantDays: (days: number) => `同意延长 ${days} 天`,
    grantOther: '其他天数',
    rejectedBecause: '驳回原因',
  },
  savedList: {
    read: (rows: string, most: string) => `已读取 ${rows} 行（最多 ${most} 行）`,
    partOnly: (rows: string) =>
      `文件中只有列表最前面的 ${rows} 行，其余的行没有导出。请缩小日期范围或增加条件，分次导出。`,
    partName: (name: string, rows: number) => `${name}（前 ${rows} 行）`,
  },
  columns: {
    choose: '列',
    chooseHidden: (hidden: number) => `列（已隐藏 ${hidden}）`,
    title: '显示的列',
    all: '全部显示',
    order: '排序',
    more: '加载更多',
    by: (name: string, isDown: boolean) => `${name}${isDown ? '（降序）' : '（升序）'}`,
  },
  dialog: {
    latest: (words: string) => `现在的内容：${words}。再次点击“确定”将以您填写的为准。`,
    gone: '该项已被删除，您填写的内容没有保存。',
    cancelHint: '取消后订单状态为“已取消”，申请人可以看到此原因。',
    priority: '优先级（0-100）',
    priorityHint: '数值越大越先处理',
    retryConfirm: '将重新打包并检查，订单状态不变，是否继续？',
    continueConfirm: (n: number) => `失败的 ${n} 景数据将不会交付，订单将进入打包状态，是否继续？`,
    closesAt: (time: string) => `当前有效期至 ${time}`,
    closesThen: (time: string) => `延长后有效期至 ${time}`,
  },
  units: {
    title: '单位管理',
    add: '新增单位',
    name: '单位名称',
    nameNeeded: '单位名称不能为空！',
    find: '查找单位',
    status: '状态',
    inUse: '使用中',
    notOffered: '已停用',
    empty: '还没有单位',
    emptyHint: '新增的单位会供申请人填写，也可以授予数据',
    members: '成员',
    grants: '授权',
    operations: '操作',
    addBelow: (name: string) => `在 ${name} 下新增`,
    addTitle: (name: string) => `在 ${name} 下新增单位`,
    more: (name: string) => `${name} 的更多操作`,
    tasks: { rename: '修改名称', move: '调整上级单位', remove: '删除' },
    renameTitle: (name: string) => `修改 ${name} 的名称`,
    renameHint: '填写了此单位的用户随之更改；已有订单保留原来的名称',
    renamed: '单位名称已修改',
    moveTitle: (name: string) => `调整 ${name} 的上级单位`,
    isBelow: (name: string) => `现在的上级单位：${name}。`,
    moveHint: '成员可见授予其上级单位的数据。',
    parent: '新的上级单位',
    top: '无上级单位',
    chooseParent: '请选择上级单位',
    moved: '上级单位已保存',
    removeTitle: '删除单位',
    removeConfirm: (name: string) => `确定删除单位“${name}”吗？已有订单中的单位名称不受影响。`,
    removed: '单位已删除',
    needed: '单位正在使用，不能删除：',
    uses: {
      children: (names: string) => `下级单位：${names}`,
      members: (names: string) => `成员：${names}`,
      grants: (n: number) => `${n} 条数据范围授权`,
    },
    andMore: (n: number) => ` 等 ${n} 个`,
    failed: '操作失败。',
    openTops: '展开一级单位',
    closeAll: '全部收起',
  },
  webhooks: {
    title: 'Webhook 通知',
    intro: '订单有进展时，系统向以下地址发送带签名的 HTTP 请求，供其他业务系统接收。',
    add: '新增 Webhook',
    empty: '还没有 Webhook',
    events: '通知事件',
    eventsHint: '不选表示全部事件',
    everything: '全部事件',
    lastCall: '最近一次发送',
    never: '尚未发送',
    ok: '成功',
    failed: '失败',
    createdAt: '新增时间',
    active: '启用',
    switchOf: (url: string) => `启用 ${url}`,
    deleteOf: (url: string) => `删除 ${url}`,
    urlHint: '不能是内部网络地址；不跟随重定向',
    badUrl: '请输入以 http:// 或 https:// 开头的地址',
    secretTitle: 'Webhook 密钥',
    secret: '密钥',
    secretOnce: '密钥只显示这一次，请立即复制并妥善保存。',
    secretUse: '接收方用密钥核对请求头 X-Scenedock-Signature（HMAC-SHA-256）。',
    secretKept: '我已保存',
  },
  settings: {
    switches: '业务开关',
    reorder: '允许重提全部数据',
    reorderHint: '关闭后不能对已通过的订单重提全部景，仍可只重提失败景。',
    approveRegistrations: '注册需要审核',
    approveRegistrationsHint: '开启后，新注册的用户须由管理员在“用户管理”中通过后才能登录。',
    readOnly: '运行参数',
    readOnlyHint: '以下参数由服务器配置决定，只能查看。',
    ftpClient: '推荐 FTP 客户端',
    offlineAbove: '超过此数据量须离线拷贝',
    uploadMax: '单个附件上限',
    captcha: '登录验证码',
    demo: '演示模式',
    on: '开启',
    off: '关闭',
  },
};

/** The shape that every language fills. */
export type AdminMessages = typeof zh;
