import Box from '@mui/material/Box';
import { ink, textSize } from '@scenedock/ui-kit';

/** A key as it stands on the keyboard. A button that says it has `aria-keyshortcuts`, so this is for the eyes alone. */
export function KeyCap({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', sm: 'inline-block' },
        minWidth: 20,
        px: 0.5,
        ml: 0.75,
        border: '1px solid currentColor',
        borderRadius: 0.5,
        fontFamily: 'inherit',
        fontSize: textSize.note,
        lineHeight: '18px',
        textAlign: 'center',
        bgcolor: ink.shade,
      }}
    >
      {children}
    </Box>
  );
}
