import { ink } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { type ReactNode, use } from 'react';
import { DataTable } from 'react-admin';
import type { SavedUnit } from '../figures/savedFigures';
import { ListOrders, sortOf } from './listOrder';
import type { SavedCell } from './useSavedList';

export interface ColumnProps<R extends RaRecord> {
  /** Names the column where people choose which they see. */
  source: string;
  label: string;
  /** Pixels that it gets where there is room. */
  width?: number;
  /** Pixels that it keeps in any case. */
  minWidth?: number;
  /** Numbers stand under one another by their last digit. */
  numeric?: boolean;
  /** Stands apart from the numbers before it. */
  afterNumbers?: boolean;
  oneLine?: boolean;
  /** Long words are broken, for there is one column that takes the room that is left. */
  breakable?: boolean;
  render: (record: R) => ReactNode;
  /** What a saved file has in its place; left out where the column is a text as it is. */
  saved?: (record: R) => SavedCell;
  /** Of numbers that are shown with a unit of their own each. */
  savedUnit?: SavedUnit;
}

/** The column of buttons, which stays. */
export const OPERATIONS = 'operations';

/** Pixels that a column of words keeps: such texts break anywhere, so it would be left with a letter a line. */
const FEW_WORDS = 120;

type Widths = Pick<ColumnProps<RaRecord>, 'source' | 'width' | 'minWidth' | 'numeric'>;

/** Numbers and buttons do not break, and keep their room by themselves. */
function keptWidth({ source, width, minWidth, numeric }: Widths): number | undefined {
  if (minWidth !== undefined || numeric || source === OPERATIONS) return minWidth;
  return Math.min(width ?? FEW_WORDS, FEW_WORDS);
}

/** The heads of tables look as everywhere. */
export const HEAD_CELL = {
  '& .RaDataTable-headerCell': { backgroundColor: ink.page, whiteSpace: 'nowrap' },
} as const;

/** A column of a list; its head orders the list where the server knows its name. */
export function Column<R extends RaRecord>(props: ColumnProps<R>) {
  const { source, label, width, numeric = false, afterNumbers, render } = props;
  const { oneLine, breakable } = props;
  const minWidth = keptWidth(props);
  const order = use(ListOrders).find((word) => sortOf(word).field === source);
  return (
    <DataTable.Col<R>
      source={source as never}
      label={label}
      data-label={label}
      {...(order === undefined ? { disableSort: true } : { sortByOrder: sortOf(order).order })}
      align={numeric ? 'right' : 'left'}
      sx={{
        ...(width === undefined ? {} : { width: { sm: width } }),
        // On phones the rows are blocks.
        ...(minWidth === undefined ? {} : { minWidth: { sm: minWidth } }),
        ...(afterNumbers ? { pl: { sm: 4 } } : {}),
        ...(breakable ? { overflowWrap: 'anywhere' } : {}),
        ...(oneLine ? { whiteSpace: 'nowrap' } : {}),
      }}
      render={render}
    />
  );
}
