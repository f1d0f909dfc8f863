import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import {
  api,
  Clamped,
  EmptyState,
  QueryResult,
  ToneChip,
  type Unit,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { AddUnitDialog } from './AddUnitDialog';

/** Units whose name holds the text. */
function matching(units: Unit[], text: string): Unit[] {
  const needle = text.trim().toLowerCase();
  return units.filter(({ name }) => name.toLowerCase().includes(needle));
}

/** The units that applicants choose from. */
export function UnitsPage() {
  const { common } = useMessages();
  const { units: m } = useAdminMessages();
  const mayAdd = useMay('/unit/add');
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const text = params.get('q') ?? '';
  const query = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
  });
  const matches = query.data && matching(query.data.items, text);
  return (
    <>
      <PageHead title={m.title}>
        <TextField
          type="search"
          label={m.find}
          value={text}
          onChange={(event) =>
            setParams(event.target.value === '' ? {} : { q: event.target.value }, { replace: true })
          }
          sx={{
            width: { xs: 150, sm: 200 },
            '& .MuiInputBase-root': { bgcolor: 'background.paper' },
          }}
        />
        {mayAdd && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setAdding(true)}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Paper variant="outlined">
        <QueryResult
          query={{ ...query, data: matches }}
          empty={<EmptyState title={text ? common.noMatch : m.empty} />}
        >
          {(units) => <UnitTable units={units} />}
        </QueryResult>
      </Paper>
      {adding && <AddUnitDialog initial={text} onClose={() => setAdding(false)} />}
    </>
  );
}

function UnitTable({ units }: { units: Unit[] }) {
  const { units: m } = useAdminMessages();
  return (
    <TableContainer>
      <Table aria-label={m.title}>
        <TableHead>
          <TableRow>
            <TableCell>{m.name}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.status}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {units.map(({ name, status }) => (
            <TableRow key={name} hover>
              <TableCell>
                <Clamped text={name} />
              </TableCell>
              <TableCell>
                <ToneChip
                  tone={status === 1 ? 'success' : 'neutral'}
                  label={status === 1 ? m.inUse : m.notOffered}
                />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
