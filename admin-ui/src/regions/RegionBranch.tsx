import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { EmptyState, type ManagedRegion, QueryResult } from '@scenedock/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RegionLine } from './RegionLine';
import { useRegionChain, useRegionList } from './useRegions';

/** Pixels that a level is further in. */
const STEP = 20;

interface TreeProps {
  chosen: string;
  onChoose: (code: string) => void;
}

/** All regions as a tree, open down to the chosen one. */
export function RegionTree({ chosen, onChoose }: TreeProps) {
  const chain = useRegionChain(chosen).data ?? [];
  return <RegionBranch parent="" depth={0} chain={chain} chosen={chosen} onChoose={onChoose} />;
}

interface BranchProps extends TreeProps {
  /** Empty: the top. */
  parent: string;
  depth: number;
  /** The regions that the chosen one is part of. */
  chain: readonly string[];
}

/** The regions directly below one; each is asked for its own when it is unfolded. */
function RegionBranch({ parent, ...rest }: BranchProps) {
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

function RegionTwig({ region, depth, chain, chosen, onChoose }: TwigProps) {
  const { regions: m } = useAdminMessages();
  const { areaCode, areaName, children } = region;
  const holdsChosen = chain.includes(areaCode);
  // Whoever opens the page sees the provinces.
  const [open, setOpen] = useState(depth === 0 || holdsChosen);
  // Folded by hand it stays so until another region in it is chosen.
  useEffect(() => {
    if (holdsChosen && chosen !== '') setOpen(true);
  }, [holdsChosen, chosen]);
  const line = useRef<HTMLDivElement>(null);
  const isChosen = areaCode === chosen;
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <>
      <Stack
        ref={line}
        direction="row"
        sx={{ alignItems: 'center', pl: `${depth * STEP + 4}px`, flex: 'none' }}
      >
        <IconButton
          size="small"
          aria-expanded={open}
          aria-label={open ? m.collapse(areaName) : m.expand(areaName)}
          onClick={() => setOpen(!open)}
          sx={{ visibility: children === 0 ? 'hidden' : 'visible' }}
        >
          {open ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" />}
        </IconButton>
        <RegionLine region={region} chosen={isChosen} onChoose={onChoose} />
      </Stack>
      {open && children > 0 && (
        <RegionBranch
          parent={areaCode}
          depth={depth + 1}
          chain={chain}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </>
  );
}
