import { useCallback, useState } from 'react';

/** Which scene is pointed at, in the list or on the map, and which one was pinned by a click on the map. */
export function usePointing() {
  const [inList, setInList] = useState<string | null>(null);
  const [onMap, setOnMap] = useState<string | null>(null);
  const [pinned, setPinned] = useState<string | null>(null);
  const [focus, setFocus] = useState<string | null>(null);
  const locate = useCallback((wkt: string) => {
    // The map flies whenever this changes: also when the same scene is asked for once more.
    setFocus(null);
    setTimeout(() => setFocus(wkt), 0);
  }, []);
  return { hovered: inList ?? onMap, onMap, pinned, focus, setInList, setOnMap, setPinned, locate };
}
