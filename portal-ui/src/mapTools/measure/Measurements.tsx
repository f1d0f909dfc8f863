import { type Messages, textSize, tokens, useMessages } from '@scenedock/ui-kit';
import Feature from 'ol/Feature';
import LineString from 'ol/geom/LineString';
import Polygon from 'ol/geom/Polygon';
import { type CSSProperties, useEffect } from 'react';
import { crossing } from '../../geo/crossing';
import type { Position } from '../../geo/wkt';
import { Z } from '../../map/styles';
import { MapOverlay } from '../overlay/MapOverlay';
import { COLORS } from '../toolStyles';
import { useScratchLayer } from '../useScratchLayer';
import { measured } from './measuredStyle';
import { areaText, lengthText } from './sizes';

/** A result that stands on the map: metres along a line, or square metres within a closed one. */
export type Measurement = {
  id: number;
  kind: 'distance' | 'area';
  line: Position[];
  /** Where its label stands. */
  at: Position;
  value: number;
};

/**
 * A length or an area in words. A ring that crosses itself has no area: its two sides are subtracted from each other, so
 * the fact stands in place of the figure.
 */
export function measureText(
  m: Messages,
  kind: Measurement['kind'],
  value: number,
  line: Position[],
) {
  if (kind === 'distance') return lengthText(m, value);
  return crossing(line) === null ? areaText(m, value) : m.tools.selfCrossing;
}

export const tagStyle: CSSProperties = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  padding: '1px 6px',
  borderRadius: 4,
  border: `1px solid ${COLORS.measure}`,
  background: tokens.map.measureTag,
  color: tokens.map.measureText,
  fontSize: textSize.note,
  fontWeight: 600,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
};

const closeStyle: CSSProperties = {
  minWidth: 24,
  height: 24,
  margin: '-2px -6px -2px 0',
  border: 0,
  background: 'none',
  color: 'inherit',
  cursor: 'pointer',
  fontSize: textSize.note,
};

const ABOVE: [number, number] = [0, -10];

type Props = { all: Measurement[]; visible: boolean; onRemove: (id: number) => void };

/** The measurements that were taken, each with a mark that removes it. */
export default function Measurements({ all, visible, onRemove }: Props) {
  const m = useMessages();
  const source = useScratchLayer(Z.measure, measured, visible);
  useEffect(() => {
    source.clear(true);
    for (const { kind, line } of all) {
      const path = line.map(([lon, lat]) => [lon, lat]);
      source.addFeature(new Feature(kind === 'area' ? new Polygon([path]) : new LineString(path)));
    }
  }, [source, all]);
  if (!visible) return null;
  return all.map(({ id, kind, line, at, value }) => {
    const remove = kind === 'area' ? m.tools.removeArea : m.tools.removeDistance;
    return (
      <MapOverlay key={id} at={at} offset={ABOVE}>
        <span style={tagStyle}>
          {measureText(m, kind, value, line)}
          <button
            type="button"
            aria-label={remove}
            title={remove}
            style={closeStyle}
            onClick={() => onRemove(id)}
          >
            ✖
          </button>
        </span>
      </MapOverlay>
    );
  });
}
