import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  type ArchiveSource,
  EmptyState,
  formatBytes,
  formatSecond,
  operations,
  ToneChip,
  useText,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveFoot } from '../parts/figures/SaveFoot';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { SourceLimitsDialog } from './SourceLimitsDialog';

/** Where files of scenes lie, what each has of the slots, how fast it is read, and the buttons that try it and change its limits. */
export function SourceTable({ sources }: { sources: readonly ArchiveSource[] }) {
  const { monitor: m } = useAdminMessages();
  const maySteer = useMay('/order/audit');
  const [changing, setChanging] = useState<ArchiveSource | null>(null);
  if (sources.length === 0) return <EmptyState title={m.sourcesEmpty} hint={m.sourcesEmptyHint} />;
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.sources}>
        <Table size="small" aria-label={m.sources} sx={{ minWidth: 840 }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ minWidth: { sm: 160 } }}>{m.sourceName}</TableCell>
              <TableCell>{m.sourceState}</TableCell>
              <TableCell align="right">{m.sourceLive}</TableCell>
              <TableCell align="right">{m.bandwidth}</TableCell>
              <TableCell align="right">{m.restingFailures}</TableCell>
              <TableCell sx={{ minWidth: { sm: 180 } }}>{m.restingWhy}</TableCell>
              <TableCell align="right">{m.sessionAct}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                onChange={maySteer ? () => setChanging(source) : null}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveSources sources={sources} />
      {changing !== null && (
        <SourceLimitsDialog source={changing} onClose={() => setChanging(null)} />
      )}
    </>
  );
}

/** Numbers that stand in one cell of the page have a column each (spreadsheets would read `1 / 2` as a day), and times their day. */
function SaveSources({ sources }: { sources: readonly ArchiveSource[] }) {
  const { monitor: m } = useAdminMessages();
  const text = useText();
  const heads = [
    ...[m.sourceName, m.sourceState, m.sourceUsed, m.sourceAllowed],
    ...[m.bandwidthBytes, m.restingFailures, m.restingWhy],
  ];
  const rows = sources.map((source) => [
    ...[source.name, stateOf(source, m), String(source.live), String(source.cap ?? '')],
    ...[String(source.bytesPerSecond ?? ''), String(source.failures)],
    source.text === null ? '' : text(source.message, source.text),
  ]);
  return <SaveFoot name={m.sources} heads={heads} rows={rows} />;
}

type SourceWords = ReturnType<typeof useAdminMessages>['monitor'];

const stateOf = ({ gate, until }: ArchiveSource, m: SourceWords) =>
  until === null
    ? m.sourceGate[gate]
    : `${m.sourceGate[gate]} ${m.sourceUntil(formatSecond(until))}`;

function bandwidthOf({ bytesPerSecond, atBandwidth }: ArchiveSource, m: SourceWords): string {
  if (bytesPerSecond === null) return m.bandwidthUnlimited;
  const rate = `${formatBytes(bytesPerSecond)}/s`;
  return atBandwidth ? m.bandwidthReached(rate) : rate;
}

interface SourceRowProps {
  source: ArchiveSource;
  onChange: (() => void) | null;
}

function SourceRow({ source, onChange }: SourceRowProps) {
  const { monitor: m } = useAdminMessages();
  const text = useText();
  const { run, busy } = useCall(MONITOR_TOPIC);
  const { id, name, gate, live, cap, failures, until } = source;
  const probe = () =>
    run(() => operations.probeSource(id), { ok: m.sourceProbed, failed: m.sourceProbeFailed });
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{name}</TableCell>
      <TableCell>
        <ToneChip tone={TONES[gate]} label={m.sourceGate[gate]} />{' '}
        {until === null ? '' : m.sourceUntil(formatSecond(until).slice(11))}
      </TableCell>
      <TableCell align="right">{cap === null ? live : `${live} / ${cap}`}</TableCell>
      <TableCell align="right">{bandwidthOf(source, m)}</TableCell>
      <TableCell align="right">{failures}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {source.text === null ? '-' : text(source.message, source.text)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {gate === 'shut' && (
          <Button disabled={busy} onClick={() => void probe()} aria-label={m.probeSource(name)}>
            {m.probe}
          </Button>
        )}
        {onChange !== null && (
          <Button onClick={onChange} aria-label={m.changeLimitsOf(name)}>
            {m.changeLimits}
          </Button>
        )}
      </TableCell>
    </TableRow>
  );
}

const MONITOR_TOPIC = ['monitor'] as const;
const TONES = { open: 'success', probe: 'warning', shut: 'danger' } as const;
