import CenterFocusStrong from '@mui/icons-material/CenterFocusStrong';
import Clear from '@mui/icons-material/Clear';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { errorText, formatLonLat, tokens, useMessages } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { asBox, shapeOf } from '../geo/readWkt';
import { useMapTool } from '../map/mapTool';
import { type AreaChoice, type ShownArea, useArea } from './areaChoice';
import { whyNotEdited } from './editable';

type Props = {
  area: AreaChoice;
  onClear: () => void;
  /** Brings the area, given as WKT, into view. */
  onZoom?: (wkt: string) => void;
};

/** Its geodesics weigh as much as a small page, and few searches are along a line. */
const LineLength = lazy(() => import('./LineLength'));

/** Two decimals while they say something. */
const sized = (value: number) =>
  value < 1000 ? value.toFixed(2) : value.toLocaleString('en', { maximumFractionDigits: 0 });

/** What the area is and how large. */
function useWords(area: AreaChoice, outline: ShownArea | null): { name: string; size: ReactNode } {
  const m = useMessages();
  const c = m.areaChip;
  const shape = outline === null ? null : shapeOf(outline.wkt);
  if (outline === null || shape === null) return { name: c.loading, size: '' };
  if (shape.kind === 'points') {
    const [first] = shape.points;
    if (shape.points.length === 1 && first) return { name: c.point, size: formatLonLat(first) };
    return { name: c.points(shape.points.length), size: '' };
  }
  if (shape.kind === 'lines') {
    return { name: c.line, size: <LineLength lines={shape.lines} written={sized} /> };
  }
  const plain = asBox(outline.wkt) !== null ? c.box : area.kind === 'kept' ? c.kept : c.drawn;
  return { name: outline.name ?? plain, size: m.tools.squareKilometres(sized(outline.km2)) };
}

type ActionProps = { name: string; blocked?: string | null; onClick: () => void; icon: ReactNode };

function Action({ name, blocked = null, onClick, icon }: ActionProps) {
  return (
    <Tooltip title={blocked ?? name}>
      <span>
        <IconButton aria-label={name} disabled={blocked !== null} onClick={onClick} sx={{ p: 0.5 }}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}

/** The searched area: its name, its size, and what can be done with it. */
export function AreaChip({ area, onClear, onZoom }: Props) {
  const m = useMessages();
  const { outline, error } = useArea(area);
  const { setTool } = useMapTool();
  const words = useWords(area, outline);
  const name = error === null ? words.name : m.areaChip.failed;
  return (
    <Stack
      role="group"
      aria-label={m.areaChip.area}
      direction="row"
      sx={{
        alignItems: 'center',
        minHeight: 36,
        pl: 1.25,
        pr: 0.25,
        border: 1,
        borderColor: 'divider',
        borderLeft: `3px solid ${tokens.map.area}`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <div style={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name} sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <Typography
          variant="caption"
          noWrap
          component="p"
          color={error === null ? 'textSecondary' : 'error'}
          sx={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {error !== null ? (
            errorText(error, '')
          ) : (
            <Suspense fallback={<Skeleton width={90} />}>{words.size}</Suspense>
          )}
          {outline === null && error === null ? <Skeleton width={90} /> : null}
        </Typography>
      </div>
      {outline === null || onZoom === undefined ? null : (
        <Action
          name={m.areaChip.zoom}
          icon={<CenterFocusStrong fontSize="small" />}
          onClick={() => onZoom(outline.wkt)}
        />
      )}
      {outline === null ? null : (
        <Action
          name={m.areaChip.edit}
          blocked={whyNotEdited(m, area, outline.wkt)}
          icon={<EditOutlined fontSize="small" />}
          onClick={() => setTool('editArea')}
        />
      )}
      <Action name={m.areaChip.clear} icon={<Clear fontSize="small" />} onClick={onClear} />
    </Stack>
  );
}
