import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';

const outline = (color: string, width: number, fill: string, zIndex: number) =>
  new Style({
    zIndex,
    fill: new Fill({ color: fill }),
    stroke: new Stroke({ color, width }),
  });

/** The specification's 10 % white with a blue edge; the edge is darker than its 50 %, which is lost on relief. */
export const FOOTPRINT = outline('rgba(11,88,170,.85)', 1.6, 'rgba(255,255,255,.10)', 1);
export const FOOTPRINT_HOVER = outline('#d65a00', 2.6, 'rgba(255,150,40,.28)', 3);
export const FOOTPRINT_SELECTED = outline('#0a6b68', 2.6, 'rgba(18,150,141,.25)', 2);
export const AREA = new Style({
  fill: new Fill({ color: 'rgba(194,47,35,.03)' }),
  stroke: new Stroke({ color: '#c22f23', width: 2, lineDash: [8, 5] }),
});
