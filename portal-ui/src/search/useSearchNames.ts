import { useInstrumentNames, useLocale, useMessages } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { type AreaChoice, useArea } from '../area/areaChoice';
import { useCatalogue } from '../scene/useCatalogue';
import { useNodeFields } from './conditions/useNodeFields';
import type { Names } from './searchWords';

const NO_TREE: Names['tree'] = [];

/** An area by its name, or by its size. */
export function useAreaName(area: AreaChoice | null): string | null {
  const m = useMessages();
  const { outline } = useArea(area);
  if (outline === null) return null;
  if (outline.name !== null) return outline.name;
  const digits = outline.km2 < 100 ? 2 : 0;
  return m.find.area(outline.km2.toLocaleString('en', { maximumFractionDigits: digits }));
}

/** What conditions are called that are numbers and codes in the address. */
export function useSearchNames(area: AreaChoice | null, nodeIds: readonly number[]): Names {
  const { data } = useCatalogue();
  const { locale } = useLocale();
  const instruments = useInstrumentNames();
  const name = useAreaName(area);
  const fields = useNodeFields(nodeIds);
  return useMemo(
    () => ({ tree: data ?? NO_TREE, area: name, fields, locale, instruments }),
    [data, name, fields, locale, instruments],
  );
}
