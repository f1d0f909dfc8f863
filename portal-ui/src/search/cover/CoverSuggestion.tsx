import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Cover,
  ErrorState,
  formatBytes,
  ink,
  type Messages,
  type Scene,
  tokens,
  useMessages,
} from '@scenedock/ui-kit';
import { RowSkeletons } from '../RowSkeletons';
import { Rows } from '../results/Rows';
import type { RowHandlers, RowLook } from '../results/rowHandlers';
import { ROW_HEIGHT } from '../results/rowHandlers';
import { percentText } from '../results/SceneFacts';
import { useRowKeys } from '../useRowKeys';
import { MAX_LISTED } from './useCover';

type Props = RowLook &
  RowHandlers & {
    cover: Cover;
    scenes: Scene[];
    pending: boolean;
    error: Error | null;
    busy: boolean;
    onDismiss: () => void;
  };

/** How much data it is; scenes that are only in the catalogue have no size yet. */
function sizeText(scenes: readonly Scene[], m: Messages): string {
  const size = scenes.reduce((sum, scene) => sum + scene.datasize, 0);
  const unsized = scenes.filter((scene) => scene.datasize === 0).length;
  if (size === 0) return m.find.coverUnsized;
  const known = formatBytes(size);
  return unsized === 0 ? m.find.coverSize(known) : m.find.coverSizePart(known, unsized);
}

/** What the map hatches, as a key. */
function Swatch() {
  return (
    <Box
      aria-hidden
      sx={{
        width: 18,
        height: 14,
        flex: 'none',
        border: `1.5px solid ${tokens.map.area}`,
        background: `repeating-linear-gradient(135deg, ${tokens.map.area} 0 1.25px, ${tokens.map.gapLegend} 1.25px 5.6px)`,
      }}
    />
  );
}

type FactsProps = Pick<Props, 'cover' | 'scenes' | 'pending'>;

/** How much is covered, with how much data, and what was left out. */
function CoverFacts({ cover, scenes, pending }: FactsProps) {
  const m = useMessages();
  return (
    <>
      <Typography role="status" component="div">
        <Stack direction="row" sx={{ alignItems: 'center', gap: 0.75 }}>
          {cover.gapWkt === null ? null : <Swatch />}
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {cover.gapWkt === null ? m.find.noGap : m.find.gap(percentText(cover.gap))}
          </Typography>
        </Stack>
        <Typography variant="body2">
          {m.find.coverSummary(cover.dataIds.length, percentText(cover.coverage))}
          {pending ? '' : ` · ${sizeText(scenes, m)}`}
        </Typography>
      </Typography>
      {cover.derivedLeftOut > 0 ? (
        <Typography variant="caption">{m.find.derivedLeftOut(cover.derivedLeftOut)}</Typography>
      ) : null}
      {cover.overcastLeftOut > 0 ? (
        <Typography variant="caption">{m.find.overcastLeftOut(cover.overcastLeftOut)}</Typography>
      ) : null}
      {cover.complete ? null : <Typography variant="caption">{m.find.coverIncomplete}</Typography>}
      {cover.dataIds.length > MAX_LISTED ? (
        <Typography variant="caption">{m.find.coverPart(MAX_LISTED)}</Typography>
      ) : null}
    </>
  );
}

/** The suggested scenes in place of the results: what they are together, and the way into the cart. */
export default function CoverSuggestion(props: Props) {
  const { cover, scenes, pending, error } = props;
  const m = useMessages();
  const keys = useRowKeys<HTMLDivElement>(props.onSelect);
  const fresh = cover.dataIds.filter((id) => !props.inCart.has(id));
  return (
    <Box
      component="section"
      aria-label={m.find.coverTitle}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}
    >
      <Stack sx={{ p: 1, gap: 0.75, bgcolor: ink.chosen, borderBottom: 1, borderColor: 'divider' }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
          <IconButton aria-label={m.find.dismiss} title={m.find.dismiss} onClick={props.onDismiss}>
            <ArrowBack fontSize="small" />
          </IconButton>
          <Typography variant="h2" component="h2" sx={{ flex: 1 }} noWrap>
            {m.find.coverTitle}
          </Typography>
        </Stack>
        <CoverFacts cover={cover} scenes={scenes} pending={pending} />
        <Stack direction="row" spacing={1}>
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<AddShoppingCart />}
            disabled={fresh.length === 0 || props.busy}
            onClick={() => props.onAdd(fresh)}
          >
            {fresh.length === 0 ? m.search.inCart : m.find.coverAdd}
          </Button>
          <Button onClick={props.onDismiss}>{m.find.dismiss}</Button>
        </Stack>
      </Stack>
      <Box
        ref={keys.ref}
        onKeyDown={keys.onKeyDown}
        onKeyUp={keys.onKeyUp}
        id="results"
        tabIndex={-1}
        sx={{ outline: 'none', flex: 1, minHeight: 0, overflowY: 'auto' }}
      >
        {error !== null && scenes.length === 0 ? <ErrorState error={error} /> : null}
        <Rows
          view="list"
          scenes={scenes}
          name={m.find.coverTitle}
          hovered={props.hovered}
          pinned={props.pinned}
          selected={props.selected}
          inCart={props.inCart}
          onHover={props.onHover}
          onOpen={props.onOpen}
          onLocate={props.onLocate}
          onAdd={props.onAdd}
          onSelect={props.onSelect}
        />
        {pending ? (
          <RowSkeletons
            rows={Math.min(6, cover.dataIds.length - scenes.length)}
            height={ROW_HEIGHT}
          />
        ) : null}
      </Box>
    </Box>
  );
}
