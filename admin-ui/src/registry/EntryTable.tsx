import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  formatBytes,
  formatTime,
  type RegistryEntry,
  useDictionary,
} from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { REGISTRY } from '../layout/menuPages';
import { whole } from '../parts/figures/numbers';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';

/** react-admin's records have an id: an entry's is its number. */
type RegistryRecord = RegistryEntry & { id: number };

/** Entries of the registry. */
export function EntryTable({ empty }: { empty: ReactNode }) {
  const { registry: m } = useAdminMessages();
  const { usages } = useDictionary();
  return (
    <ListRows
      label={m.title}
      minWidth={960}
      empty={empty}
      chooser="registry"
      below={<OlderRows label={m.older} />}
    >
      <Column<RegistryRecord>
        source="number"
        label={m.number}
        width={84}
        oneLine
        render={({ number }) => <EntryLink number={number} />}
      />
      <Column<RegistryRecord>
        source="ordername"
        label={m.ordername}
        width={210}
        minWidth={160}
        render={({ ordername, round }) => (
          <Two first={ordername} second={round > 1 ? m.round(round) : ''} />
        )}
      />
      <Column<RegistryRecord>
        source="opened"
        label={m.opened}
        width={140}
        render={({ openedAt }) => formatTime(openedAt)}
      />
      <Column<RegistryRecord>
        source="applicant"
        label={m.applicant}
        minWidth={160}
        render={({ applicant, unit }) => <Two first={applicant} second={unit} />}
      />
      <Column<RegistryRecord>
        source="project"
        label={m.project}
        minWidth={180}
        render={({ project, usage }) => <Two first={project} second={usages.text(usage)} />}
      />
      <Column<RegistryRecord>
        source="scenes"
        label={m.scenes}
        width={92}
        numeric
        render={({ sceneCount }) => whole(sceneCount)}
      />
      <Column<RegistryRecord>
        source="size"
        label={m.size}
        width={112}
        numeric
        render={({ sceneBytes }) => formatBytes(sceneBytes)}
      />
      <Column<RegistryRecord>
        source="fetched"
        label={m.fetched}
        width={170}
        minWidth={150}
        render={(entry) => <Fetched entry={entry} />}
      />
    </ListRows>
  );
}

function EntryLink({ number }: { number: number }) {
  const { registry: m } = useAdminMessages();
  const { search } = useLocation();
  return (
    <Link
      component={RouterLink}
      to={`${REGISTRY}/${number}`}
      // Where 返回 leads.
      state={{ search }}
      aria-label={m.openEntry(number)}
    >
      {number}
    </Link>
  );
}

/** As the filter names it: begun is nothing whole, and a copy is fetched when it was collected. */
function Fetched({ entry }: { entry: RegistryEntry }) {
  const { registry: m } = useAdminMessages();
  const { lastFetchedAt, fetchedFiles, repeatedFetches, getMethod, completedAt } = entry;
  if (lastFetchedAt === null) {
    if (getMethod !== 2) return m.never;
    return <Two first={m.onDisk} second={completedAt === null ? m.notCollected : m.collected} />;
  }
  const first = fetchedFiles === 0 ? m.fetchStates.begun : m.fetchedFiles(fetchedFiles);
  const again = repeatedFetches > 0 ? [m.repeatedFetches(repeatedFetches)] : [];
  return <Two first={[first, ...again].join(' · ')} second={formatTime(lastFetchedAt)} />;
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <div>
      <Clamped text={first || '—'} />
      {second !== '' && (
        <Typography variant="caption" color="textSecondary" component="div">
          <Clamped text={second} />
        </Typography>
      )}
    </div>
  );
}
