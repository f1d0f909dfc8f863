import type { zhMetadataExport } from './metadataExport.zh';

export const enMetadataExport: typeof zhMetadataExport = {
  metadataExport: {
    title: 'Metadata export',
    hint: 'Search the catalogue and export every metadata field of the scenes you can see. Files are made in the background; download them from the list below.',
    count: 'Count scenes',
    export: 'Export',
    would: (count) => `Would export ${count} ${count === '1' ? 'scene' : 'scenes'}`,
    nothing: 'No scenes match',
    tooMany: (most) => `An export can contain at most ${most} scenes. Narrow the filters first.`,
    limit: (most) => `An export can contain at most ${most} scenes.`,
    format: 'Format',
    formats: {
      csv: 'All metadata fields and the footprint (WKT), in UTF-8',
      xlsx: 'All metadata fields and the footprint (WKT)',
      geojson: 'Footprints with all metadata fields',
      shapefile:
        'Footprints with the fields of scene lists (names in a shapefile have at most 10 bytes; other metadata is left out)',
    },
    start: 'Start export',
    begun: 'Export started',
    failed: 'Could not export. Try again.',
    empty: 'Set filters and start an export. The file appears here.',
  },
};
