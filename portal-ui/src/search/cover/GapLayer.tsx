import Feature from 'ol/Feature';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import { useEffect } from 'react';
import { readGeometry } from '../../map/features';
import { useScratchLayer } from '../../mapTools/useScratchLayer';

/** Over the base map and the layers, under what is drawn and found. */
const GAP_Z = 30;
/** Pixels between the lines. */
const STEP = 8;
const LINE = '#c22f23';

/** Lines of 45 degrees on a light ground, so that they read on dark imagery too. */
function hatch(): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = STEP;
  tile.height = STEP;
  const pen = tile.getContext('2d');
  if (pen === null) return 'rgba(194,47,35,.2)';
  pen.fillStyle = 'rgba(255,255,255,.28)';
  pen.fillRect(0, 0, STEP, STEP);
  pen.strokeStyle = LINE;
  pen.lineWidth = 1.25;
  pen.beginPath();
  // The middle line and the ends of its neighbours, so that tiles meet.
  for (const shift of [-STEP, 0, STEP]) {
    pen.moveTo(shift - 1, STEP + 1);
    pen.lineTo(shift + STEP + 1, -1);
  }
  pen.stroke();
  return pen.createPattern(tile, 'repeat') ?? 'rgba(194,47,35,.2)';
}

let style: Style | null = null;

function gapStyle(): Style {
  style ??= new Style({
    fill: new Fill({ color: hatch() }),
    stroke: new Stroke({ color: LINE, width: 1.5 }),
  });
  return style;
}

/** What a suggested cover leaves open, hatched. */
export default function GapLayer({ wkt }: { wkt: string }) {
  const source = useScratchLayer(GAP_Z, gapStyle());
  useEffect(() => {
    source.clear(true);
    const geometry = readGeometry(wkt);
    if (geometry !== null) source.addFeature(new Feature(geometry));
  }, [source, wkt]);
  return null;
}
