import Clear from '@mui/icons-material/Clear';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { ink, textSize, tokens, useMessages } from '@scenedock/ui-kit';
import type { Criteria } from '../searchState';
import { searchWords } from '../searchWords';
import { useSearchNames } from '../useSearchNames';

type ChipProps = { label: string; refused: boolean; onRemove: () => void };

function FilterChip({ label, refused, onRemove }: ChipProps) {
  const m = useMessages();
  const name = m.find.remove(label);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        maxWidth: '100%',
        height: 24,
        pl: 1,
        borderRadius: 1,
        fontSize: textSize.body,
        bgcolor: refused ? ink.failedGround : ink.raised,
        color: refused ? ink.failedText : 'text.primary',
      }}
    >
      <Box
        component="span"
        title={label}
        sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {label}
      </Box>
      <ButtonBase
        aria-label={name}
        title={name}
        onClick={onRemove}
        sx={{ p: 0.5, borderRadius: 1, flex: 'none', '&:hover': { color: 'error.main' } }}
      >
        <Clear sx={{ fontSize: tokens.icon.text }} />
      </ButtonBase>
    </Box>
  );
}

type Props = {
  criteria: Criteria;
  /** The searched area was refused. */
  areaRefused: boolean;
  onChange: (part: Partial<Criteria>) => void;
  onClear: () => void;
};

/** What the search is narrowed by; each can be taken away. */
export function FilterChips({ criteria, areaRefused, onChange, onClear }: Props) {
  const m = useMessages();
  const names = useSearchNames(criteria.area, criteria.nodeIds);
  const words = searchWords(criteria, m, names);
  if (words.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={m.find.chips}
      sx={{
        m: 0,
        px: 1,
        py: 0.75,
        display: 'flex',
        flex: 'none',
        flexWrap: 'wrap',
        gap: 0.5,
        alignItems: 'center',
        listStyle: 'none',
        maxHeight: 96,
        overflowY: 'auto',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {words.map(({ id, label, without }) => (
        <FilterChip
          key={id}
          label={label}
          refused={id === 'area' && areaRefused}
          onRemove={() => onChange(without)}
        />
      ))}
      <li>
        <Button onClick={onClear} sx={{ minWidth: 0, py: 0 }}>
          {m.find.clearAll}
        </Button>
      </li>
    </Box>
  );
}
