import { useQuery } from '@tanstack/react-query';
import { api } from './endpoints';
import type { Config } from './types';

/** What is assumed until the server has said otherwise. */
export const CONFIG_DEFAULTS: Config = {
  sysName: '遥感数据信息共享服务',
  systemName: 'FW',
  singleSignOn: null,
  logo: null,
  contactTele: '',
  contactAddress: '',
  contactPost: '',
  copyright: '',
  record: '',
  captcha: true,
  passwordResetByMail: false,
  demo: false,
  uploadMaxBytes: 20 * 1024 ** 2,
  offlineAboveBytes: 5 * 1024 ** 3,
  promisedHours: null,
  shelfDays: 30,
  shelfBytes: 500 * 1024 ** 3,
  ftpClientUrl: '',
  map: {
    basemap: { url: '', raster: false, attribution: '' },
    vector: null,
    imagery: null,
    globe: null,
    mask: null,
    layers: [],
    extent: null,
    tools: ['legend'],
  },
  menu: [],
};

/** The public settings of the server, read once. */
export function useConfigQuery() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => api.system.config({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** The public settings of the server; until they are here, what is assumed. */
export function useConfig(): Config {
  return useConfigQuery().data ?? CONFIG_DEFAULTS;
}
