import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  Clamped,
  EmptyState,
  QueryResult,
  scopeGrants,
  type UnitNode,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { useCall } from '../parts/useCall';
import { UnitField } from './SubjectFields';
import { SCOPES_TOPIC, useUnitTree } from './useScopes';

/** A unit and how deep it lies. */
interface Branch {
  unit: UnitNode;
  depth: number;
}

/** Units before those below them; a unit whose unit above is unknown stands at the top. */
export function branches(units: readonly UnitNode[]): Branch[] {
  const known = new Set(units.map(({ id }) => id));
  const below = (parent: string | null, depth: number): Branch[] =>
    units
      .filter(
        ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent,
      )
      .flatMap((unit) => [{ unit, depth }, ...below(unit.id, depth + 1)]);
  return below(null, 0);
}

/** Which unit is below which: its members share the grants of the units above. */
export function UnitHierarchy() {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const query = useUnitTree();
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={common.noMatch} />
        ) : (
          <TableContainer tabIndex={0} role="group" aria-label={m.units}>
            <Table aria-label={m.units} sx={blockRows(760)}>
              <TableHead>
                <TableRow>
                  <TableCell>{m.unitName}</TableCell>
                  <TableCell sx={{ width: 360 }}>{m.parent}</TableCell>
                  <TableCell align="right" sx={{ width: 90 }}>
                    {m.members}
                  </TableCell>
                  <TableCell align="right" sx={{ width: 90 }}>
                    {m.grants}
                  </TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {branches(items).map(({ unit, depth }) => (
                  <UnitRow key={unit.id} unit={unit} depth={depth} units={items} />
                ))}
              </TableBody>
            </Table>
          </TableContainer>
        )
      }
    </QueryResult>
  );
}

function UnitRow({ unit, depth, units }: Branch & { units: readonly UnitNode[] }) {
  const { scopes: m } = useAdminMessages();
  const { run } = useCall(SCOPES_TOPIC);
  const parent = units.find(({ id }) => id === unit.parentId);
  return (
    <TableRow hover>
      <TableCell data-label={m.unitName} sx={{ pl: 2 + depth * 3 }}>
        <Clamped text={unit.name} />
      </TableCell>
      <TableCell data-label={m.parent}>
        <UnitField
          unit={parent === undefined ? null : { id: parent.id, name: parent.name }}
          label={m.parentOf(unit.name)}
          none={m.noParent}
          onChange={(next) =>
            void run(() => scopeGrants.moveUnit(unit.id, next?.id ?? null), {
              ok: m.moved,
              failed: m.failed,
            })
          }
        />
      </TableCell>
      <TableCell data-label={m.members} align="right">
        <span>{unit.members}</span>
      </TableCell>
      <TableCell data-label={m.grants} align="right">
        <span>{unit.grants}</span>
      </TableCell>
    </TableRow>
  );
}
