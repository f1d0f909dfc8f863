import Box from '@mui/material/Box';
import { formatLonLat, ink, textSize, useConfig, useMessages } from '@scenedock/ui-kit';
import { onEarth } from '@scenedock/ui-kit/antimeridian';
import { MARBLE_ENLARGED } from '@scenedock/ui-kit/basemap/nameStyles';
import { vectorTiles } from '@scenedock/ui-kit/basemap/source';
import type OlMap from 'ol/Map';
import type BaseObject from 'ol/Object';
import { useEffect, useState } from 'react';
import { useLayerName } from './layerName';
import type { LayerState } from './layerStates';
import { nearestScale, scaleAt } from './scale';

const label = {
  position: 'absolute',
  bottom: 4,
  px: 0.75,
  borderRadius: 0.5,
  bgcolor: ink.glass,
  color: ink.text,
  fontSize: textSize.note,
  lineHeight: '18px',
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
} as const;

type MapPosition = { at: readonly [number, number]; zoom: number; resolution: number };

const placeOf = (map: OlMap, pointer: number[] | null): MapPosition => {
  const [lon = 0, lat = 0] = pointer ?? map.getView().getCenter() ?? [];
  const { zoom = 0, resolution } = map.getView().getState();
  return { at: [onEarth(lon), lat], zoom, resolution };
};

/** The layers of the installation's own that are shown: whose they are, their names say. */
function useOwners(layers: readonly LayerState[]): string[] {
  const nameOf = useLayerName();
  const own = layers.filter(({ info, visible }) => {
    return visible && typeof info.source !== 'string';
  });
  return own.map(({ info }) => nameOf(info));
}

/** Degrees for a pixel at level 0 of a tile of 512 pixels. */
const LEVEL_0 = 360 / 512;

/** Shapes stay exact for this many levels beyond their own; beyond, nothing new comes, and their corners show. */
const EXACT_LEVELS = 2;

/** The level of the packaged map at a place, as far as it is known. */
type LevelAt = (url: string, position: readonly number[]) => number | null;

const levelOfTiles: LevelAt = (url, position) =>
  url === '' ? null : vectorTiles(url).levelAt(position);

/** Whether the uppermost base layer is drawn larger than it has been made, and whether it is imagery. */
export function enlargedOf(
  layers: readonly LayerState[],
  resolution: number,
  position: readonly number[],
  levelAt: LevelAt = levelOfTiles,
): 'imagery' | 'map' | null {
  const top = layers.findLast(({ info, visible }) => visible && info.role === 'base');
  if (top?.info.source === 'marble') return resolution < MARBLE_ENLARGED ? 'imagery' : null;
  const { url = '', raster = true } = top?.info.drawing ?? {};
  const level = raster ? null : levelAt(url, position);
  return level !== null && Math.log2(LEVEL_0 / resolution) - level > EXACT_LEVELS ? 'map' : null;
}

type Props = { map: OlMap; pointer: BaseObject; layers: readonly LayerState[] };

/** Where the pointer is (without one, the centre), how near, how long is a stretch, and whose map this is. */
export function Readout({ map, pointer, layers }: Props) {
  const m = useMessages();
  const owners = useOwners(layers);
  const { basemap } = useConfig().map;
  const [{ at, zoom, resolution }, setPlace] = useState(() => placeOf(map, null));
  useEffect(() => {
    const moved = () => setPlace(placeOf(map, pointer.get('at')));
    const ended = () => setPlace(placeOf(map, null));
    pointer.on('propertychange', moved);
    map.on(['moveend', 'loadend'], ended);
    return () => {
      pointer.un('propertychange', moved);
      map.un(['moveend', 'loadend'], ended);
    };
  }, [map, pointer]);
  const enlarged = enlargedOf(layers, resolution, at);
  const { metres, pixels } = scaleAt(resolution, at[1]);
  const length = metres >= 1000 ? m.map.kilometres(metres / 1000) : m.map.metres(metres);
  return (
    <>
      <Box sx={{ ...label, left: 6, display: 'flex', gap: 1.25, alignItems: 'center' }}>
        <Box
          component="span"
          title={m.search.coordinates}
          sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 104 }}
        >
          {formatLonLat(at)}
        </Box>
        <span>{m.map.zoom(zoom.toFixed(1))}</span>
        <span title={m.map.ratioTitle}>{m.map.ratio(nearestScale(resolution, at[1]))}</span>
        <Box
          component="span"
          role="img"
          aria-label={m.map.scale(length)}
          sx={{
            display: 'inline-block',
            width: pixels,
            lineHeight: '12px',
            mb: '4px',
            textAlign: 'center',
            fontSize: textSize.note,
            border: '1px solid currentColor',
            borderTop: 0,
          }}
        >
          {length}
        </Box>
      </Box>
      <Box
        sx={{
          ...label,
          right: 6,
          // A narrow map has no room for both in one line.
          '@container (max-width: 900px)': {
            right: 'auto',
            left: 6,
            bottom: 26,
            maxWidth: 'calc(100% - 12px)',
            whiteSpace: 'normal',
          },
        }}
      >
        {enlarged === null ? null : <b>{m.map.enlarged[enlarged]} · </b>}
        {owners.length === 0 ? '' : m.map.layerCredit(owners)}
        {basemap.attribution === '' ? m.search.mapCredit : basemap.attribution}
      </Box>
    </>
  );
}
