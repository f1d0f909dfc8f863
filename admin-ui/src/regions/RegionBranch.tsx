import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { EmptyState, type ManagedRegion, QueryResult } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RegionLine } from './RegionLine';
import { useRegionList } from './useRegions';

/** Pixels that a level is further in. */
const STEP = 20;

interface BranchProps {
  /** Empty: the top. */
  parent: string;
  depth: number;
  chosen: string;
  onChoose: (code: string) => void;
}

/** The regions directly below one; each is asked for its own when it is unfolded. */
export function RegionBranch({ parent, ...rest }: BranchProps) {
  const { regions: m } = useAdminMessages();
  const query = useRegionList({ parent });
  return (
    <QueryResult query={query} empty={<EmptyState title={m.empty} />}>
      {({ items }) => (
        <>
          {items.map((region) => (
            <RegionTwig key={region.areaCode} region={region} {...rest} />
          ))}
        </>
      )}
    </QueryResult>
  );
}

type TwigProps = Omit<BranchProps, 'parent'> & { region: ManagedRegion };

function RegionTwig({ region, depth, chosen, onChoose }: TwigProps) {
  const { regions: m } = useAdminMessages();
  // Whoever opens the page sees the provinces.
  const [open, setOpen] = useState(depth === 0);
  const { areaCode, areaName, children } = region;
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', pl: `${depth * STEP + 4}px` }}>
        <IconButton
          size="small"
          aria-expanded={open}
          aria-label={open ? m.collapse(areaName) : m.expand(areaName)}
          onClick={() => setOpen(!open)}
          sx={{ visibility: children === 0 ? 'hidden' : 'visible' }}
        >
          {open ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" />}
        </IconButton>
        <RegionLine region={region} chosen={areaCode === chosen} onChoose={onChoose} />
      </Stack>
      {open && children > 0 && (
        <RegionBranch parent={areaCode} depth={depth + 1} chosen={chosen} onChoose={onChoose} />
      )}
    </>
  );
}
