import { type ImportReport, useMessages, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName } from '../parts/fieldWords';
import { RowFaults } from '../parts/RowFaults';

/** What is wrong with a file of users, row by row. */
export function ImportFaults({ report }: { report: ImportReport }) {
  const { users } = useAdminMessages();
  const { person } = useMessages();
  const fieldName = useFieldName();
  const textOf = useText();
  const nameOf = (field: string) => {
    if (field === 'loginName') return person.loginName;
    return field === 'roleIds' ? users.role : fieldName(field);
  };
  return (
    <RowFaults
      summary={users.import.faults(report.rows, report.faultCount)}
      faults={report.faults.map((fault) => ({
        row: fault.row,
        column: nameOf(fault.field),
        text: textOf(fault, fault.detail),
      }))}
      workbook={report.workbook ?? ''}
      words={users.import}
    />
  );
}
