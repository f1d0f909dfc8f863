import Feature from 'ol/Feature';
import { useEffect } from 'react';
import { shapeOf } from '../../geo/readWkt';
import type { Position } from '../../geo/wkt';
import { readGeometry } from '../../map/features';
import { Z } from '../../map/styles';
import { MARK, pointOf, QUERIED, QUERY_Z, UPLOADED } from '../toolStyles';
import { useScratchLayer } from '../useScratchLayer';

type Props = {
  /** WKT of the searched area. */
  area: string | null;
  /** WKT of the uploaded shape. */
  uploaded: string | null;
  showUploaded: boolean;
  /** The place that somebody went to. */
  located: Position | null;
};

/** What the map's own outline of the area does not show: a place without extent, and an uploaded shape. */
export function AreaMarks({ area, uploaded, showUploaded, located }: Props) {
  const marks = useScratchLayer(Z.draw, MARK);
  useEffect(() => {
    marks.clear(true);
    const point = area !== null && shapeOf(area)?.kind === 'points' ? readGeometry(area) : null;
    if (point !== null) marks.addFeature(new Feature(point));
  }, [marks, area]);
  const shapes = useScratchLayer(Z.shapefile, UPLOADED, showUploaded);
  useEffect(() => {
    shapes.clear(true);
    const geometry = uploaded === null ? null : readGeometry(uploaded);
    if (geometry !== null) shapes.addFeature(new Feature(geometry));
  }, [shapes, uploaded]);
  const places = useScratchLayer(QUERY_Z, QUERIED);
  useEffect(() => {
    places.clear(true);
    if (located !== null) places.addFeature(new Feature(pointOf(located)));
  }, [places, located]);
  return null;
}
