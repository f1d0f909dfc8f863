/** What scenes are looked for, on pages of the back office. */
export const zhSceneFilter = {
  sceneFilter: {
    title: '筛选条件',
    satellites: '卫星',
    anySatellite: '全部卫星',
    satellitesFailed: '卫星列表加载失败，请重试',
    from: '采集时间起',
    to: '采集时间止',
    daysTurned: '结束时间需晚于起始时间！',
    text: '关键词',
    textHint: '景名称、数据ID、卫星或传感器',
    cloud: '云量上限（%）',
    cloudHint: '0 到 100，不填则不限云量',
    cloudWrong: '请填写 0 到 100 之间的数字',
    unknownCloud: '包含云量未知的数据',
    onlineOnly: '仅在线数据',
    areaHint: '只统计与范围相交的数据',
    failed: '筛选条件有误。',
    wrong: '请检查填写的内容',
  },
};
