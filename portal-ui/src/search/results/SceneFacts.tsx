import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  cloudColour,
  type FoundScene,
  formatBytes,
  formatCloud,
  formatDate,
  textStyle,
  tokens,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { Fragment } from 'react';

const NO_BREAK = '\u00a0';

/** Percent with as many digits as say something. */
export function percentText(percent: number): string {
  if (percent > 0 && percent < 0.01) return '<0.01%';
  const digits = percent >= 99.95 || percent === 0 ? 0 : percent >= 10 ? 1 : 2;
  return `${percent.toFixed(digits)}%`;
}

/** The full name on at most two lines: such names differ at their ends. */
export function SceneName({ name }: { name: string }) {
  return (
    <Typography variant="body2" component="span" sx={{ fontWeight: 600, lineHeight: 1.3 }}>
      <Clamped text={name} inert />
    </Typography>
  );
}

const CLOUD = '☁';

/** The sign in the colour of its class, and the percentage in words. */
function Cloud({ cover, text }: { cover: number | null; text: string }) {
  return (
    <>
      <span style={{ color: cloudColour(cover) }}>{CLOUD}</span>
      {text.slice(CLOUD.length)}
    </>
  );
}

/** What it is and of when, and how much of the searched area it covers. */
export function SceneSummary({ scene }: { scene: FoundScene }) {
  const m = useMessages();
  const source = useInstrumentNames().instrument(scene.satelite, scene.sensor);
  const parts = [
    formatDate(scene.scenedate),
    scene.cloud === null ? '' : `${CLOUD}${NO_BREAK}${formatCloud(scene.cloud)}`,
    // A scene that is only in the catalogue has no size yet.
    scene.datasize === 0 ? '' : formatBytes(scene.datasize).replace(' ', NO_BREAK),
  ].filter((part) => part !== '');
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      component="span"
      sx={{ display: 'block', lineHeight: 1.5 }}
    >
      {source === '' ? null : `${source}${NO_BREAK}· `}
      {parts.map((part, at) => (
        <Fragment key={part}>
          {/* A date would break at its dashes. */}
          <span style={{ whiteSpace: 'nowrap' }}>
            {part.startsWith(CLOUD) ? <Cloud cover={scene.cloud} text={part} /> : part}
            {at < parts.length - 1 ? `${NO_BREAK}·` : ''}
          </span>{' '}
        </Fragment>
      ))}
      {typeof scene.coverage === 'number' ? (
        <Box component="span" sx={{ display: 'block', color: 'secondary.main' }}>
          {m.find.covers(percentText(scene.coverage))}
        </Box>
      ) : null}
    </Typography>
  );
}

/** Over the picture of a scene whose file is not at hand. */
export function OfflineMark() {
  const m = useMessages();
  return (
    <Box
      component="span"
      sx={{
        position: 'absolute',
        left: 0,
        right: 0,
        bottom: 0,
        ...textStyle.note,
        textAlign: 'center',
        bgcolor: tokens.night.scrim,
        color: tokens.night.white,
      }}
    >
      {m.scene.offline}
    </Box>
  );
}
