import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TableContainer from '@mui/material/TableContainer';
import { blockRows } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { DataTable } from 'react-admin';
import type { SavedNumber } from '../figures/savedFigures';
import { type ColumnProps, HEAD_CELL, OPERATIONS } from './Column';
import { ColumnChooser } from './ColumnChooser';
import { ListStates } from './ListStates';
import { OrderChoice } from './OrderChoice';
import { SaveList } from './SaveList';
import { useChosenColumns } from './useChosenColumns';
import type { ListFormat, SavedColumn } from './useSavedList';

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
  /** Under this name it is kept which columns somebody does without; the first and the last column stay. None: no choice. */
  chooser?: string;
  /** The whole list can be saved, in files of this name. */
  savedAs?: string;
  /** In which of the formats; in both where nothing is said. */
  savedIn?: readonly ListFormat[];
  /** The columns. */
  children: ReactNode;
}

type AnyColumn = ReactElement<ColumnProps<RaRecord>>;

const isColumn = (child: ReactNode): child is AnyColumn => isValidElement(child);

/** What the columns write into a file; buttons do not. */
const savedColumns = (columns: readonly AnyColumn[]): SavedColumn[] =>
  columns
    .filter(({ props: { source } }) => source !== OPERATIONS)
    .map(({ props: { label, render, saved, savedUnit } }) => ({
      label,
      unit: savedUnit,
      cellOf: (record) => {
        const cell = saved === undefined ? render(record) : saved(record);
        if (typeof cell === 'string' || isSavedNumber(cell)) return cell;
        return typeof cell === 'number' ? { value: cell, as: 'decimal' } : '';
      },
    }));

const isSavedNumber = (cell: unknown): cell is SavedNumber =>
  typeof cell === 'object' && cell !== null && 'as' in cell;

const nameOf = ({ props: { source, label } }: AnyColumn) => ({ source, name: label });

/** The rows of a list, or why there are none. */
export function ListRows(props: ListRowsProps) {
  const { label, minWidth, empty, onOpen, below, chooser, savedAs, savedIn, children } = props;
  const columns = Children.toArray(children).filter(isColumn);
  const { hidden, choose } = useChosenColumns(chooser ?? '');
  const names = columns.map(nameOf);
  const away = chooser === undefined ? [] : hidden;
  const spare = names.slice(1).filter(({ source }) => source !== OPERATIONS);
  const open = (id: RaRecord['id']): false => {
    onOpen?.(String(id));
    return false;
  };
  return (
    <ListStates empty={empty}>
      {() => (
        <>
          <Stack
            direction="row"
            sx={{
              px: 1.5,
              pt: { xs: 1.5, sm: chooser === undefined ? 0 : 0.5 },
              gap: 1,
              flexWrap: 'wrap',
              alignItems: 'center',
              '&:empty': { display: 'none' },
            }}
          >
            <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
              <OrderChoice names={names} />
            </Box>
            {chooser !== undefined && (
              <Box sx={{ ml: 'auto' }}>
                <ColumnChooser columns={spare} hidden={hidden} onChoose={choose} />
              </Box>
            )}
          </Stack>
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
              {columns.filter(({ props: { source } }) => !away.includes(source))}
            </DataTable>
          </TableContainer>
          {below}
          {savedAs !== undefined && (
            <SaveList
              name={savedAs}
              columns={savedColumns(columns)}
              {...(savedIn === undefined ? {} : { formats: savedIn })}
            />
          )}
        </>
      )}
    </ListStates>
  );
}
