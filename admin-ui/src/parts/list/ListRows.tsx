import TableContainer from '@mui/material/TableContainer';
import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { DataTable } from 'react-admin';
import { blockRows } from '../blockRows';
import { HEAD_CELL } from './Column';
import { ListStates } from './ListStates';

interface ListRowsProps {
  label: string;
  /** Pixels below which the table scrolls; on phones its rows are blocks. */
  minWidth: number;
  /** Stands here when there are none. */
  empty: ReactNode;
  /** A press on a row opens it. The first cell has a link for those who use no pointer. */
  onOpen?: (id: string) => void;
  /** Stands below the rows. */
  below?: ReactNode;
  /** The columns. */
  children: ReactNode;
}

/** The rows of a list, or why there are none. */
export function ListRows({ label, minWidth, empty, onOpen, below, children }: ListRowsProps) {
  const open = (id: RaRecord['id']): false => {
    onOpen?.(String(id));
    return false;
  };
  return (
    <ListStates empty={empty}>
      {() => (
        <>
          <TableContainer tabIndex={0} role="group" aria-label={label}>
            <DataTable
              aria-label={label}
              bulkActionButtons={false}
              rowClick={onOpen === undefined ? false : open}
              sx={{
                '& table': { minWidth: { xs: 0, sm: minWidth } },
                ...blockRows(0),
                ...HEAD_CELL,
              }}
            >
              {children}
            </DataTable>
          </TableContainer>
          {below}
        </>
      )}
    </ListStates>
  );
}
