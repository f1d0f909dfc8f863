import { type ImportReport, useMessages, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName } from '../parts/fieldWords';
import { RowFaults } from '../parts/RowFaults';

/** Columns as the template has them. */
const COLUMNS: readonly string[] = [
  'loginName',
  'name',
  'unit',
  'phoneMobile',
  'email',
  'sex',
  'roleIds',
  'nickName',
  'phoneWork',
  'fax',
  'address',
  'idNumber',
];

/** What is wrong with a file of users, row by row. */
export function ImportFaults({ report }: { report: ImportReport }) {
  const { users } = useAdminMessages();
  const { person } = useMessages();
  const fieldName = useFieldName();
  const textOf = useText();
  const nameOf = (field: string) => {
    // As the template and the faults call them.
    if (field === 'loginName' || field === 'name') return person[field];
    return field === 'roleIds' ? users.role : fieldName(field);
  };
  const faults = report.faults.toSorted(
    (one, other) =>
      one.row - other.row || COLUMNS.indexOf(one.field) - COLUMNS.indexOf(other.field),
  );
  return (
    <RowFaults
      summary={users.import.faults(report.rows, report.faultCount)}
      faults={faults.map((fault) => ({
        row: fault.row,
        column: nameOf(fault.field),
        text: textOf(fault, fault.detail),
      }))}
      workbook={report.workbook ?? ''}
      words={users.import}
    />
  );
}
