import { tokens } from '@scenedock/ui-kit';
import 'ol/ol.css';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { MapLayer } from '@scenedock/ui-kit';
import { configuredSource } from '@scenedock/ui-kit/configuredSource';
import TileLayer from 'ol/layer/Tile';
import OlMap from 'ol/Map';
import type UrlTile from 'ol/source/UrlTile';
import View from 'ol/View';
import { useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { withToken } from './layers';

/** The nation fills the small map. */
const START = { center: [104, 35], zoom: 3 };

type Outcome = 'testing' | 'works' | 'fails';

const SEVERITY = { testing: 'info', works: 'success', fails: 'warning' } as const;

/** A small map with this one layer: says whether a tile came. */
export default function LayerTest({ layer, token }: { layer: MapLayer; token: string }) {
  const m = useAdminMessages().system.layer;
  const target = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<Outcome>('testing');
  useEffect(() => {
    if (target.current === null) return;
    const source = configuredSource(withToken(layer, token)) as UrlTile;
    source.on('tileloadend', () => setOutcome('works'));
    source.on('tileloaderror', () => setOutcome((old) => (old === 'works' ? old : 'fails')));
    const map = new OlMap({
      target: target.current,
      controls: [],
      layers: [new TileLayer({ source })],
      view: new View({ projection: 'EPSG:4326', ...START }),
    });
    return () => {
      map.setTarget(undefined);
      map.dispose();
    };
  }, [layer, token]);
  return (
    <Box sx={{ mt: 1, maxWidth: 480 }}>
      <Box
        ref={target}
        role="application"
        aria-label={m.testMap(layer.name)}
        sx={{ height: 200, borderRadius: 1, overflow: 'hidden', bgcolor: tokens.deskMap.sea }}
      />
      <Alert role="status" severity={SEVERITY[outcome]} sx={{ mt: 0.5, py: 0 }}>
        {m[outcome]}
      </Alert>
    </Box>
  );
}
