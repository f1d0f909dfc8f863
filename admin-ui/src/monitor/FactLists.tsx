import Box from '@mui/material/Box';
import { formatBytes, formatSecond, type Monitor, ToneChip } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { AuditHeadLine } from './AuditHeadLine';

type Fact = { name: string; value: ReactNode };

/** Dependencies, the process that answers, and what is stored, beside one another. */
export function FactLists({ found }: { found: Monitor }) {
  const { monitor: m } = useAdminMessages();
  const { process, holdings } = found;
  // Of the audit log there is a line whether anything is wrong or not.
  const dependencies = found.dependencies.filter(({ name }) => name !== 'audit_head');
  const used = process.connections - process.idleConnections;
  return (
    <Box sx={GRID}>
      <Facts
        title={m.dependencies}
        facts={[
          ...dependencies.map(({ name, millis }) => ({
            name: m.dependency[name] ?? name,
            value:
              millis === null ? (
                <ToneChip tone="danger" label={m.wrong[name] ?? m.away} />
              ) : (
                m.answers(millis < 10 ? millis.toFixed(1) : millis.toFixed(0))
              ),
          })),
          { name: m.dependency.audit_head ?? '', value: <AuditHeadLine head={found.auditHead} /> },
        ]}
      />
      <Facts
        title={m.storage}
        facts={[
          { name: m.database, value: formatBytes(holdings.databaseBytes) },
          {
            name: m.delivered,
            value: m.deliveredOf(formatBytes(holdings.deliveredBytes), holdings.deliveries),
          },
          {
            name: m.closing,
            value: m.deliveredOf(formatBytes(holdings.closingBytes), holdings.closing),
          },
          {
            name: m.shelves,
            value: m.shelvesOf(formatBytes(holdings.shelfBytes), holdings.shelfFiles),
          },
        ]}
      />
      <Facts
        title={m.server}
        facts={[
          { name: m.version, value: process.version },
          { name: m.began, value: formatSecond(process.began) },
          {
            name: m.memory,
            value: process.residentBytes === null ? m.unknown : formatBytes(process.residentBytes),
          },
          {
            name: m.freeDisk,
            value: process.freeBytes === null ? m.unknown : formatBytes(process.freeBytes),
          },
          { name: m.connections, value: m.connectionsOf(used, process.connections) },
        ]}
      />
    </Box>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Panel title={title}>
      <Box component="dl" sx={LIST}>
        {facts.map(({ name, value }) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={VALUE}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

const LIST = {
  typography: 'body2',
  m: 0,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 1,
  fontVariantNumeric: 'tabular-nums',
} as const;

/** What is wrong is said in a chip, which may take several lines. */
const VALUE = {
  m: 0,
  minWidth: 0,
  textAlign: 'right',
  overflowWrap: 'anywhere',
  '& .MuiChip-root': { height: 'auto', minHeight: 22, maxWidth: '100%' },
  '& .MuiChip-label': { whiteSpace: 'normal', textAlign: 'left', py: 0.25 },
} as const;

const GRID = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 300px), 1fr))',
} as const;
