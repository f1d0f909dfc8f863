import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { Field } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** One field of a list that is only read. */
export function LockedFieldRow({ field }: { field: Field }) {
  const m = useAdminMessages().fields;
  return (
    <TableRow>
      <TableCell data-label={m.key} sx={{ overflowWrap: 'anywhere' }}>
        <code>{field.key}</code>
      </TableCell>
      <TableCell data-label={m.zh}>{field.label}</TableCell>
      <TableCell data-label={m.en}>{field.labelEn}</TableCell>
      <TableCell data-label={m.kind}>{m.kinds[field.kind]}</TableCell>
      <TableCell data-label={m.unit}>{field.unit || '—'}</TableCell>
    </TableRow>
  );
}
