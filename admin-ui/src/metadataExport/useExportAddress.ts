import type { ExportKind } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  readConditions,
  type SceneConditions,
  writeConditions,
} from '../parts/sceneFilter/sceneConditions';

/** Tables first: they have every field. */
export const FORMATS = ['csv', 'xlsx', 'geojson', 'shapefile'] as const satisfies ExportKind[];

/** What is to be exported and as what, kept in the address. */
export function useExportAddress() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const conditions = useMemo(() => readConditions(new URLSearchParams(text)), [text]);
  return {
    conditions,
    format: FORMATS.find((one) => one === params.get('format')) ?? 'csv',
    find: (wanted: SceneConditions) => setParams((now) => writeConditions(now, wanted)),
    choose: (format: ExportKind) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.set('format', format);
          return next;
        },
        { replace: true },
      ),
  };
}
