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
  /** Pixels. */
  width?: number;
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

/** The heads of tables look as everywhere. */
export const HEAD_CELL = {
  '& .RaDataTable-headerCell': { backgroundColor: ink.page, whiteSpace: 'nowrap' },
} as const;

/** A column of a list; its head orders the list where the server knows its name. */
export function Column<R extends RaRecord>(props: ColumnProps<R>) {
  const { source, label, width, minWidth, numeric = false, afterNumbers, render } = props;
  const { oneLine, breakable } = props;
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
