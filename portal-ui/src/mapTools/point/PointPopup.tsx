import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { errorText, formatLonLat } from '@scenedock/ui-kit';
import { type ReactNode, useId } from 'react';
import type { Position } from '../../geo/wkt';
import { useCartIntent } from '../../session/useCartIntent';
import { useToolMessages } from '../messages/useToolMessages';
import { MapOverlay } from '../overlay/MapOverlay';
import { PointPager } from './PointPager';
import { PointPeriod } from './PointPeriod';
import { PointRow } from './PointRow';
import type { PointQuery } from './usePointQuery';

type Props = {
  point: PointQuery;
  at: Position;
  checked: ReadonlySet<string>;
  onChecked: (checked: ReadonlySet<string>) => void;
  onOpen: (dataId: string) => void;
  onClose: () => void;
};

const ABOVE: [number, number] = [0, -12];

/** Over the clicked place; on phones, which have no room there, at the bottom. */
function PopupAnchor({ at, children }: { at: Position; children: ReactNode }) {
  const phone = useMediaQuery('(max-width:899.95px)');
  if (!phone) {
    return (
      <MapOverlay at={at} offset={ABOVE} intoView>
        {children}
      </MapOverlay>
    );
  }
  return (
    <Box sx={{ position: 'fixed', left: 0, right: 0, bottom: 0, zIndex: 'modal' }}>{children}</Box>
  );
}

/** What was found at a clicked place. */
export function PointPopup({ point, at, checked, onChecked, onOpen, onClose }: Props) {
  const m = useToolMessages();
  const id = useId();
  const { query, scenes, total, state } = point;
  const toggle = (dataId: string) => {
    const next = new Set(checked);
    if (!next.delete(dataId)) next.add(dataId);
    onChecked(next);
  };
  const some = scenes.filter(({ dataid }) => checked.has(dataid)).length;
  return (
    <PopupAnchor at={at}>
      <Paper
        elevation={6}
        role="dialog"
        aria-labelledby={id}
        sx={{
          borderRadius: { xs: '12px 12px 0 0', md: 1 },
          width: { xs: '100%', md: 340 },
          display: 'flex',
          flexDirection: 'column',
        }}
      >
        <Head id={id} at={at} onClose={onClose} />
        <Box sx={{ height: 2 }}>
          {query.isFetching ? (
            <LinearProgress sx={{ height: 2 }} aria-label={m.pointQuery.running} />
          ) : null}
        </Box>
        <Stack direction="row" sx={{ alignItems: 'center', pl: 0.5, pr: 1.5, gap: 0.5 }}>
          <Checkbox
            disabled={scenes.length === 0}
            checked={some > 0 && some === scenes.length}
            indeterminate={some > 0 && some < scenes.length}
            onChange={() =>
              onChecked(new Set(some === scenes.length ? [] : scenes.map(({ dataid }) => dataid)))
            }
            slotProps={{ input: { 'aria-label': m.pointQuery.all } }}
          />
          <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }} role="status">
            {query.isFetching ? m.pointQuery.running : m.pointQuery.found(total)}
          </Typography>
          <PointPeriod time={state.time} until={point.until} onTime={point.setTime} />
        </Stack>
        <Box
          component="ul"
          sx={{ m: 0, p: 0, listStyle: 'none', overflowY: 'auto', maxHeight: '30vh' }}
        >
          {scenes.map((scene) => (
            <PointRow
              key={scene.dataid}
              scene={scene}
              checked={checked.has(scene.dataid)}
              onToggle={() => toggle(scene.dataid)}
              onOpen={() => onOpen(scene.dataid)}
            />
          ))}
        </Box>
        <Outcome point={point} />
        <Foot point={point} checked={checked} />
      </Paper>
    </PopupAnchor>
  );
}

type HeadProps = Pick<Props, 'at' | 'onClose'> & { id: string };

function Head({ id, at, onClose }: HeadProps) {
  const m = useToolMessages();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', pl: 1.5, pr: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
        {m.pointQuery.title}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {formatLonLat(at)}
      </Typography>
      <Tooltip title={m.tools.close}>
        <IconButton aria-label={m.tools.close} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Tooltip>
    </Stack>
  );
}

/** Why nothing stands there. */
function Outcome({ point }: Pick<Props, 'point'>) {
  const m = useToolMessages();
  const { query, total, state } = point;
  return (
    <>
      {query.isError ? (
        <Stack sx={{ p: 1.5, alignItems: 'center' }} role="alert">
          <Typography variant="body2" color="error">
            {errorText(query.error, m.pointQuery.failed)}
          </Typography>
          <Button onClick={() => void query.refetch()}>{m.common.retry}</Button>
        </Stack>
      ) : null}
      {query.isSuccess && total === 0 ? (
        <Stack sx={{ p: 1.5, alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary">
            {state.time === '' ? m.pointQuery.none : m.pointQuery.noneSince}
          </Typography>
          {state.time === '' ? null : (
            <Button onClick={() => point.setTime('')}>{m.pointQuery.showAll}</Button>
          )}
        </Stack>
      ) : null}
    </>
  );
}

function Foot({ point, checked }: Pick<Props, 'point' | 'checked'>) {
  const m = useToolMessages();
  const cart = useCartIntent();
  const toAdd = [...checked].filter((dataId) => !cart.ids.has(dataId));
  const why =
    checked.size === 0
      ? m.pointQuery.needChecked
      : toAdd.length === 0
        ? m.pointQuery.allInCart
        : '';
  if (point.total === 0) return null;
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        justifyContent: 'space-between',
        p: 0.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <PointPager page={point.state.currentPage} total={point.total} onPage={point.setPage} />
      <Tooltip title={why}>
        <span>
          <Button
            startIcon={<AddShoppingCart />}
            disabled={toAdd.length === 0}
            onClick={() => cart.add(toAdd)}
          >
            {m.pointQuery.add(toAdd.length)}
          </Button>
        </span>
      </Tooltip>
    </Stack>
  );
}
