import { joined } from '@scenedock/ui-kit/antimeridian';
import WKT from 'ol/format/WKT';

/** Outlines as OpenLayers draws them; those across the antimeridian in one piece. */
export function features(wkts: readonly string[]) {
  const format = new WKT();
  return wkts.flatMap((wkt) => {
    const found = format.readFeatures(wkt);
    for (const feature of found) {
      const geometry = feature.getGeometry();
      if (geometry !== undefined) feature.setGeometry(joined(geometry));
    }
    return found;
  });
}
