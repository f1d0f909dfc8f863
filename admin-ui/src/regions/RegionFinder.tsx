import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, useMessages, useSettled } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RegionTree } from './RegionBranch';
import { RegionLine } from './RegionLine';
import { useRegionAddress, useRegionList } from './useRegions';

interface FinderProps {
  chosen: string;
  onChoose: (code: string) => void;
}

/** The regions as a tree, or those that a text names or that were changed. */
export function RegionFinder(props: FinderProps) {
  const { regions: m } = useAdminMessages();
  const { q, changed, find, narrow } = useRegionAddress();
  const typed = useSettled(q.trim());
  return (
    <Paper component="section" variant="outlined" aria-label={m.tree} sx={{ overflow: 'hidden' }}>
      <Stack sx={{ p: 1.5, gap: 0.5, borderBottom: 1, borderColor: 'divider' }}>
        <TextField
          type="search"
          fullWidth
          label={m.find}
          value={q}
          onChange={({ target }) => find(target.value)}
        />
        <FormControlLabel
          label={m.changedOnly}
          disabled={q !== ''}
          control={<Switch checked={changed && q === ''} onChange={(_, on) => narrow(on)} />}
        />
      </Stack>
      <Stack sx={{ maxHeight: { xs: 320, md: 'calc(100vh - 330px)' }, overflowY: 'auto', py: 0.5 }}>
        {typed === '' && !changed ? (
          <RegionTree {...props} />
        ) : (
          <FoundRegions key={typed} typed={typed} {...props} />
        )}
      </Stack>
    </Paper>
  );
}

function FoundRegions({ typed, chosen, onChoose }: FinderProps & { typed: string }) {
  const { common } = useMessages();
  const { regions: m } = useAdminMessages();
  const query = useRegionList(typed === '' ? { changed: true } : { q: typed });
  return (
    <QueryResult query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState title={typed === '' ? m.noChanges : common.noMatch} />
        ) : (
          <>
            {items.map((region) => (
              <RegionLine
                key={region.areaCode}
                region={region}
                note={region.path.slice(1).join(' / ')}
                chosen={region.areaCode === chosen}
                onChoose={onChoose}
              />
            ))}
            {total > items.length && (
              <Typography variant="caption" color="textSecondary" sx={{ px: 1.5 }}>
                {m.more(items.length)}
              </Typography>
            )}
          </>
        )
      }
    </QueryResult>
  );
}
