import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { visuallyHidden } from '@mui/utils';
import { blockRows, EmptyState, type Field, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { moved } from '../parts/moved';
import { AddField } from './AddField';
import { FieldRow } from './FieldRow';
import { LockedFieldRow } from './LockedFieldRow';
import { fieldFault, type Part } from './listDraft';

interface FieldTableProps {
  part: Part;
  fields: readonly Field[];
  properties: readonly string[];
  /** Only to be read. */
  locked: boolean;
  onChange: (fields: Field[]) => void;
}

/** The fields of one half of a list, in their order: dragged, or moved by buttons. */
export function FieldTable({ part, fields, properties, locked, onChange }: FieldTableProps) {
  const m = useAdminMessages().fields;
  return (
    <>
      {fields.length === 0 ? (
        <EmptyState title={m.noFields} {...(part === 'display' ? { hint: m.needDisplay } : {})} />
      ) : (
        <TableContainer>
          <Table aria-label={m[part]} sx={locked ? LOCKED : WRITTEN}>
            <Heads locked={locked} />
            {locked ? (
              <TableBody>
                {fields.map((field) => (
                  <LockedFieldRow key={field.key} field={field} />
                ))}
              </TableBody>
            ) : (
              <FieldRows part={part} fields={fields} onChange={onChange} />
            )}
          </Table>
        </TableContainer>
      )}
      {!locked && (
        <AddField
          part={part}
          fields={fields}
          properties={properties}
          onAdd={(field) => onChange([...fields, field])}
        />
      )}
    </>
  );
}

const WRITTEN = {
  '& td': { px: 1, py: 0.5 },
  '& th': { px: 1, whiteSpace: 'nowrap' },
} as const;

const LOCKED = { '& td': { py: 1.25 }, ...blockRows(0) } as const;

function Heads({ locked }: Pick<FieldTableProps, 'locked'>) {
  const { common } = useMessages();
  const m = useAdminMessages().fields;
  return (
    <TableHead>
      <TableRow>
        {!locked && (
          <TableCell>
            <span style={visuallyHidden}>{m.order}</span>
          </TableCell>
        )}
        <TableCell>{m.key}</TableCell>
        <TableCell>{m.zh}</TableCell>
        <TableCell>{m.en}</TableCell>
        <TableCell>{m.kind}</TableCell>
        <TableCell>{m.unit}</TableCell>
        {!locked && <TableCell align="right">{common.operations}</TableCell>}
      </TableRow>
    </TableHead>
  );
}

/** The fields as they are written and put in order. */
function FieldRows({
  part,
  fields,
  onChange,
}: Pick<FieldTableProps, 'part' | 'fields' | 'onChange'>) {
  const m = useAdminMessages().fields;
  const [held, setHeld] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const drop = () => {
    if (held !== null && over !== null && held !== over) onChange(moved(fields, held, over));
    setHeld(null);
    setOver(null);
  };
  return (
    <TableBody onDragEnd={drop}>
      {fields.map((field, at) => (
        <FieldRow
          key={field.key}
          field={field}
          at={at}
          last={at === fields.length - 1}
          fault={fieldFault(part, field, m)}
          target={held !== null && over === at && held !== at}
          onChange={(next) => onChange(fields.map((one, index) => (index === at ? next : one)))}
          onMove={(to) => onChange(moved(fields, at, to))}
          onRemove={() => onChange(fields.filter((_, index) => index !== at))}
          onGrab={() => setHeld(at)}
          onOver={() => setOver(at)}
          onDrop={drop}
        />
      ))}
    </TableBody>
  );
}
