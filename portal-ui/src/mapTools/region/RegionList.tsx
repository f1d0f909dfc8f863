import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { EmptyState, ErrorState, Loading, type RegionItem, textSize } from '@scenedock/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useToolMessages } from '../messages/useToolMessages';

type RowProps = {
  region: RegionItem;
  current: boolean;
  parent: string | undefined;
  onChoose: (region: RegionItem) => void;
  onEnter: (region: RegionItem) => void;
};

function RegionRow({ region, current, parent, onChoose, onEnter }: RowProps) {
  const m = useToolMessages();
  const side = parent ?? (region.level === 'nation' ? m.regions.nation : '');
  return (
    <Box component="li" sx={{ display: 'flex' }}>
      <ButtonBase
        data-region
        aria-current={current ? 'true' : undefined}
        onClick={() => onChoose(region)}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'space-between',
          px: 1,
          py: 0.5,
          borderRadius: 1,
          typography: 'body2',
          textAlign: 'left',
          fontWeight: current ? 600 : 400,
          color: current ? 'primary.main' : 'text.primary',
          '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        {region.areaName}
        <Typography variant="caption" color="textSecondary" noWrap sx={{ pl: 1 }}>
          {side}
        </Typography>
      </ButtonBase>
      {region.level === 'province' || region.level === 'city' ? (
        <IconButton aria-label={m.regions.enter(region.areaName)} onClick={() => onEnter(region)}>
          <ChevronRight fontSize="small" />
        </IconButton>
      ) : null}
    </Box>
  );
}

type Group = { letter: string; items: RegionItem[] };

/** What stands under which letter; the nation stands before all of them. */
function grouped(items: readonly RegionItem[]): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const letter = item.level === 'nation' ? '' : item.initial;
    const last = groups.at(-1);
    if (last?.letter === letter) last.items.push(item);
    else groups.push({ letter, items: [item] });
  }
  return groups;
}

type Props = {
  regions: UseQueryResult<RegionItem[]>;
  byLetter: boolean;
  current: string | null;
  /** Names of the regions above, shown beside each. */
  parents: ReadonlyMap<string, string> | null;
  emptyText: string;
  emptyHint: string;
  onChoose: (region: RegionItem) => void;
  onEnter: (region: RegionItem) => void;
};

/** Regions by first letter, with an index to jump by. Arrow keys move, a letter jumps. */
export function RegionList({ regions, byLetter, current, parents, ...rest }: Props) {
  const m = useToolMessages();
  const list = useRef<HTMLDivElement>(null);
  const items = regions.data;
  const groups = useMemo(
    () => (byLetter ? grouped(items ?? []) : [{ letter: '', items: items ?? [] }]),
    [items, byLetter],
  );
  if (regions.isPending) return <Loading />;
  if (regions.isError) {
    return <ErrorState error={regions.error} onRetry={() => void regions.refetch()} />;
  }
  if (regions.data.length === 0) return <EmptyState title={rest.emptyText} hint={rest.emptyHint} />;
  const jump = (letter: string, focus: boolean) => {
    const group = list.current?.querySelector<HTMLElement>(`[data-letter="${letter}"]`);
    if (!group || !list.current) return;
    list.current.scrollTop = group.offsetTop - list.current.offsetTop;
    if (focus) group.querySelector<HTMLElement>('[data-region]')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-region]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'ArrowDown') rows[Math.min(rows.length - 1, at + 1)]?.focus();
    else if (event.key === 'ArrowUp') rows[Math.max(0, at - 1)]?.focus();
    else if (/^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey) {
      jump(event.key.toUpperCase(), true);
    } else return;
    event.preventDefault();
  };
  const letters = groups.map(({ letter }) => letter).filter((letter) => letter !== '');
  return (
    <Box sx={{ display: 'flex', minHeight: 0, flex: '1 1 auto', height: 320, gap: 0.5 }}>
      <Box
        ref={list}
        role="group"
        aria-label={m.regions.list}
        onKeyDown={onKeyDown}
        sx={{ flex: 1, minWidth: 0, overflowY: 'auto', position: 'relative' }}
      >
        {groups.map(({ letter, items: rows }) => (
          <Box key={letter} data-letter={letter}>
            {letter === '' ? null : <LetterHead letter={letter} />}
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {rows.map((region) => (
                <RegionRow
                  key={region.areaCode}
                  region={region}
                  current={region.areaCode === current}
                  parent={parents?.get(region.parentCode)}
                  onChoose={rest.onChoose}
                  onEnter={rest.onEnter}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      {letters.length < 3 ? null : <LetterIndex letters={letters} onJump={jump} />}
    </Box>
  );
}

function LetterHead({ letter }: { letter: string }) {
  return (
    <Typography
      variant="caption"
      component="h3"
      sx={{
        position: 'sticky',
        top: 0,
        px: 1,
        fontWeight: 600,
        bgcolor: 'background.default',
        color: 'text.secondary',
      }}
    >
      {letter}
    </Typography>
  );
}

type IndexProps = { letters: readonly string[]; onJump: (letter: string, focus: boolean) => void };

/** Jumps to a letter. */
function LetterIndex({ letters, onJump }: IndexProps) {
  const m = useToolMessages();
  return (
    <Box
      component="nav"
      aria-label={m.regions.letters}
      sx={{ display: 'flex', flexDirection: 'column', overflowY: 'auto' }}
    >
      {letters.map((letter) => (
        <ButtonBase
          key={letter}
          onClick={() => onJump(letter, false)}
          sx={{
            flex: '1 0 auto',
            width: 24,
            minHeight: 14,
            fontSize: textSize.note,
            color: 'primary.main',
            borderRadius: 0.5,
            '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
          }}
        >
          {letter}
        </ButtonBase>
      ))}
    </Box>
  );
}
