import Typography from '@mui/material/Typography';
import { ExportList, useMessages } from '@scenedock/ui-kit';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';

/** What the person exported. */
export default function ExportsPage() {
  const m = useMessages();
  const notice = useNotice();
  return (
    <>
      <PageTitle parts={[m.account.exportsTitle]} />
      <Typography variant="h1">{m.account.exportsTitle}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {m.account.exportsHint}
      </Typography>
      <ExportList notify={notice} emptyHint={m.account.exportsEmptyHint} />
    </>
  );
}
