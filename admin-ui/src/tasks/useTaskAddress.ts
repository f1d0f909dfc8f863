import type { ListedTask, TaskFilter } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';

export const TASK_STATES = [
  'waiting',
  'released',
  'running',
  'done',
  'failed',
  'cancelled',
] as const satisfies readonly ListedTask['state'][];

export const TASK_KINDS = [
  'extract_scene',
  'package_order',
  'verify_delivery',
  'export',
  'make_preview',
  'push_scene',
] as const satisfies readonly ListedTask['kind'][];

export const ERROR_CLASSES = [
  'source_missing',
  'source_corrupt',
  'source_refused',
  'transient_io',
  'no_space',
  'cancelled',
  'bug',
] as const satisfies readonly NonNullable<ListedTask['error']>['class'][];

export const TEXTS = ['ordername', 'person', 'worker', 'source', 'errorCode'] as const;
const CHOICES = ['state', 'kind', 'errorClass', 'held'] as const;

type Name = (typeof TEXTS)[number] | (typeof CHOICES)[number];

const known = <T extends string>(choices: readonly T[], text: string | null) =>
  choices.find((choice) => choice === text);

/** What the page shows, kept in its address. */
export function useTaskAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string | null>, replace = true) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(
          Object.entries(next).filter((pair): pair is [string, string] => Boolean(pair[1])),
        );
      },
      { replace },
    );
  const text = (name: Name) => params.get(name) ?? '';
  const filter: TaskFilter = withoutGaps({
    state: known(TASK_STATES, params.get('state')),
    kind: known(TASK_KINDS, params.get('kind')),
    errorClass: known(ERROR_CLASSES, params.get('errorClass')),
    ordername: text('ordername').trim() || undefined,
    person: text('person').trim() || undefined,
    worker: text('worker').trim() || undefined,
    source: text('source').trim() || undefined,
    errorCode: text('errorCode').trim() || undefined,
    paused: params.get('held') === 'paused' ? true : undefined,
    unresolved: params.get('held') === 'unresolved' ? true : undefined,
  });
  return {
    filter,
    text,
    isNarrowed: Object.keys(filter).length > 0,
    view: params.get('view') === 'failures' ? ('failures' as const) : ('list' as const),
    openId: params.get('task'),
    narrow: (changes: Partial<Record<Name, string>>) => set(changes),
    clear: () => setParams({}, { replace: true }),
    turnTo: (view: 'list' | 'failures') => setParams(view === 'list' ? {} : { view }),
    open: (id: string | null) => set({ task: id }, id === null),
  };
}

function withoutGaps(filter: { [K in keyof TaskFilter]: TaskFilter[K] | undefined }): TaskFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
