import OndemandVideo from '@mui/icons-material/OndemandVideo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ErrorState, ink, Loading, published, tokens, useLocale } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';
import { useGuide } from './useGuide';

/** The video of the guide. */
export function GuideVideo() {
  const m = useGuide().video;
  const { data, error, refetch } = useQuery({
    queryKey: ['guideVideo'],
    queryFn: ({ signal }) => published.guideVideo({ signal }),
    retry: false,
  });
  return (
    <Panel title={m.title}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Loading /> : null}
      {data?.video === null ? <NoVideo /> : null}
      {data?.video ? <Player key={data.video.url} {...data.video} /> : null}
    </Panel>
  );
}

type Video = NonNullable<Awaited<ReturnType<typeof published.guideVideo>>['video']>;

function Player({ url, captions }: Video) {
  const m = useGuide().video;
  const { locale } = useLocale();
  const own = locale === 'en' ? 'en' : 'zh';
  const first = captions.find(({ language }) => language === own) ?? captions[0];
  return (
    <Box
      component="video"
      controls
      preload="metadata"
      src={url}
      aria-label={m.title}
      sx={{
        display: 'block',
        width: '100%',
        aspectRatio: '16 / 9',
        borderRadius: 1,
        bgcolor: ink.page,
      }}
    >
      {captions.map((one) => (
        <track
          key={one.language}
          kind="captions"
          src={one.url}
          srcLang={one.language === 'zh' ? 'zh-CN' : 'en'}
          label={m.languages[one.language]}
          default={one === first}
        />
      ))}
      {m.unplayable}
    </Box>
  );
}

function NoVideo() {
  const m = useGuide().video;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        color: 'text.secondary',
      }}
    >
      <OndemandVideo sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
      <Typography variant="body2">{m.none}</Typography>
    </Box>
  );
}
