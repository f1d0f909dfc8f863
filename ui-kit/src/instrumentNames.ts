import { useQuery } from '@tanstack/react-query';
import { catalogue, type InstrumentName } from './api/catalogue';
import { satelliteName, sensorName } from './instruments';
import { useLocale } from './messages/LocaleProvider';
import type { Locale } from './messages/locale';

type Code = string | null | undefined;

/** What people call satellites and sensors; filters and addresses keep the codes. */
export interface InstrumentNames {
  satellite: (code: Code) => string;
  /** Without a satellite: as it is called on all that have it, where that is the same. */
  sensor: (code: Code, satellite?: Code) => string;
  /** Satellite and instruments in one. */
  instrument: (satellite: Code, sensor: Code) => string;
  /** The value of a field of a scene; other fields than these two are no instruments. */
  value: (key: string, value: string, satellite?: Code) => string;
}

/** What is read again after a change of names. */
export const INSTRUMENT_NAMES = ['instrumentNames'] as const;

const keyOf = (satellite: Code, sensor: Code) => `${satellite ?? ''}\n${sensor ?? ''}`;

/** Names that administrators gave; what has none is written as catalogues write it. */
export function instrumentNames(rows: readonly InstrumentName[], locale: Locale): InstrumentNames {
  const named = new Map<string, string>();
  const onAll = new Map<string, string | null>();
  for (const { satellite, sensor, name, nameEn } of rows) {
    const text = locale === 'en' ? nameEn : name;
    if (text === '') continue;
    named.set(keyOf(satellite, sensor), text);
    if (sensor === '') continue;
    const other = onAll.get(sensor);
    onAll.set(sensor, other === undefined || other === text ? text : null);
  }
  const satelliteOf = (code: Code) => named.get(keyOf(code, '')) ?? satelliteName(code);
  const sensorOf = (code: Code, satellite?: Code) =>
    (satellite === undefined ? onAll.get(code ?? '') : named.get(keyOf(satellite, code))) ??
    sensorName(code);
  return {
    satellite: satelliteOf,
    sensor: sensorOf,
    instrument: (satellite, sensor) =>
      [satelliteOf(satellite), (sensor ?? '') === '' ? '' : sensorOf(sensor, satellite)]
        .filter((part) => part !== '')
        .join(' '),
    value: (key, value, satellite) => {
      if (key === 'satelite') return satelliteOf(value);
      return key === 'sensor' ? sensorOf(value, satellite) : value;
    },
  };
}

/** How a catalogue's codes are written where nobody named them. */
export const UNNAMED_INSTRUMENTS = instrumentNames([], 'zh-CN');

const NO_ROWS: readonly InstrumentName[] = [];

/** Every row of a long list asks for the same names. */
const ready: Record<Locale, WeakMap<readonly InstrumentName[], InstrumentNames>> = {
  'zh-CN': new WeakMap(),
  en: new WeakMap(),
};

function namesOf(rows: readonly InstrumentName[], locale: Locale): InstrumentNames {
  const known = ready[locale].get(rows) ?? instrumentNames(rows, locale);
  ready[locale].set(rows, known);
  return known;
}

/** The names, in the person's language; until they have come, and where they do not, codes are written out. */
export function useInstrumentNames(): InstrumentNames {
  const { locale } = useLocale();
  const { data } = useQuery({
    queryKey: [...INSTRUMENT_NAMES],
    queryFn: ({ signal }) => catalogue.instrumentNames({ signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });
  return namesOf(data?.items ?? NO_ROWS, locale);
}
