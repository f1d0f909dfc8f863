import { useText } from '@scenedock/ui-kit';
import { type ComponentProps, useState } from 'react';
import { RowFaults } from './RowFaults';
import { TableImportForm } from './TableImportForm';
import { useCall } from './useCall';

/** What the server says of a table that it looked through. */
interface TableReport {
  rows: number;
  imported: boolean;
  faultCount: number;
  faults: { row: number; column: string; code: string; detail: string }[];
  workbook: string | null;
}

interface ImportTableDialogProps<Report extends TableReport> {
  /** What is read anew afterwards. */
  topic: readonly [string];
  send: (file: File, dryRun: boolean) => Promise<Report>;
  /** What a table without faults does. */
  clean: (report: Report) => string;
  words: ComponentProps<typeof RowFaults>['words'] & {
    title: string;
    hint: string;
    choose: string;
    checking: string;
    start: string;
    blocked: string;
    faults: (rows: number, faults: number) => string;
    failed: string;
    done: string;
  };
  onClose: () => void;
}

/** Takes over a table: it is looked through first, and imported when nothing is wrong with it. */
export function ImportTableDialog<Report extends TableReport>(
  props: ImportTableDialogProps<Report>,
) {
  const { topic, send, clean, words: m, onClose } = props;
  const { run, busy } = useCall(topic);
  const textOf = useText();
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const take = async (chosen: File) => {
    const call = async () => {
      const done = await send(chosen, false);
      // Something may have changed since it was looked through.
      if (!done.imported) setReport(done);
      return done.imported ? onClose() : Promise.reject(new Error(''));
    };
    await run(call, { ok: m.done, failed: m.failed });
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setReport(null);
    void run(async () => setReport(await send(chosen, true)), { failed: m.failed });
  };
  const ready = file !== null && report !== null && report.faultCount === 0;
  return (
    <TableImportForm
      words={m}
      confirm={m.start}
      file={file}
      busy={busy}
      onChoose={choose}
      clean={ready ? clean(report) : null}
      faults={
        report !== null &&
        report.faultCount > 0 && (
          <RowFaults
            summary={m.faults(report.rows, report.faultCount)}
            faults={report.faults.map((fault) => ({
              row: fault.row,
              column: fault.column,
              text: textOf(fault, fault.detail),
            }))}
            workbook={report.workbook ?? ''}
            words={m}
          />
        )
      }
      onSubmit={(chosen) => void take(chosen)}
      onClose={onClose}
    />
  );
}
