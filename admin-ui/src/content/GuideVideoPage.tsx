import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  contentDesk,
  EmptyState,
  type Fact,
  Facts,
  formatBytes,
  formatTime,
  type GuideVideoState,
  ink,
  published,
  QueryResult,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { Panel } from '../parts/Panel';
import { useMay } from '../providers/useMe';
import { CaptionsPanel } from './CaptionsPanel';
import { CONTENT } from './contentTopic';
import { RemoveButton } from './RemoveButton';
import { VideoUpload } from './VideoUpload';

/** The video that the user guide shows. */
export function GuideVideoPage() {
  const { guideVideo: m } = useAdminMessages();
  const mayReplace = useMay('/content/video');
  const query = useQuery({
    queryKey: [CONTENT, 'video'],
    queryFn: ({ signal }) => contentDesk.video.get({ signal }),
  });
  return (
    <>
      <PageHead title={m.title} />
      <QueryResult query={query}>
        {({ video, maxBytes }) => (
          <Stack spacing={2} sx={{ maxWidth: 960 }}>
            <Typography variant="body2" color="textSecondary">
              {m.intro(formatBytes(maxBytes))}
            </Typography>
            {mayReplace && <VideoUpload maxBytes={maxBytes} isFirst={video === null} />}
            {video === null ? (
              <EmptyState title={m.none} />
            ) : (
              <>
                <VideoPanel video={video} mayReplace={mayReplace} />
                <CaptionsPanel video={video} mayReplace={mayReplace} />
              </>
            )}
          </Stack>
        )}
      </QueryResult>
    </>
  );
}

type Video = NonNullable<GuideVideoState['video']>;

function VideoPanel({ video, mayReplace }: { video: Video; mayReplace: boolean }) {
  const { guideVideo: m, content } = useAdminMessages();
  const facts: Fact[] = [
    [m.file, video.fileName],
    [m.size, `${formatBytes(video.size)} · ${video.mediaType}`],
    [m.uploaded, content.changedBy(video.uploadedBy, formatTime(video.uploadedAt))],
    [
      'SHA-256',
      <span key="sum" style={{ overflowWrap: 'anywhere' }}>
        {video.sha256}
      </span>,
    ],
  ];
  return (
    <Panel
      title={m.title}
      aside={
        mayReplace && (
          <RemoveButton
            stale={[CONTENT]}
            name={video.fileName}
            remove={() => contentDesk.video.remove()}
          />
        )
      }
    >
      <Stack spacing={2}>
        <Player key={video.id} id={video.id} />
        <Facts facts={facts} />
      </Stack>
    </Panel>
  );
}

function Player({ id }: { id: string }) {
  const { guideVideo: m } = useAdminMessages();
  const { data } = useQuery({
    queryKey: [CONTENT, 'shownVideo', id],
    queryFn: ({ signal }) => published.guideVideo({ signal }),
  });
  return (
    <Box
      component="video"
      controls
      preload="metadata"
      aria-label={m.title}
      src={data?.video?.url}
      sx={{ width: '100%', aspectRatio: '16 / 9', bgcolor: ink.raised, borderRadius: 1 }}
    >
      {(data?.video?.captions ?? []).map(({ language, url }) => (
        <track key={language} kind="captions" src={url} srcLang={language} />
      ))}
    </Box>
  );
}
