import { useState } from 'react';

const KEY = 'scenedock.searchPanels';

type Panels = { conditions: boolean; results: boolean };

function read(): Panels {
  const folded = localStorage.getItem(KEY) ?? '';
  return { conditions: !folded.includes('conditions'), results: !folded.includes('results') };
}

/** Which panels beside the map are open, as this person left them. */
export function usePanels() {
  const [panels, setPanels] = useState(read);
  const toggle = (panel: keyof Panels) => {
    const next = { ...panels, [panel]: !panels[panel] };
    const folded = (['conditions', 'results'] as const).filter((one) => !next[one]);
    localStorage.setItem(KEY, folded.join(' '));
    setPanels(next);
  };
  return { panels, toggle };
}
