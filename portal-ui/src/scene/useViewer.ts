import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { FIT, panBy, type View, zoomAt } from './viewerState';

const STEP = 1.5;
const PAN = 80;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [PAN, 0],
  ArrowRight: [-PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

type Point = { x: number; y: number };

/** Wheel, fingers and keys that zoom and move a picture. */
export function useViewer() {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [view, setView] = useState<View>(FIT);
  const held = useRef(new Map<number, Point>());

  const offMiddle = (x: number, y: number): Point => {
    const box = frame?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x, y };
  };
  const pan = (dx: number, dy: number) =>
    setView((old) => panBy(old, dx, dy, frame?.clientWidth ?? 0, frame?.clientHeight ?? 0));
  const zoom = (factor: number) => setView((old) => zoomAt(old, factor));

  useEffect(() => {
    if (frame === null) return;
    // React listens to the wheel passively; only this way is the page behind kept still.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = frame.getBoundingClientRect();
      const x = event.clientX - box.left - box.width / 2;
      const y = event.clientY - box.top - box.height / 2;
      setView((old) => zoomAt(old, Math.exp(-event.deltaY / 400), x, y));
    };
    frame.addEventListener('wheel', onWheel, { passive: false });
    return () => frame.removeEventListener('wheel', onWheel);
  }, [frame]);

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = held.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    held.current.set(event.pointerId, now);
    const other = [...held.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return pan(now.x - before.x, now.y - before.y);
    const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = offMiddle((now.x + other.x) / 2, (now.y + other.y) / 2);
    setView((old) => zoomAt(old, apart(now) / Math.max(apart(before), 1), middle.x, middle.y));
  };
  const onPointerUp = (event: PointerEvent) => held.current.delete(event.pointerId);
  const onDoubleClick = (event: { clientX: number; clientY: number }) => {
    const { x, y } = offMiddle(event.clientX, event.clientY);
    setView((old) => (old.scale > 1 ? FIT : zoomAt(old, 3, x, y)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow !== undefined) pan(...arrow);
    else if (event.key === '+' || event.key === '=') zoom(STEP);
    else if (event.key === '-') zoom(1 / STEP);
    else if (event.key === '0') setView(FIT);
    else return;
    event.preventDefault();
  };
  return {
    view,
    setFrame,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit: () => setView(FIT),
    onKeyDown,
    pointer: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
      onDoubleClick,
    },
  };
}
