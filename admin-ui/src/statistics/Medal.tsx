import Box from '@mui/material/Box';
import { tokens } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Gold, silver, bronze. */
const METALS = tokens.medals;

/** The medal of one of the first three; the others have their rank as a number. */
export function Medal({ rank }: { rank: number }) {
  const { statistics: m } = useAdminMessages();
  const metal = METALS[rank - 1];
  return (
    <Box component="span" sx={{ width: 24, flexShrink: 0, textAlign: 'center' }}>
      {metal === undefined ? (
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {rank}
        </Box>
      ) : (
        <svg width="20" height="26" viewBox="0 0 20 26" role="img" aria-label={m.medal(rank)}>
          <path d="M4 0h5l2 8H7zM16 0h-5L9 8h4z" fill={metal.ribbon} />
          <circle cx="10" cy="16" r="9" fill={metal.face} stroke={metal.edge} />
          <text
            x="10"
            y="20"
            textAnchor="middle"
            fontSize={tokens.type.note.size}
            fontWeight="600"
            fill={metal.text}
          >
            {rank}
          </text>
        </svg>
      )}
    </Box>
  );
}
