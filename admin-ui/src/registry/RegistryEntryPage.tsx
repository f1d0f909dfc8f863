import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ApiError,
  ErrorState,
  type Fact,
  Facts,
  formatBytes,
  formatTime,
  Loading,
  type RegistryEntry,
  registry,
  useDictionary,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useLocation, useParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { REGISTRY } from '../layout/menuPages';
import { whole } from '../parts/figures/numbers';
import { PageHead } from '../parts/PageHead';
import { Panel } from '../parts/Panel';
import { WayBack } from '../parts/WayBack';
import { EntryFiles, EntryPapers, EntryPushes, EntryScenes } from './EntryContents';

/** One entry of the registry, by the number in the address. */
export function RegistryEntryPage() {
  const { registry: m } = useAdminMessages();
  const number = Number(useParams().number);
  const { data, error, refetch } = useQuery({
    queryKey: ['registry', 'entry', number],
    queryFn: ({ signal }) => registry.entry(number, { signal }),
    retry: false,
    enabled: Number.isSafeInteger(number),
  });
  const isMissing =
    !Number.isSafeInteger(number) || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHead title={isMissing ? m.title : m.detail.title(number)}>
        <BackButton />
      </PageHead>
      {data ? (
        <Stack spacing={2}>
          <EntryFacts entry={data.entry} />
          <EntryScenes scenes={data.scenes} />
          <EntryFiles files={data.files} />
          <EntryPushes pushes={data.pushes} />
          <EntryPapers papers={data.papers} />
        </Stack>
      ) : error || isMissing ? (
        <ErrorState
          error={isMissing ? new ApiError(404, 'not_found', m.detail.missing) : error}
          onRetry={() => void refetch()}
          back={<WayBack to={REGISTRY} />}
        />
      ) : (
        <Loading />
      )}
    </>
  );
}

/** Back to the list as it was left. */
function BackButton() {
  const { registry: m } = useAdminMessages();
  const left = useLocation().state as { search?: string } | null;
  return (
    <Button
      component={RouterLink}
      to={`${REGISTRY}${left?.search ?? ''}`}
      startIcon={<ArrowBackOutlined />}
    >
      {m.detail.back}
    </Button>
  );
}

function EntryFacts({ entry }: { entry: RegistryEntry }) {
  const { registry: m } = useAdminMessages();
  const { usages } = useDictionary();
  const { detail } = m;
  const method = entry.getMethod === 2 ? m.methods[2] : m.methods[0];
  const facts: Fact[] = [
    [detail.order, entry.ordername],
    [detail.round, m.round(entry.round)],
    [m.opened, formatTime(entry.openedAt)],
    [detail.completed, formatTime(entry.completedAt)],
    [m.applicant, entry.applicant],
    [m.unit, entry.unit],
    [detail.account, `${entry.userName}（${entry.loginName}）`],
    [m.method, method],
    [m.usage, usages.text(entry.usage)],
    [m.scenes, whole(entry.sceneCount)],
    [m.size, formatBytes(entry.sceneBytes)],
    [m.fetched, `${m.fetchedFiles(entry.fetchedFiles)} · ${formatBytes(entry.fetchedBytes)}`],
    [detail.firstFetched, formatTime(entry.firstFetchedAt)],
    [detail.lastFetched, formatTime(entry.lastFetchedAt)],
    [detail.project, entry.project, true],
    [detail.description, entry.description, true],
    [
      detail.licence,
      entry.licenceSha256 && <Digest key="licence" text={detail.licenceOf(entry.licenceSha256)} />,
      true,
    ],
  ];
  return (
    <Panel title={detail.facts}>
      <Facts facts={facts} layout="grid" label={detail.facts} />
      <Stack direction="row" sx={{ gap: 1, mt: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {(['pdf', 'json'] as const).map((format) => (
          <Button
            key={format}
            href={registry.recordUrl(entry.number, format)}
            variant={format === 'pdf' ? 'contained' : 'outlined'}
            startIcon={<FileDownloadOutlined />}
          >
            {format === 'pdf' ? detail.recordPdf : detail.recordJson}
          </Button>
        ))}
        <Typography variant="body2" color="textSecondary">
          {detail.recordHint}
        </Typography>
      </Stack>
    </Panel>
  );
}

function Digest({ text }: { text: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>;
}
