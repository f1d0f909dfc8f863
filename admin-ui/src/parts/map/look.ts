import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';

/** An outline, filled or not. */
export function look(line: string, width: number, fill?: string): Style {
  return new Style({
    stroke: new Stroke({ color: line, width }),
    fill: fill ? new Fill({ color: fill }) : undefined,
  });
}
