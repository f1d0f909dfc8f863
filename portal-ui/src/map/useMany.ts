import type { Footprints } from '@scenedock/ui-kit';
import { onEarth } from '@scenedock/ui-kit/antimeridian';
import Feature from 'ol/Feature';
import MultiPolygon from 'ol/geom/MultiPolygon';
import { useEffect, useMemo } from 'react';
import type { Shared } from './createMap';
import { indexColumns } from './many/columns';
import { sceneAt } from './many/hit';
import { type Packed, pack, ringsOf } from './many/packed';

export type ManyFootprints = {
  packed: Packed;
  /** The scene at a place, by its data id. */
  at: (coordinate: number[]) => string | null;
  feature: (id: string) => Feature | null;
};

function openMany(footprints: Footprints): ManyFootprints {
  const { ids } = footprints;
  const packed = pack(footprints);
  const columns = indexColumns(packed);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return {
    packed,
    at: ([lon = 0, lat = 0]) => ids[sceneAt(packed, columns, onEarth(lon), lat)] ?? null,
    feature: (id) => {
      const index = indexes.get(id);
      if (index === undefined) return null;
      const polygons = ringsOf(packed, index).map((ring) => [ring]);
      const feature = new Feature(new MultiPolygon(polygons));
      feature.setId(id);
      return feature;
    },
  };
}

/** Very many footprints, ready to be drawn and found. */
export function useManyFootprints(
  footprints: Footprints | null | undefined,
): ManyFootprints | null {
  return useMemo(() => (footprints ? openMany(footprints) : null), [footprints]);
}

/** Draws those of the very many that are hovered or selected and have no row of their own. */
export function useHighlightedFootprints(
  { lit, footprints }: Shared,
  many: ManyFootprints | null,
  ids: (string | null)[],
) {
  const key = ids.join('\n');
  useEffect(() => {
    lit.clear(true);
    const ids = new Set(key.split('\n'));
    const features = [...ids].flatMap((id) =>
      footprints.getFeatureById(id) === null ? (many?.feature(id) ?? []) : [],
    );
    lit.addFeatures(features);
    lit.changed();
  }, [lit, footprints, many, key]);
}
