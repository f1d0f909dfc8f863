import Overlay, { type Positioning } from 'ol/Overlay';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { type GlobeStage, useMapStage } from '../../map/mapStage';

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

/** What stands at a place of the map, or of the globe in its place, and moves with it. */
export function MapOverlay(props: Props) {
  const { globe } = useMapStage();
  return globe === null ? <FlatOverlay {...props} /> : <GlobeOverlay {...props} globe={globe} />;
}

/** What stands over it would hide buttons: room in pixels at the top, at the other sides. */
const ROOM = { top: 112, side: 8 };

/** The upper left corner of what stands at a pixel; moved so that it is seen as a whole where that is wanted. */
export function cornerAt(
  [x, y]: readonly [number, number],
  { positioning, offset, intoView }: Required<Pick<Props, 'positioning' | 'offset' | 'intoView'>>,
  size: { width: number; height: number },
  room: { width: number; height: number },
): [number, number] {
  const left = x + offset[0] - (positioning.endsWith('left') ? 0 : size.width / 2);
  const top = y + offset[1] - (positioning.startsWith('bottom') ? size.height : size.height / 2);
  if (!intoView) return [left, top];
  const within = (at: number, least: number, most: number) => Math.max(least, Math.min(at, most));
  return [
    within(left, ROOM.side, room.width - size.width - ROOM.side),
    within(top, ROOM.top, room.height - size.height - ROOM.side),
  ];
}

function GlobeOverlay({ globe, ...props }: Props & { globe: GlobeStage }) {
  const { at, positioning = 'bottom-center', offset = NO_OFFSET, passive = false } = props;
  const { intoView = false } = props;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [lon, lat] = at;
  useEffect(() => {
    if (element === null) return;
    const placeOverlay = () => {
      const pixel = globe.screenOf([lon, lat]);
      element.style.visibility = pixel === null ? 'hidden' : 'visible';
      if (pixel === null) return;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const room = { width: globe.over.clientWidth, height: globe.over.clientHeight };
      const [x, y] = cornerAt(pixel, { positioning, offset, intoView }, size, room);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    placeOverlay();
    const sized = new ResizeObserver(placeOverlay);
    sized.observe(element);
    const stop = globe.onPicture(placeOverlay);
    return () => {
      sized.disconnect();
      stop();
    };
  }, [element, globe, lon, lat, positioning, offset, intoView]);
  return createPortal(
    <div
      ref={setElement}
      style={{
        position: 'absolute',
        left: 0,
        top: 0,
        pointerEvents: passive ? 'none' : 'auto',
      }}
    >
      {props.children}
    </div>,
    globe.over,
  );
}

/** The tools and, below them, the hint of the one in use stand over it; so do the buttons at the right. */
const INTO_VIEW = { margin: ROOM.top, animation: { duration: 250 } };

function FlatOverlay(props: Props) {
  const { at, positioning = 'bottom-center', offset = NO_OFFSET, passive = false } = props;
  const { intoView = false } = props;
  const { map } = useMapStage();
  const element = useMemo(() => document.createElement('div'), []);
  const overlay = useMemo(
    () =>
      new Overlay({
        element,
        positioning,
        offset,
        stopEvent: !passive,
        ...(intoView ? { autoPan: INTO_VIEW } : {}),
      }),
    [element, positioning, offset, passive, intoView],
  );
  useEffect(() => {
    if (!intoView) return;
    // It grows upward, under the hint, when more has been found.
    const sized = new ResizeObserver(() => overlay.panIntoView(INTO_VIEW));
    sized.observe(element);
    return () => sized.disconnect();
  }, [element, overlay, intoView]);
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
