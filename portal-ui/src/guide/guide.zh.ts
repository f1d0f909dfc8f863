import type { CatalogKind } from '@scenedock/ui-kit';

const kinds: Record<CatalogKind, string> = {
  WX: '光学、雷达等卫星影像，按景订购。可按范围、时间、云量、卫星和传感器检索，查看快视图和空间覆盖。',
  ZL: '区域地质、矿产等档案资料和图件，可按图幅、项目和范围检索。',
  BZCP: '经过正射、镶嵌等处理的标准产品，可直接用于制图和分析。',
};

/** What is here and how it is used (portal specification section 2: productIntro, userGuide, offLineDisk, maintenance). */
export const zhGuide = {
  products: {
    intro: '可以检索和订购的数据。数量随入库实时更新。',
    kinds,
    scenes: (n: number) => `${n.toLocaleString('zh-CN')} 景`,
    none: '目录中还没有数据',
  },
  use: {
    intro: '从检索到拿到数据，一共七步。',
    steps: [
      {
        name: '注册和登录',
        text: '填写单位、姓名和手机号码注册账号。检索数据不需要登录，订购需要登录。',
      },
      {
        name: '检索数据',
        text: '在地图上画出范围，或选择行政区、上传边界文件；再按时间、云量、卫星筛选。点开数据可以查看快视图和元数据。',
      },
      { name: '加入购物车', text: '把需要的数据加入购物车，也可以一次加入全部检索结果。' },
      {
        name: '填写申请表',
        text: '在购物车提交订单：填写用途和项目，选择获取方式，上传盖章的材料。空白表格可以在线填好后下载打印。',
      },
      {
        name: '等待审核',
        text: '管理员审核后会发送消息。被驳回的订单可以按原因修改后再次提交；审核前可以撤回。',
      },
      { name: '数据准备', text: '审核通过后系统自动提取和打包，订单详情中可以看到进度。' },
      {
        name: '下载和评价',
        text: '在线下载：用订单中的 FTP 账号，或直接在网页上下载。离线拷贝：带材料到指定地点领取。完成后请评价服务。',
      },
    ],
    go: { search: '去检索', register: '去注册', orders: '我的订单', offline: '离线拷贝说明' },
  },
  video: {
    title: '演示视频',
    none: '演示视频还没有上传，请先按文字步骤操作。',
    unplayable: '您的浏览器不能播放视频。',
    languages: { zh: '中文', en: '英文' },
  },
  offline: {
    title: '离线拷贝',
    intro: (size: string) => `数据总量超过 ${size} 的订单和再处理订单，通过移动硬盘离线拷贝。`,
    steps: [
      { name: '提交订单', text: '获取方式选择“离线拷贝”。' },
      { name: '等待准备', text: '状态变为“数据准备完成”后，订单中会显示领取地点和联系电话。' },
      { name: '打印领取单', text: '在订单详情中打印领取单，由领取人签字。' },
      {
        name: '领取数据',
        text: '携带领取单、材料原件和容量足够的空白移动硬盘，到领取地点拷贝。请先电话预约。',
      },
    ],
    papers: '提交时需要的材料',
    collect: '领取时需要的材料',
    collectionPoint: '领取地点',
  },
  maintenance: {
    title: '系统维护',
    text: '系统正在维护，暂时不能使用。已提交的订单和正在准备的数据不受影响。',
    back: '返回首页',
  },
};
