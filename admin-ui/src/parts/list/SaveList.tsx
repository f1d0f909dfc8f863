import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { holds, type Permission, useMessages } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { useId } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useMe } from '../../providers/useMe';
import { whole } from '../figures/numbers';
import { SAVE_FOOT } from '../figures/saveFootStyle';
import {
  type ListFormat,
  type ListProgress,
  type RowSource,
  type SavedColumn,
  useListSource,
  useSavedList,
} from './useSavedList';

/** Whoever looks at figures may have workbooks made. */
const MAKE_WORKBOOKS = [
  '/stat/orders',
  '/stat/behaviours',
  '/monitor/list',
  '/registry/list',
  '/report/note',
  '/order/all',
] as const satisfies Permission[];

interface SaveListProps<Row> {
  /** Of the list, and of its file. */
  name: string;
  columns: readonly SavedColumn<Row>[];
  /** Where the server makes the workbook itself, the other is offered alone. */
  formats?: readonly ListFormat[];
}

const FORMATS = ['csv', 'xlsx'] as const satisfies ListFormat[];

/** Saves the whole list around, not only what is shown of it. */
export function SaveList(props: SaveListProps<RaRecord>) {
  return <SaveRows {...props} source={useListSource()} />;
}

interface SaveRowsProps<Row> extends SaveListProps<Row> {
  source: RowSource<Row>;
}

/** Saves all rows of a source, for tables in pages that stand in no list. */
export function SaveRows<Row>(props: SaveRowsProps<Row>) {
  const { name, columns, source, formats = FORMATS } = props;
  const { statistics: m } = useAdminMessages();
  const me = useMe();
  const { busy, progress, save, close } = useSavedList(name, columns, source);
  const words = { csv: m.saveTable, xlsx: m.saveWorkbook };
  const makesWorkbooks = MAKE_WORKBOOKS.some((code) => holds(me, code));
  return (
    <Box sx={SAVE_FOOT}>
      {formats
        .filter((format) => format === 'csv' || makesWorkbooks)
        .map((format) => (
          <Button
            key={format}
            startIcon={<FileDownloadOutlined />}
            loading={busy === format}
            disabled={busy !== null}
            aria-label={`${words[format]} ${name}`}
            onClick={() => void save(format)}
          >
            {words[format]}
          </Button>
        ))}
      {progress !== null && (
        <SavingDialog
          title={`${words[progress.format]} ${name}`}
          progress={progress}
          onClose={close}
        />
      )}
    </Box>
  );
}

interface SavingDialogProps {
  title: string;
  progress: ListProgress;
  onClose: () => void;
}

/** How far it is, or what the file does not hold. */
function SavingDialog({ title, progress, onClose }: SavingDialogProps) {
  const { savedList: m } = useAdminMessages();
  const { common } = useMessages();
  const id = useId();
  const { rows, most, isOver } = progress;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {isOver ? (
          <Alert severity="warning">{m.partOnly(whole(rows))}</Alert>
        ) : (
          <>
            <Typography role="status" sx={{ mb: 1, fontVariantNumeric: 'tabular-nums' }}>
              {m.read(whole(rows), whole(most))}
            </Typography>
            <LinearProgress aria-label={title} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {isOver ? common.close : common.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
