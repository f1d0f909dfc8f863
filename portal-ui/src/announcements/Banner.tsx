import Campaign from '@mui/icons-material/Campaign';
import Close from '@mui/icons-material/Close';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { type CurrentAnnouncement, ink, published, textSize, tokens } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { close, stillOpen, storedClosed } from './closed';
import { useAnnouncementTexts } from './useAnnouncementTexts';

const NoticeDialog = lazy(() => import('./NoticeDialog'));

const MINUTE = 60_000;
/** Seconds in which a title passes: a few for itself, and as long as it takes to read. */
const SECONDS = { each: 6, letter: 0.3 };
/** Seconds in which the first stand still, to be noticed. */
const REST_FIRST = 4;

/** The current announcements, passing below the header. Nothing while there are none. */
export default function Banner() {
  const [closed, setClosed] = useState(storedClosed);
  const [reading, setReading] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => published.announcements({ signal }),
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
    retry: false,
  });
  const all = data?.items ?? [];
  const open = stillOpen(all, closed);
  const dismiss = (one: CurrentAnnouncement) => setClosed(close(one, all));
  const at = open.findIndex(({ id }) => id === reading);
  return (
    <>
      {open.length > 0 && <Strip open={open} onRead={setReading} onClose={dismiss} />}
      {at >= 0 && (
        <Suspense>
          <NoticeDialog
            announcements={open}
            at={at}
            onTurn={(next) => setReading(open[next]?.id ?? null)}
            onDismiss={(one) => {
              setReading((open[at + 1] ?? open[at - 1])?.id ?? null);
              dismiss(one);
            }}
            onClose={() => setReading(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface StripProps {
  open: readonly CurrentAnnouncement[];
  onRead: (id: string) => void;
  onClose: (one: CurrentAnnouncement) => void;
}

/** Rests under the pointer, under the focus, when told to, and where motion is not wanted. */
function Strip({ open, onRead, onClose }: StripProps) {
  const m = useAnnouncementTexts();
  const [still, setStill] = useState(false);
  const seconds = open.reduce(
    (sum, { title }) => sum + SECONDS.each + SECONDS.letter * title.length,
    0,
  );
  return (
    <Box component="section" aria-label={m.banner} sx={STRIP}>
      <Campaign fontSize="small" aria-hidden="true" sx={{ color: 'primary.main' }} />
      <Box
        className="window"
        sx={{
          ...WINDOW,
          ...(still ? REST : { '&:hover ul, &:focus-within ul': { animationPlayState: 'paused' } }),
        }}
      >
        <Box
          component="ul"
          sx={{
            ...TRACK,
            animation: `first-pass ${seconds}s linear ${REST_FIRST}s 1, pass ${seconds * 1.5}s linear ${seconds + REST_FIRST}s infinite`,
          }}
        >
          {open.map((one) => (
            <Item key={one.id} one={one} onRead={onRead} onClose={onClose} />
          ))}
        </Box>
      </Box>
      <IconButton
        className="pause"
        size="small"
        color="inherit"
        aria-label={still ? m.go : m.pause}
        onClick={() => setStill(!still)}
      >
        {still ? <PlayArrow fontSize="small" /> : <Pause fontSize="small" />}
      </IconButton>
    </Box>
  );
}

interface ItemProps {
  one: CurrentAnnouncement;
  onRead: (id: string) => void;
  onClose: (one: CurrentAnnouncement) => void;
}

function Item({ one, onRead, onClose }: ItemProps) {
  const m = useAnnouncementTexts();
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <ButtonBase
        aria-label={m.open(one.title)}
        onClick={() => onRead(one.id)}
        sx={{
          font: 'inherit',
          fontSize: textSize.body,
          height: 32,
          px: 0.5,
          '&:hover': { color: 'primary.main' },
        }}
      >
        {one.level === 'important' && (
          <Box
            component="span"
            sx={{
              mr: 0.75,
              px: 0.75,
              borderRadius: 0.5,
              fontSize: textSize.note,
              bgcolor: ink.neededGround,
              color: ink.neededText,
            }}
          >
            {m.important}
          </Box>
        )}
        {one.title}
      </ButtonBase>
      <IconButton
        size="small"
        color="inherit"
        aria-label={m.close(one.title)}
        onClick={() => onClose(one)}
      >
        <Close sx={{ fontSize: tokens.icon.text }} />
      </IconButton>
    </Box>
  );
}

const STRIP = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  flexShrink: 0,
  minHeight: 36,
  px: { xs: 1, sm: 2 },
  color: 'text.primary',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  '@keyframes first-pass': { to: { transform: 'translateX(-100%)' } },
  '@keyframes pass': {
    from: { transform: 'translateX(100cqi)' },
    to: { transform: 'translateX(-100%)' },
  },
} as const;

/** What stands still is scrolled by hand. */
const REST = { overflowX: 'auto', '& ul': { animation: 'none' } } as const;

const WINDOW = {
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  containerType: 'inline-size',
  scrollbarWidth: 'none',
  // A key has reached something in it, which has to be in sight.
  '&:has(:focus-visible)': { overflowX: 'auto', '& ul': { animation: 'none' } },
  '@media (prefers-reduced-motion: reduce)': {
    overflowX: 'auto',
    '& ul': { animation: 'none' },
    '& + .pause': { display: 'none' },
  },
} as const;

const TRACK = {
  display: 'flex',
  gap: 4,
  width: 'max-content',
  m: 0,
  p: 0,
  listStyle: 'none',
  whiteSpace: 'nowrap',
} as const;
