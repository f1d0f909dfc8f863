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
  const { finding, key, record } = verification;
  return (
    <Stack spacing={2}>
      <Alert severity={SEVERITY[finding]}>
        <AlertTitle component="h2">{m.findings[finding]}</AlertTitle>
        <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {fileName}
        </Typography>
        <Typography variant="body2">{m.meanings[finding]}</Typography>
        {key !== null && <Typography variant="caption">{m.key(key)}</Typography>}
      </Alert>
      {record !== null && <RecordFacts record={record} />}
    </Stack>
  );
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
