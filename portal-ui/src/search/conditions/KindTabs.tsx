import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import { type CatalogKind, ink, textSize, tokens, useMessages } from '@scenedock/ui-kit';
import { KINDS } from '../searchState';

type Props = {
  kind: CatalogKind | null;
  onChange: (kind: CatalogKind | null) => void;
};

/** Which object type to search, or all of them at once. */
export function KindTabs({ kind, onChange }: Props) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={m.find.kinds}
      sx={{ bgcolor: ink.raised, borderRadius: 1, p: '3px', gap: '3px' }}
    >
      {[null, ...KINDS].map((one) => (
        <ButtonBase
          key={one ?? 'all'}
          aria-pressed={kind === one}
          onClick={() => onChange(one)}
          sx={{
            flex: '1 1 auto',
            minHeight: 28,
            px: 0.5,
            borderRadius: 0.75,
            fontSize: textSize.body,
            lineHeight: 1.2,
            color: kind === one ? 'primary.main' : 'text.secondary',
            fontWeight: kind === one ? 600 : 400,
            bgcolor: kind === one ? 'background.paper' : 'transparent',
            boxShadow: kind === one ? tokens.lift.chip : 'none',
          }}
        >
          {one === null ? m.find.allKinds : m.catalogKind[one]}
        </ButtonBase>
      ))}
    </Stack>
  );
}
