/** The metadata of what a search finds, as a file (portal specification section 2, metadataExport). */
export const zhMetadataExport = {
  metadataExport: {
    title: '元数据导出',
    hint: '按条件检索目录，将可见景的全部元数据字段导出为文件。文件由后台生成，完成后在下方列表下载。',
    count: '统计景数',
    export: '导出',
    would: (count: string) => `将导出 ${count} 景`,
    nothing: '没有符合条件的景',
    tooMany: (most: string) => `单次导出不超过 ${most} 景，请缩小筛选条件后再导出。`,
    limit: (most: string) => `单次导出不超过 ${most} 景。`,
    format: '格式',
    formats: {
      csv: '全部元数据字段和空间范围（WKT），UTF-8 编码',
      xlsx: '全部元数据字段和空间范围（WKT）',
      geojson: '空间范围和全部元数据字段',
      shapefile: '空间范围和景列表字段（属性表字段名不超过 10 字节，不含其他元数据）',
    },
    start: '开始导出',
    begun: '已开始导出',
    failed: '导出失败。',
    empty: '设置条件并开始导出后，文件会出现在这里',
  },
};
