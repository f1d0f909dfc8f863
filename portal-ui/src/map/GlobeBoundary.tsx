import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { EmptyState, Loading, useMessages } from '@scenedock/ui-kit';
import { Component, type ReactNode } from 'react';

/** In the middle of the map. */
const MIDDLE = {
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
} as const;

/** While the globe or its first picture is on its way. */
export function GlobeLoading() {
  const m = useMessages();
  return (
    <Box sx={{ ...MIDDLE, bgcolor: 'background.default' }}>
      <Loading label={m.map.globeLoading} />
    </Box>
  );
}

function NoGlobe({ onFlat }: { onFlat: () => void }) {
  const m = useMessages();
  const back = (
    <Button variant="outlined" onClick={onFlat}>
      {m.map.toFlat}
    </Button>
  );
  return (
    <Box sx={{ ...MIDDLE, bgcolor: 'background.paper' }}>
      <EmptyState title={m.map.globeFailed} action={back} />
    </Box>
  );
}

type Props = { onFlat: () => void; children: ReactNode };

/** A globe that fails says so in its place; the flat map and everything around it go on. */
export class GlobeBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <NoGlobe onFlat={this.props.onFlat} /> : this.props.children;
  }
}
