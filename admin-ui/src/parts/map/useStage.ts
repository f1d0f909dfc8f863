import type OlMap from 'ol/Map';
import { useEffect, useRef, useState } from 'react';

/** A map with what is drawn on it, in the element that has `target`; null until that is there. `build` stays the same. */
export function useStage<Stage extends { map: OlMap }>(build: (target: HTMLElement) => Stage) {
  const target = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  useEffect(() => {
    if (target.current === null) return;
    const built = build(target.current);
    setStage(built);
    return () => built.map.setTarget(undefined);
  }, [build]);
  return { target, stage };
}
