import Box from '@mui/material/Box';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { SaveTable } from './SaveTable';
import { type SavableCell, savedCell, savedUnitAt } from './savedFigures';
import { SAVE_FOOT } from './saveFootStyle';

interface SaveFootProps {
  /** Of the table, and of the file. */
  name: string;
  heads: readonly string[];
  /** As the page writes them. */
  rows: readonly (readonly SavableCell[])[];
}

/** Stands below a table that is not of figures alone, and saves it. Headings name the units that the page writes in the cells. */
export function SaveFoot({ name, heads, rows }: SaveFootProps) {
  const { statistics: m } = useAdminMessages();
  const savedHeads = heads.map((head, n) => {
    const unit = savedUnitAt(rows, n);
    return unit === undefined ? head : m.unitOf(head, m.savedUnits[unit]);
  });
  return (
    <Box sx={SAVE_FOOT}>
      <SaveTable name={name} heads={savedHeads} rows={rows.map((row) => row.map(savedCell))} />
    </Box>
  );
}
