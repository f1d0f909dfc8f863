import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { QueryResult, yearlyReport } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { NotesPanel } from './NotesPanel';
import { ReportBar } from './ReportBar';
import { ReportPaper } from './ReportPaper';
import { useReportAddress } from './useReportAddress';

/** Milliseconds after which a report that lacks orders is asked for again. */
const AGAIN = 5000;

/** The report of a year, as it is read, exported, annotated and published. */
export function YearlyReportPage() {
  const { yearlyReport: m } = useAdminMessages();
  const mayNote = useMay('/report/note');
  const mayPublish = useMay('/report/publish');
  const address = useReportAddress();
  const { edition, query: report } = address;
  const query = useQuery({
    queryKey: ['yearlyReport', report, edition],
    queryFn: ({ signal }) =>
      edition === ''
        ? yearlyReport.draft(report, { signal })
        : yearlyReport.edition(edition, { signal }),
    refetchInterval: ({ state }) => (state.data?.current === false ? AGAIN : false),
  });
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <ReportBar address={address} report={query.data} mayPublish={mayPublish} />
      <QueryResult query={query}>
        {(data) => (
          <>
            {!data.current && (
              <Alert severity="warning" role="status" sx={{ mb: 1.5 }}>
                {m.notCounted}
              </Alert>
            )}
            {mayNote && data.edition === null && <NotesPanel report={data} />}
            <ReportPaper report={data} />
          </>
        )}
      </QueryResult>
    </>
  );
}
