import PublishOutlined from '@mui/icons-material/PublishOutlined';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import { FormDialog, type YearlyReport, yearlyReport } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import type { ReportAddress } from './useReportAddress';

interface PublishButtonProps {
  address: ReportAddress;
  report: YearlyReport | undefined;
}

/** Freezes what is shown; where it is published already, says as which edition. */
export function PublishButton({ address, report }: PublishButtonProps) {
  const { yearlyReport: m } = useAdminMessages();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useCall(['yearlyReport']);
  const newest = report?.editions[0];
  const isPublished = newest !== undefined && newest.sha256 === report?.sha256;
  const publish = async () => {
    if (!report) return;
    const next = (newest?.edition ?? 0) + 1;
    const body = { ...address.query, sha256: report.sha256 };
    const texts = { ok: m.published(next), failed: m.publishFailed };
    await run(() => yearlyReport.publish(body), texts);
    setAsks(false);
  };
  return (
    <>
      <Button
        variant="contained"
        size="medium"
        disabled={!report?.current || isPublished}
        startIcon={<PublishOutlined />}
        onClick={() => setAsks(true)}
      >
        {isPublished ? m.unchanged(newest.edition) : m.publish}
      </Button>
      {asks && (
        <FormDialog
          title={m.publishTitle}
          confirm={m.publish}
          busy={busy}
          focusConfirm
          onSubmit={() => void publish()}
          onClose={() => setAsks(false)}
        >
          <DialogContentText>{m.publishHint}</DialogContentText>
        </FormDialog>
      )}
    </>
  );
}
