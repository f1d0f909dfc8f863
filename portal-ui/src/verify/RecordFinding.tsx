import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Fact,
  Facts,
  formatBytes,
  formatTime,
  type RecordVerification,
  useDictionary,
  type VerifiedRecord,
  type VerifiedReport,
} from '@scenedock/ui-kit';
import { Panel } from '../parts/Panel';
import { useVerifyTexts } from './verifyTexts';

const SEVERITY = {
  genuine: 'success',
  altered: 'error',
  unknownKey: 'warning',
  unreadable: 'warning',
} as const;

interface RecordFindingProps {
  fileName: string;
  verification: RecordVerification;
}

/** What is to be said of a file, and of a genuine one what it says. */
export function RecordFinding({ fileName, verification }: RecordFindingProps) {
  const m = useVerifyTexts();
  const { finding, key, secondKey, record, report } = verification;
  return (
    <Stack spacing={2}>
      <Alert severity={SEVERITY[finding]}>
        <AlertTitle component="h2">{m.findings[finding]}</AlertTitle>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {fileName}
        </Typography>
        <Typography variant="body2">{m.meanings[finding]}</Typography>
        {key !== null && (
          <KeyLine>{finding === 'genuine' ? m.key(key) : m.unknownKey(key)}</KeyLine>
        )}
        {secondKey !== null && <KeyLine>{m.secondKey(secondKey)}</KeyLine>}
      </Alert>
      {record !== null && <RecordFacts record={record} />}
      {report !== null && <ReportFacts report={report} />}
    </Stack>
  );
}

function KeyLine({ children }: { children: string }) {
  return (
    <Typography variant="caption" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}

function ReportFacts({ report }: { report: VerifiedReport }) {
  const { report: m } = useVerifyTexts();
  const facts: Fact[] = [
    [m.issuer, report.issuer],
    [m.year, report.year],
    [m.unit, report.unit === '' ? m.allUnits : report.unit],
    [m.edition, m.editionOf(report.edition)],
    [m.published, formatTime(report.publishedAt)],
    [m.sha256, <Digest key="sha256">{report.sha256}</Digest>],
  ];
  return (
    <Panel title={m.title}>
      <Facts facts={facts} label={m.title} />
    </Panel>
  );
}

function Digest({ children }: { children: string }) {
  return <span style={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>{children}</span>;
}

function RecordFacts({ record }: { record: VerifiedRecord }) {
  const { facts: m } = useVerifyTexts();
  const { usages } = useDictionary();
  const facts: Fact[] = [
    [m.issuer, record.issuer],
    [m.number, record.number],
    [m.order, record.ordername],
    [m.round, m.roundOf(record.round)],
    [m.opened, formatTime(record.openedAt)],
    [m.completed, formatTime(record.completedAt)],
    [m.unit, record.unit],
    [m.applicant, record.applicant],
    [m.project, record.project],
    [m.usage, usages.text(record.usage)],
    [m.method, record.getMethod === 2 ? m.offline : m.online],
    [m.scenes, m.scenesOf(record.sceneCount, formatBytes(record.sceneBytes))],
    [m.files, m.filesOf(record.fileCount, record.fetchedFiles)],
    [m.papers, m.papersOf(record.paperCount)],
    [m.asOf, formatTime(record.asOf)],
  ];
  return (
    <Panel title={m.title}>
      <Facts facts={facts} label={m.title} />
    </Panel>
  );
}
