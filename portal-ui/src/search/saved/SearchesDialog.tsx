import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Recent } from './Recent';
import { SavedSearches } from './Saved';

type Props = { onClose: () => void; onPick: (query: string) => void };

/** Searches to come back to: the last ones of this machine, and those that were given a name. */
export default function SearchesDialog({ onClose, onPick }: Props) {
  const m = useMessages();
  const [tab, setTab] = useState<'recent' | 'saved'>('recent');
  const pick = (query: string) => {
    onPick(query);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="searches-title">
      <DialogTitle id="searches-title" sx={{ pb: 0 }}>
        {m.find.searches}
      </DialogTitle>
      <IconButton
        aria-label={m.common.close}
        onClick={onClose}
        sx={{ position: 'absolute', right: 12, top: 12 }}
      >
        <Close fontSize="small" />
      </IconButton>
      <Tabs
        value={tab}
        onChange={(_, next: 'recent' | 'saved') => setTab(next)}
        aria-labelledby="searches-title"
        sx={{ px: 2, borderBottom: 1, borderColor: 'divider', minHeight: 40 }}
      >
        {(['recent', 'saved'] as const).map((one) => (
          <Tab
            key={one}
            value={one}
            id={`searches-tab-${one}`}
            aria-controls="searches-panel"
            label={m.find[one]}
            sx={{ minHeight: 40 }}
          />
        ))}
      </Tabs>
      <DialogContent
        id="searches-panel"
        role="tabpanel"
        aria-labelledby={`searches-tab-${tab}`}
        sx={{ p: 0, minHeight: 240 }}
      >
        {tab === 'recent' ? <Recent onPick={pick} /> : <SavedSearches onPick={pick} />}
      </DialogContent>
    </Dialog>
  );
}
