import { type MapConfig, type ProvinceOutline, tokens } from '@scenedock/ui-kit';
import 'ol/ol.css';
import { defaults as defaultControls } from 'ol/control/defaults';
import type Feature from 'ol/Feature';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import VectorSource from 'ol/source/Vector';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import View from 'ol/View';
import { useEffect, useRef } from 'react';
import { features } from '../parts/map/features';
import { look } from '../parts/map/look';
import { tileOf } from '../parts/map/shades';
import { useBaseMap } from '../parts/map/useBaseMap';
import { useStage } from '../parts/map/useStage';

const PROJECTION = 'EPSG:4326';
/** Provinces lie over the ground and under the names. */
const PROVINCES_Z = 30;
const BORDER = new Stroke({ color: tokens.map.ink, width: 0.75 });
const POINTED = [look(tokens.map.white, 5), look(tokens.deskMap.pointed, 2.5)];

interface Stage {
  map: OlMap;
  provinces: VectorSource;
  /** The one that is pointed at. */
  pointed: VectorSource;
}

function buildStage(target: HTMLElement): Stage {
  const provinces = new VectorSource();
  const pointed = new VectorSource();
  const map = new OlMap({
    target,
    controls: defaultControls({ attribution: false, rotate: false }),
    layers: [
      new VectorLayer({ source: provinces, zIndex: PROVINCES_Z }),
      new VectorLayer({ source: pointed, style: POINTED, zIndex: PROVINCES_Z + 1 }),
    ],
    view: new View({ projection: PROJECTION, center: [104, 36], zoom: 3, maxZoom: 9 }),
  });
  return { map, provinces, pointed };
}

/** The ground shows through a little: shades are compared with one another, not with mountains. */
const PALE = new Style({ fill: new Fill({ color: tokens.deskMap.provincePale }) });

/** How a province of a shade is drawn; one without figures pale, within its border. */
function styleOf(shade: number): Style[] {
  const tile = shade < 0 ? null : tileOf(shade);
  const pattern = tile?.getContext('2d')?.createPattern(tile, 'repeat') ?? null;
  const fill = pattern === null ? {} : { fill: new Fill({ color: pattern }) };
  return [PALE, new Style({ ...fill, stroke: BORDER })];
}

/** Draws the provinces, and goes to where all of them lie. */
function useProvincesOn(stage: Stage | null, provinces: readonly ProvinceOutline[]) {
  useEffect(() => {
    if (stage === null) return;
    const drawn = provinces.flatMap(({ areaCode, wkt }) => {
      const found = features([wkt]);
      for (const feature of found) feature.set('code', areaCode);
      return found;
    });
    stage.provinces.clear();
    stage.provinces.addFeatures(drawn);
    const extent = stage.provinces.getExtent();
    if (drawn.length > 0 && extent !== null) {
      stage.map.getView().fit(extent, { padding: [12, 12, 12, 12] });
    }
  }, [stage, provinces]);
}

const codeOf = (feature: Feature): string => String(feature.get('code'));

function useShadesOn(
  stage: Stage | null,
  provinces: readonly ProvinceOutline[],
  shades: ReadonlyMap<string, number>,
) {
  // Provinces that are drawn anew have no shade yet.
  useEffect(() => {
    const styles = new Map<number, Style[]>();
    for (const feature of stage?.provinces.getFeatures() ?? []) {
      const shade = shades.get(codeOf(feature)) ?? -1;
      const style = styles.get(shade) ?? styleOf(shade);
      styles.set(shade, style);
      feature.setStyle(style);
    }
  }, [stage, provinces, shades]);
}

interface Hands {
  onPoint: (code: string | null) => void;
  onPress: (code: string) => void;
  /** Whether a press leads anywhere. */
  leadsOn: (code: string) => boolean;
}

/** Says which province the pointer is over, and which was pressed. */
function useProvinceUnder(stage: Stage | null, hands: Hands) {
  const latest = useRef(hands);
  latest.current = hands;
  useEffect(() => {
    if (stage === null) return;
    const { map, provinces } = stage;
    const under = ({ coordinate }: MapBrowserEvent) => {
      const [feature] = provinces.getFeaturesAtCoordinate(coordinate);
      return feature === undefined ? null : codeOf(feature);
    };
    const point = (event: MapBrowserEvent) => {
      const code = under(event);
      const leadsOn = code !== null && latest.current.leadsOn(code);
      const target = map.getTargetElement();
      if (target) target.style.cursor = leadsOn ? 'pointer' : '';
      latest.current.onPoint(code);
    };
    const press = (event: MapBrowserEvent) => {
      const code = under(event);
      if (code !== null && latest.current.leadsOn(code)) latest.current.onPress(code);
    };
    map.on('pointermove', point);
    map.on('click', press);
    return () => {
      map.un('pointermove', point);
      map.un('click', press);
    };
  }, [stage]);
}

function usePointedOn(
  stage: Stage | null,
  provinces: readonly ProvinceOutline[],
  pointed: string | null,
) {
  useEffect(() => {
    const outlines = provinces.filter(({ areaCode }) => areaCode === pointed);
    stage?.pointed.clear();
    stage?.pointed.addFeatures(features(outlines.map(({ wkt }) => wkt)));
  }, [stage, provinces, pointed]);
}

interface RegionMapProps extends Hands {
  provinces: readonly ProvinceOutline[];
  /** Of each province that has figures, by its code. */
  shades: ReadonlyMap<string, number>;
  pointed: string | null;
  basemap: MapConfig['basemap'] | null;
  label: string;
}

/** Provinces, each as dark as its figure, on the base map. */
export default function RegionMap(props: RegionMapProps) {
  const { provinces, shades, pointed, basemap, label } = props;
  const { target, stage } = useStage(buildStage);
  useBaseMap(stage?.map ?? null, basemap);
  useProvincesOn(stage, provinces);
  useShadesOn(stage, provinces, shades);
  useProvinceUnder(stage, props);
  usePointedOn(stage, provinces, pointed);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: OpenLayers moves the map by keyboard when it has the focus
    <section ref={target} aria-label={label} tabIndex={0} style={{ background: tokens.map.sea }} />
  );
}
