import { type CoverageGrid, type MapConfig, tokens } from '@scenedock/ui-kit';
import 'ol/ol.css';
import { defaults as defaultControls } from 'ol/control/defaults';
import Feature from 'ol/Feature';
import { fromExtent } from 'ol/geom/Polygon';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import VectorSource from 'ol/source/Vector';
import Fill from 'ol/style/Fill';
import Style from 'ol/style/Style';
import View from 'ol/View';
import { useEffect, useMemo, useRef } from 'react';
import { features } from '../parts/map/features';
import { look } from '../parts/map/look';
import { tileOf } from '../parts/map/shades';
import { useBaseMap } from '../parts/map/useBaseMap';
import { useStage } from '../parts/map/useStage';
import { CLASSES, runsOf } from './densityClasses';
import { cellAt, type GridCell } from './portalSearch';

const PROJECTION = 'EPSG:4326';
/** Cells lie over the ground, under the names, and under the outline of the area. */
const CELLS_Z = 30;
const OUTLINE = [look(tokens.map.white, 4), look(tokens.deskMap.pointed, 1.5)];
const PRESSED = [look(tokens.map.white, 6), look(tokens.deskMap.pointed, 3)];

interface Stage {
  map: OlMap;
  cells: VectorSource;
  outline: VectorSource;
  /** The cell that was pressed. */
  pressed: VectorSource;
}

function buildStage(target: HTMLElement): Stage {
  const cells = new VectorSource();
  const outline = new VectorSource();
  const pressed = new VectorSource();
  const map = new OlMap({
    target,
    controls: defaultControls({ attribution: false, rotate: false }),
    layers: [
      new VectorLayer({ source: cells, zIndex: CELLS_Z }),
      new VectorLayer({ source: outline, style: OUTLINE, zIndex: CELLS_Z + 1 }),
      new VectorLayer({ source: pressed, style: PRESSED, zIndex: CELLS_Z + 2 }),
    ],
    view: new View({ projection: PROJECTION, center: [104, 35], zoom: 3, maxZoom: 14 }),
  });
  return { map, cells, outline, pressed };
}

/** A look for each class. */
function useClassStyles(): Style[] {
  return useMemo(
    () =>
      CLASSES.map((_, classIndex) => {
        const tile = tileOf(classIndex);
        const pattern = tile?.getContext('2d')?.createPattern(tile, 'repeat') ?? null;
        return new Style({ fill: new Fill({ color: pattern }) });
      }),
    [],
  );
}

function useCellsOn(stage: Stage | null, grid: CoverageGrid) {
  const styles = useClassStyles();
  useEffect(() => {
    if (stage === null) return;
    const drawn = runsOf(grid).map(({ classIndex, box }) => {
      const feature = new Feature(fromExtent(box));
      feature.setStyle(styles[classIndex]);
      return feature;
    });
    stage.cells.clear();
    stage.cells.addFeatures(drawn);
  }, [stage, grid, styles]);
}

/** Goes to another area; a change of what is counted leaves the view where it is. */
function useAreaOn(
  stage: Stage | null,
  outline: string,
  { west, south, side, columns, rows }: CoverageGrid,
) {
  useEffect(() => {
    stage?.outline.clear();
    stage?.outline.addFeatures(features(outline === '' ? [] : [outline]));
  }, [stage, outline]);
  const [east, north] = [west + columns * side, south + rows * side];
  useEffect(() => {
    stage?.map
      .getView()
      .fit([west, south, east, north], { padding: [24, 24, 24, 24], maxZoom: 10 });
  }, [stage, west, south, east, north]);
}

type OnCell = (cell: GridCell | null) => void;

/** Says which cell the pointer is over, and which was pressed; one with scenes can be. */
function useCellsUnder(stage: Stage | null, grid: CoverageGrid, onPoint: OnCell, onPress: OnCell) {
  const latest = useRef({ grid, onPoint, onPress });
  latest.current = { grid, onPoint, onPress };
  useEffect(() => {
    if (stage === null) return;
    const { map } = stage;
    const cellUnder = ({ coordinate }: MapBrowserEvent) => cellAt(latest.current.grid, coordinate);
    const point = (event: MapBrowserEvent) => {
      const cell = cellUnder(event);
      const target = map.getTargetElement();
      if (target) target.style.cursor = cell !== null && cell.scenes > 0 ? 'pointer' : '';
      latest.current.onPoint(cell);
    };
    const press = (event: MapBrowserEvent) => {
      point(event);
      latest.current.onPress(cellUnder(event));
    };
    map.on('pointermove', point);
    map.on('click', press);
    return () => {
      map.un('pointermove', point);
      map.un('click', press);
    };
  }, [stage]);
}

/** Shows which cell was pressed. */
function usePressedOn(stage: Stage | null, pressed: GridCell | null) {
  useEffect(() => {
    stage?.pressed.clear();
    if (stage === null || pressed === null) return;
    const { middle, side } = pressed;
    const [x, y] = middle;
    const half = side / 2;
    stage.pressed.addFeature(new Feature(fromExtent([x - half, y - half, x + half, y + half])));
  }, [stage, pressed]);
}

interface DensityMapProps {
  grid: CoverageGrid;
  /** Of the area; empty until it is known. */
  outline: string;
  basemap: MapConfig['basemap'] | null;
  label: string;
  pressed: GridCell | null;
  onPoint: OnCell;
  onPress: OnCell;
}

/** How many scenes lie over each cell, on the base map. */
export default function DensityMap(props: DensityMapProps) {
  const { grid, outline, basemap, label, pressed, onPoint, onPress } = props;
  const { target, stage } = useStage(buildStage);
  useBaseMap(stage?.map ?? null, basemap);
  useCellsOn(stage, grid);
  useAreaOn(stage, outline, grid);
  useCellsUnder(stage, grid, onPoint, onPress);
  usePressedOn(stage, pressed);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: OpenLayers moves the map by keyboard when it has the focus
    <section ref={target} aria-label={label} tabIndex={0} style={{ background: tokens.map.sea }} />
  );
}
