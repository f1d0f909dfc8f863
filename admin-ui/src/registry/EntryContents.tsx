import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  blockRows,
  Clamped,
  EmptyState,
  formatTime,
  type RegistryDetail,
  useInstrumentNames,
  useMessages,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveFoot } from '../parts/figures/SaveFoot';
import { bytesFigure, type SavableCell } from '../parts/figures/savedFigures';
import { Panel } from '../parts/Panel';

/** Saved tables have no `-`, by which a formula begins. */
const timeOf = (time: string | null) => (time === null ? '—' : formatTime(time));

/** Rows that are listed at first. */
const FIRST = 50;

/** Pixels that columns keep: their texts break anywhere, so they would keep none by themselves. */
const FIRST_COLUMN = 200;
const TEXT_COLUMN = 130;
const NUMBER_COLUMN = 96;

/** What was handed out, as the catalogue called it then. */
export function EntryScenes({ scenes }: { scenes: RegistryDetail['scenes'] }) {
  const { registry: m } = useAdminMessages();
  const names = useInstrumentNames();
  const { detail } = m;
  return (
    <Rows
      title={detail.scenes(scenes.length)}
      columns={[detail.name, m.satellite, detail.node, detail.acquired, m.size, 'SHA-256']}
      numbers={[4]}
      rows={scenes.map((scene) => ({
        key: scene.dataId,
        cells: [
          scene.dataName,
          names.instrument(scene.satellite, scene.sensor),
          scene.node,
          timeOf(scene.acquired),
          bytesFigure(scene.size),
          scene.sha256 ?? '—',
        ],
      }))}
    />
  );
}

/** The files, and what was fetched of each. */
export function EntryFiles({ files }: { files: RegistryDetail['files'] }) {
  const { registry: m } = useAdminMessages();
  const { detail } = m;
  return (
    <Rows
      title={detail.files(files.length)}
      columns={[detail.path, m.size, detail.times, detail.sent, detail.lastFetched, 'SHA-256']}
      numbers={[1, 2, 3]}
      rows={files.map((file) => ({
        key: file.path,
        cells: [
          file.path,
          file.size === null ? '—' : bytesFigure(file.size),
          { text: detail.timesOf(file.fetched), saved: { value: file.fetched, as: 'whole' } },
          bytesFigure(file.fetchedBytes),
          timeOf(file.lastFetchedAt),
          file.sha256 ?? '—',
        ],
      }))}
    />
  );
}

/** The files that were sent to targets of the applicant's; nothing, where there are none. */
export function EntryPushes({ pushes }: { pushes: RegistryDetail['pushes'] }) {
  const { registry: m } = useAdminMessages();
  const { kinds, onGateway } = useSubscriptionWords();
  const { detail } = m;
  if (pushes.length === 0) return null;
  return (
    <Rows
      title={detail.pushes(pushes.length)}
      columns={[
        ...[detail.path, m.size, detail.target, detail.protocol, detail.address],
        detail.delivered,
      ]}
      numbers={[1]}
      rows={pushes.map((push, n) => ({
        key: `${n} ${push.path}`,
        cells: [
          push.path,
          bytesFigure(push.size),
          push.targetName,
          push.kind === null ? '—' : kinds[push.kind],
          push.kind === 'shelf' ? onGateway : (push.address ?? '—'),
          timeOf(push.deliveredAt),
        ],
      }))}
    />
  );
}

/** The papers that the data were handed out for. */
export function EntryPapers({ papers }: { papers: RegistryDetail['papers'] }) {
  const { registry: m } = useAdminMessages();
  const { attachmentType } = useMessages();
  const { detail } = m;
  return (
    <Rows
      title={detail.papers}
      empty={detail.noPapers}
      columns={[detail.paper, m.size, detail.uploaded, 'SHA-256']}
      numbers={[1]}
      rows={papers.map((paper) => ({
        key: `${paper.type} ${paper.sha256}`,
        cells: [
          attachmentType[paper.type],
          bytesFigure(paper.size),
          formatTime(paper.uploadedAt),
          paper.sha256,
        ],
      }))}
    />
  );
}

interface RowsProps {
  title: string;
  empty?: string;
  columns: string[];
  /** Columns of numbers, from 0. */
  numbers: readonly number[];
  rows: { key: string; cells: SavableCell[] }[];
}

function Rows({ title, empty, columns, numbers, rows }: RowsProps) {
  const { registry: m } = useAdminMessages();
  const [isWhole, setWhole] = useState(false);
  const alignOf = (column: number) => (numbers.includes(column) ? 'right' : 'left');
  const keptWidth = (column: number) => {
    if (column === 0) return FIRST_COLUMN;
    return numbers.includes(column) ? NUMBER_COLUMN : TEXT_COLUMN;
  };
  const listed = isWhole ? rows : rows.slice(0, FIRST);
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState title={empty ?? '—'} />
      </Panel>
    );
  }
  return (
    <Panel title={title} flush>
      <TableContainer tabIndex={0} role="group" aria-label={title}>
        <Table aria-label={title} sx={blockRows(820)}>
          <TableHead>
            <TableRow>
              {columns.map((column, n) => (
                <TableCell
                  key={column}
                  align={alignOf(n)}
                  sx={{ whiteSpace: 'nowrap', minWidth: { sm: keptWidth(n) } }}
                >
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {listed.map(({ key, cells }) => (
              <TableRow key={key} hover>
                {cells.map((cell, n) => (
                  <TableCell
                    key={columns[n]}
                    data-label={columns[n]}
                    align={alignOf(n)}
                    sx={numbers.includes(n) ? { whiteSpace: 'nowrap' } : {}}
                  >
                    <Clamped text={typeof cell === 'string' ? cell : cell.text} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {listed.length < rows.length && (
        <Stack sx={{ p: 1.5, alignItems: 'center' }}>
          <Button onClick={() => setWhole(true)}>{m.detail.more(rows.length - FIRST)}</Button>
        </Stack>
      )}
      <SaveFoot name={title} heads={columns} rows={rows.map(({ cells }) => cells)} />
    </Panel>
  );
}
