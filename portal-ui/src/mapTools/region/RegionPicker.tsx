import ArrowBack from '@mui/icons-material/ArrowBack';
import Search from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type RegionItem, useSettled } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useToolMessages } from '../messages/useToolMessages';
import { RegionList } from './RegionList';
import { type KnownRegion, recentRegions } from './regionStore';
import { type RegionMode, useRegionNames, useRegions } from './useRegions';

type Props = { current: string | null; onChoose: (region: KnownRegion) => void };

function Recent({ current, onChoose }: Props) {
  const m = useToolMessages();
  const [recent] = useState(recentRegions);
  if (recent.length === 0) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}>
      <Typography variant="caption" color="textSecondary">
        {m.regions.recent}
      </Typography>
      {recent.map((region) => (
        <Chip
          key={region.areaCode}
          label={region.areaName}
          color={region.areaCode === current ? 'primary' : 'default'}
          variant={region.areaCode === current ? 'filled' : 'outlined'}
          onClick={() => onChoose(region)}
        />
      ))}
    </Stack>
  );
}

const MODES: RegionMode[] = ['nation', 'province', 'city'];

function Modes({ mode, onMode }: { mode: RegionMode; onMode: (mode: RegionMode) => void }) {
  const m = useToolMessages();
  const names = {
    nation: m.regions.nation,
    province: m.regions.byProvince,
    city: m.regions.byCity,
  };
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={mode}
      aria-label={m.regions.mode}
      onChange={(_, next: RegionMode | null) => next !== null && onMode(next)}
    >
      {MODES.map((one) => (
        <ToggleButton key={one} value={one} sx={{ py: 0.25, textTransform: 'none' }}>
          {names[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Chooses a region to search: by name, or from the nation down to the county. */
export function RegionPicker({ current, onChoose }: Props) {
  const m = useToolMessages();
  const [text, setText] = useState('');
  const [mode, setMode] = useState<RegionMode>('province');
  const [path, setPath] = useState<RegionItem[]>([]);
  const typed = useSettled(text.trim());
  const q = text.trim() === '' ? '' : typed;
  const parent = path.at(-1);
  const regions = useRegions({ mode, parent: parent?.areaCode ?? null, q });
  const names = useRegionNames(q !== '');
  const first = regions.data?.[0];
  return (
    <Stack spacing={1} sx={{ minHeight: 0, flex: 1 }}>
      <TextField
        data-autofocus
        fullWidth
        placeholder={m.regions.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The key must not reach the button that gets the focus next.
          event.preventDefault();
          if (q !== '' && q === text.trim() && first) onChoose(first);
        }}
        helperText={text === '' ? m.regions.searchHint : undefined}
        slotProps={{
          htmlInput: { 'aria-label': m.regions.search, type: 'search' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      {q === '' && parent === undefined ? (
        <>
          <Recent current={current} onChoose={onChoose} />
          <Modes mode={mode} onMode={setMode} />
        </>
      ) : null}
      {q === '' && parent !== undefined ? (
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
          <Button startIcon={<ArrowBack />} onClick={() => setPath(path.slice(0, -1))}>
            {m.regions.back(path.at(-2)?.areaName ?? m.regions.list)}
          </Button>
          <Button variant="outlined" onClick={() => onChoose(parent)}>
            {m.regions.whole(parent.areaName)}
          </Button>
        </Stack>
      ) : null}
      <RegionList
        key={`${q}|${parent?.areaCode}|${mode}`}
        regions={regions}
        byLetter={q === ''}
        current={current}
        parents={q === '' ? null : names}
        emptyText={q === '' ? m.regions.noChildren : m.regions.none}
        emptyHint={q === '' ? '' : m.regions.noneHint}
        onChoose={onChoose}
        onEnter={(region) => {
          setText('');
          setPath(q === '' ? [...path, region] : [region]);
        }}
      />
    </Stack>
  );
}
