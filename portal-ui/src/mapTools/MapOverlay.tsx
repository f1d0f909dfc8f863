import Overlay, { type Positioning } from 'ol/Overlay';
import { type ReactNode, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { useMapStage } from '../map/mapStage';

type Props = {
  at: readonly [number, number];
  positioning?: Positioning;
  offset?: [number, number];
  /** Moves the map so that all of it is seen. */
  intoView?: boolean;
  /** Lets the pointer through to the map. */
  passive?: boolean;
  children: ReactNode;
};

const NO_OFFSET: [number, number] = [0, 0];

/** What stands at a place of the map and moves with it. */
export function MapOverlay(props: Props) {
  const { at, positioning = 'bottom-center', offset = NO_OFFSET, passive = false } = props;
  const { intoView = false } = props;
  const { map } = useMapStage();
  const element = useMemo(() => document.createElement('div'), []);
  const overlay = useMemo(() => {
    // The tools and, below them, the hint of the one in use stand over it; so do the buttons at the right.
    const margin = 112;
    return new Overlay({
      element,
      positioning,
      offset,
      stopEvent: !passive,
      ...(intoView ? { autoPan: { margin, animation: { duration: 250 } } } : {}),
    });
  }, [element, positioning, offset, passive, intoView]);
  useEffect(() => {
    if (passive) element.style.pointerEvents = 'none';
    map.addOverlay(overlay);
    return () => {
      map.removeOverlay(overlay);
    };
  }, [map, overlay, element, passive]);
  const [lon, lat] = at;
  useEffect(() => {
    overlay.setPosition([lon, lat]);
  }, [overlay, lon, lat]);
  return createPortal(props.children, element);
}
