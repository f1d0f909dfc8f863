import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
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
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveRows } from '../parts/list/SaveList';

/** Units whose name holds the text. */
function matching(units: Unit[], text: string): Unit[] {
  const needle = text.trim().toLowerCase();
  return units.filter(({ name }) => name.toLowerCase().includes(needle));
}

/** Units by name, for those who may not say which belongs to which. */
export function UnitList({ text }: { text: string }) {
  const { common } = useMessages();
  const { units: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
  });
  const matches = query.data && matching(query.data.items, text);
  return (
    <QueryResult
      query={{ ...query, data: matches }}
      empty={<EmptyState title={text ? common.noMatch : m.empty} />}
    >
      {(units) => <UnitTable units={units} />}
    </QueryResult>
  );
}

function UnitTable({ units }: { units: Unit[] }) {
  const { units: m } = useAdminMessages();
  const stateOf = ({ status }: Unit) => (status === 1 ? m.inUse : m.notOffered);
  return (
    <>
      <TableContainer>
        <Table aria-label={m.title}>
          <TableHead>
            <TableRow>
              <TableCell>{m.name}</TableCell>
              <TableCell sx={{ width: 120 }}>{m.status}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {units.map((unit) => (
              <TableRow key={unit.name} hover>
                <TableCell>
                  <Clamped text={unit.name} />
                </TableCell>
                <TableCell>
                  <ToneChip
                    tone={unit.status === 1 ? 'success' : 'neutral'}
                    label={stateOf(unit)}
                  />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveRows<Unit>
        name={m.title}
        columns={[
          { label: m.name, cellOf: ({ name }) => name },
          { label: m.status, cellOf: stateOf },
        ]}
        source={{ days: {}, ask: async () => ({ rows: units, hasMore: false }) }}
      />
    </>
  );
}
