import { tokens } from '@scenedock/ui-kit';
import Feature from 'ol/Feature';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import { useEffect } from 'react';
import { readGeometry } from '../../map/features';
import { useScratchLayer } from '../../mapTools/useScratchLayer';
import { gapOutline } from './gapOutline';

/** Over the base map and the layers, under what is drawn and found. */
const GAP_Z = 30;
/** Pixels between the lines. */
const STEP = 8;
const LINE = tokens.map.area;

/** Lines of 45 degrees on a light ground, so that they read on dark imagery too. */
function hatch(): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = STEP;
  tile.height = STEP;
  const pen = tile.getContext('2d');
  if (pen === null) return tokens.map.areaDrop;
  pen.fillStyle = tokens.map.gapGround;
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
  return pen.createPattern(tile, 'repeat') ?? tokens.map.areaDrop;
}

let ground: Style | null = null;

/** Made when first needed: a pattern needs a canvas. */
function groundStyle(): Style {
  ground ??= new Style({ fill: new Fill({ color: hatch() }) });
  return ground;
}

const OUTLINE = new Style({ stroke: new Stroke({ color: LINE, width: 1.5 }) });

/** What a suggested cover leaves open, hatched. */
export default function GapLayer({ wkt }: { wkt: string }) {
  const source = useScratchLayer(GAP_Z, OUTLINE);
  useEffect(() => {
    source.clear(true);
    const geometry = readGeometry(wkt);
    if (geometry === null) return;
    const area = new Feature(geometry);
    area.setStyle(groundStyle());
    source.addFeatures([area, new Feature(gapOutline(geometry))]);
  }, [source, wkt]);
  return null;
}
