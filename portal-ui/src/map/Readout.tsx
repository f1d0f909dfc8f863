import Box from '@mui/material/Box';
import { formatLonLat, useMessages } from '@scenedock/ui-kit';
import type OlMap from 'ol/Map';
import type BaseObject from 'ol/Object';
import { useEffect, useState } from 'react';
import { useConfig } from '../parts/useConfig';
import { useLayerName } from './layerName';
import type { LayerState } from './layerStates';
import { MARBLE_ENLARGED } from './nameStyles';
import { nearestScale, scaleAt } from './scale';

const label = {
  position: 'absolute',
  bottom: 4,
  px: 0.75,
  borderRadius: 0.5,
  bgcolor: 'rgba(255,255,255,.85)',
  color: '#33424d',
  fontSize: 11,
  lineHeight: '18px',
  pointerEvents: 'none',
  whiteSpace: 'nowrap',
} as const;

type Place = { at: readonly [number, number]; zoom: number; resolution: number };

const placeOf = (map: OlMap, pointer: number[] | null): Place => {
  const [lon = 0, lat = 0] = pointer ?? map.getView().getCenter() ?? [];
  const { zoom = 0, resolution } = map.getView().getState();
  return { at: [lon, lat], zoom, resolution };
};

/** The layers of the installation's own that are shown: whose they are, their names say. */
function useOwners(layers: readonly LayerState[]): string[] {
  const nameOf = useLayerName();
  const own = layers.filter(({ info, visible }) => {
    return visible && typeof info.source !== 'string';
  });
  return own.map(({ info }) => nameOf(info));
}

/** Whether the uppermost base layer is the packaged imagery, beyond what it has. */
export function isEnlarged(layers: readonly LayerState[], resolution: number): boolean {
  const top = layers.findLast(({ info, visible }) => visible && info.role === 'base');
  return top?.info.source === 'marble' && resolution < MARBLE_ENLARGED;
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
    map.on('moveend', ended);
    return () => {
      pointer.un('propertychange', moved);
      map.un('moveend', ended);
    };
  }, [map, pointer]);
  const enlarged = isEnlarged(layers, resolution);
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
            fontSize: 10,
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
        {enlarged ? <b>{m.map.enlarged} · </b> : null}
        {owners.length === 0 ? '' : m.map.layerCredit(owners)}
        {basemap.attribution === '' ? m.search.mapCredit : basemap.attribution}
      </Box>
    </>
  );
}
