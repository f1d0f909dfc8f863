import type { zhOpenServices } from './openServices.zh';

/** The same in English. */
export const enOpenServices: typeof zhOpenServices = {
  openServices: {
    hint: 'Calls that client systems made with their tokens, by day in Beijing. Refused calls are included. Only the last 400 days are kept.',
    system: 'Client system',
    perSystems: 'systems',
    requests: 'Calls',
    perTimes: 'calls',
    refused: 'Refused',
    overQuota: 'Over quota',
    forbidden: 'Not allowed',
    bytes: 'Downloaded',
    service: 'Service',
    services: {
      catalogue: 'Catalogue',
      scene: 'Scenes',
      preview: 'Previews',
      statistics: 'Statistics',
      registry: 'Data registry',
      file: 'Scene files',
      other: 'Other',
      earlier: 'Earlier, unclassified',
    },
    bySystem: 'Calls by client system',
    byDay: 'Calls per day',
    rowsOf: (parts) => [...parts, 'by day'].join(' · '),
    unknownSystem: 'Client system',
    exportSystems: 'Save as Excel: systems',
    exportDays: 'Save as Excel: days',
    empty: 'No calls by client systems',
    emptyHint: 'Try another period.',
  },
};
