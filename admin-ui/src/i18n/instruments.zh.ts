import { zhCatalogue } from './catalogue.zh';

/** What satellites and sensors are called. */
export const zhInstruments = {
  instruments: {
    title: '卫星与传感器名称',
    intro:
      '给数据中的卫星代码、传感器代码起便于阅读的名称，门户和后台即按名称显示。检索条件、地址和接口仍用代码。',
    find: '查找代码或名称',
    unnamedOnly: '只看未命名',
    unnamed: '未命名',
    unnamedCount: (n: number) => `${n} 个代码未命名`,
    allNamed: '全部已命名',
    empty: '数据目录中还没有卫星',
    emptyHint: '用 scenedock ingest 入库数据后，其卫星和传感器会列在这里',
    satellite: '卫星代码',
    sensor: '传感器代码',
    itself: '（卫星本身）',
    noSatellite: '（未注明卫星）',
    scenes: '数据',
    count: (n: number) => `${n.toLocaleString('en-US')} 景`,
    name: '中文名称',
    nameEn: '英文名称',
    sensorHint: '不填则为卫星本身命名',
    enHint: '不填则英文界面显示代码',
    shownAs: (name: string) => `未命名时显示为 ${name}`,
    add: '新增名称',
    edit: (name: string) => `命名 ${name}`,
    codeNeeded: '请填写卫星代码或传感器代码',
    nameNeeded: '请填写中文名称',
    clearHint: '两个名称都清空则恢复显示代码',
    saved: '保存成功！',
    failed: '操作失败。',
    export: '导出 Excel',
    import: {
      ...zhCatalogue.fields.import,
      title: '导入卫星与传感器名称',
      hint: '导出的表格即为模板：每行一个卫星或卫星的一个传感器。表中出现的按表中的名称命名，名称都留空则取消命名，其余不变；任何一行有错则全部不导入。',
      clean: (rows: number) => `检查通过，共 ${rows} 行。`,
      reportFile: '名称导入报告.xlsx',
    },
  },
};
