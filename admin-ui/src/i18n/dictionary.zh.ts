import type { DictionaryKind } from '@scenedock/ui-kit';
import { zhCatalogue } from './catalogue.zh';

const kinds: Record<DictionaryKind, string> = {
  usage: '用途',
  processing_level: '处理级别',
  reject_phrase: '驳回常用语',
};
const hints: Record<DictionaryKind, string> = {
  usage: '订单申请表“用途”一栏的选项。修改后立即生效；已有订单保留原有用途。',
  processing_level: '再加工订单“处理级别”一栏的选项。修改后立即生效；已有订单保留原有级别。',
  reject_phrase: '审核台驳回订单时按数字键选用的常用语，前九条对应数字键 1 至 9。',
};

/** Lists of words that forms offer. */
export const zhDictionary = {
  dictionary: {
    title: '字典管理',
    kinds,
    hints,
    empty: '列表中还没有内容',
    emptyHint: '点击“新增”添加第一项',
    count: (all: number, offered: number) => `共 ${all} 项，启用 ${offered} 项`,
    after: (text: string) => `。${text}`,
    position: '顺序',
    name: '中文名称',
    nameEn: '英文名称',
    enHint: '不填则英文界面也显示中文名称',
    orders: '使用订单',
    on: '启用',
    offer: (name: string) => `启用 ${name}`,
    add: '新增',
    addTo: (list: string) => `新增${list}`,
    edit: (name: string) => `修改 ${name}`,
    remove: (name: string) => `删除 ${name}`,
    removeConfirm: (name: string) => `确定删除“${name}”吗？`,
    up: (name: string) => `上移 ${name}（Alt + ↑）`,
    down: (name: string) => `下移 ${name}（Alt + ↓）`,
    first: '已在最前',
    last: '已在最后',
    movedTo: (name: string, position: number) => `“${name}”已移到第 ${position} 项`,
    fixed: (orders: number) => `已被 ${orders.toLocaleString('en-US')} 个订单使用，不能改名`,
    onlyOne: '至少启用一项',
    full: (most: number) => `最多 ${most} 项`,
    nameNeeded: '请填写中文名称',
    saved: '保存成功！',
    removed: '删除成功！',
    failed: '操作失败。',
    export: '导出 Excel',
    off: '停用',
    import: {
      ...zhCatalogue.fields.import,
      title: '导入字典',
      hint: '导出的表格即为模板：每行一项，行的顺序就是选项的顺序。导入后列表与表格一致，表中没有的项将被删除；已被订单使用的项不能删除或改名。任何一行有错则全部不导入。',
      clean: (list: string, rows: number) => `检查通过，“${list}”将替换为表中的 ${rows} 项。`,
      reportFile: '字典导入报告.xlsx',
    },
  },
};
