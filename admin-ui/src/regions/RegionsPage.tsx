import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { EmptyState, type ManagedRegion } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { RegionDialog } from './RegionDialog';
import { RegionFinder } from './RegionFinder';
import { type OpenRegion, RegionPanel } from './RegionPanel';
import { RemoveDialog } from './RemoveDialog';
import { RestoreDialog } from './RestoreDialog';
import { useRegionAddress } from './useRegions';

/** Administrative regions (portal specification section 7, xzqManager). */
export function RegionsPage() {
  const { regions: m } = useAdminMessages();
  const { code, open: choose } = useRegionAddress();
  const [open, setOpen] = useState<OpenRegion | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' },
        }}
      >
        <RegionFinder chosen={code} onChoose={choose} />
        {code === '' ? (
          <Paper variant="outlined">
            <EmptyState title={m.choose} hint={m.chooseHint} />
          </Paper>
        ) : (
          <RegionPanel key={code} code={code} onOpen={setOpen} />
        )}
      </Box>
      {open !== null && <OpenDialog open={open} onClose={close} onMade={choose} />}
    </>
  );
}

interface OpenDialogProps {
  open: OpenRegion;
  onClose: () => void;
  onMade: (code: string) => void;
}

function OpenDialog({ open: { what, region }, onClose, onMade }: OpenDialogProps) {
  const openMade = ({ areaCode }: ManagedRegion) => onMade(areaCode);
  if (what === 'add') return <RegionDialog parent={region} onClose={onClose} onMade={openMade} />;
  if (what === 'edit') return <RegionDialog region={region} onClose={onClose} />;
  if (what === 'restore') return <RestoreDialog region={region} onClose={onClose} />;
  return <RemoveDialog region={region} onClose={onClose} />;
}
