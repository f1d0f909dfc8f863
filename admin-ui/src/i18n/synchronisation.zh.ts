/** Copying from another installation of this system. */
export const zhSynchronisation = {
  synchronisation: {
    title: '数据同步',
    intro:
      '按计划从另一套本系统复制目录，需要时连同数据文件一起复制。复制前逐项核对校验和，每个条目都有结果。',
    add: '新增同步任务',
    empty: '还没有同步任务',
    emptyHint:
      '请对方在其“接入系统”页面为本单位发放令牌，再在此新增任务，先试运行，看看会同步到什么。',
    addressHint: '以 https:// 开头、以 /stac 结尾；主机须在 ARCHIVE_HOSTS 中。',
    token: '令牌',
    tokenHint: '由对方在其“接入系统”页面发放。',
    tokenKept: '留空则不变；更换主机时须重新填写。',
    copies: '复制内容',
    catalogueAlone: '仅目录',
    withFiles: '目录和数据文件',
    copiesHint: '复制数据文件时，对方须授予“不经订单获取数据文件”权限。',
    collections: '只同步这些集合',
    collectionsHint: '以逗号分隔，留空为全部',
    area: '范围（十进制度，全空为不限）',
    areaHint: '西界大于东界表示跨越 180° 经线。',
    areaWrong: '范围须填写西、南、东、北四个度数，或全部留空',
    takenFrom: '采集起始日（可空）',
    takenUntil: '采集截止日（可空）',
    restarts: '修改地址、复制内容、集合、范围或日期后，任务自动从头核对。',
    part: {
      collections: (names: string) => `集合：${names}`,
      area: (west: number, south: number, east: number, north: number) =>
        `范围：西 ${west}°、南 ${south}°、东 ${east}°、北 ${north}°`,
      between: (from: string, until: string) => `采集于 ${from} 至 ${until}`,
      since: (from: string) => `采集于 ${from} 及以后`,
      until: (until: string) => `采集于 ${until} 及以前`,
    },
  },
};
