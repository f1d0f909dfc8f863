import Add from '@mui/icons-material/Add';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  contentDesk,
  EmptyState,
  type NewsType,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { IconTool } from '../parts/IconTool';
import { PageHead } from '../parts/PageHead';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { CONTENT } from './contentTopic';
import { NewsTypeDialog } from './NewsTypeDialog';
import { OrderButtons } from './OrderButtons';
import { RemoveButton } from './RemoveButton';
import { useNewsTypes } from './useNewsTypes';

/** The types of news, in the order in which the portal offers them. */
export function NewsTypesPage() {
  const { newsTypes: m } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const query = useNewsTypes();
  const [naming, setNaming] = useState<NewsType | 'new' | null>(null);
  return (
    <>
      <PageHead title={m.title}>
        {mayWrite && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setNaming('new')}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryResult query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={m.empty} />
            ) : (
              <TypeTable types={items} onRename={mayWrite ? setNaming : null} />
            )
          }
        </QueryResult>
      </Paper>
      {naming !== null && (
        <NewsTypeDialog type={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />
      )}
    </>
  );
}

interface TypeTableProps {
  types: readonly NewsType[];
  /** Null: they can only be read. */
  onRename: ((type: NewsType) => void) | null;
}

function TypeTable({ types, onRename }: TypeTableProps) {
  const { common } = useMessages();
  const { newsTypes: m, content } = useAdminMessages();
  const { run } = useCall([CONTENT]);
  const ids = types.map(({ id }) => id);
  const order = (next: string[]) =>
    void run(() => contentDesk.newsTypes.reorder(next), { failed: content.failed });
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(560)}>
        <TableHead>
          <TableRow>
            <TableCell>{m.name}</TableCell>
            <TableCell align="right" sx={{ width: 120 }}>
              {m.articles}
            </TableCell>
            <TableCell sx={{ width: 190 }}>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {types.map((type, at) => (
            <TableRow key={type.id} hover>
              <TableCell data-label={m.name}>{type.name}</TableCell>
              <TableCell data-label={m.articles} align="right">
                {type.articles}
              </TableCell>
              <TableCell data-label={common.operations} sx={{ whiteSpace: 'nowrap' }}>
                {onRename ? (
                  <span>
                    <IconTool name={`${m.rename} ${type.name}`} onClick={() => onRename(type)}>
                      <EditOutlined fontSize="small" />
                    </IconTool>
                    <RemoveButton
                      name={type.name}
                      why={type.articles > 0 ? m.inUse(type.articles) : null}
                      remove={() => contentDesk.newsTypes.remove(type.id)}
                    />
                    <OrderButtons name={type.name} at={at} ids={ids} onOrder={order} />
                  </span>
                ) : (
                  '—'
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
