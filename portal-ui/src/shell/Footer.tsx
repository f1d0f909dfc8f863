import Box from '@mui/material/Box';
import { textSize, useConfig } from '@scenedock/ui-kit';

/** Copyright and record number, where the system configuration has them. */
export function Footer() {
  const { copyright, record } = useConfig();
  const parts = [copyright, record].filter((part) => part !== undefined && part !== '');
  if (parts.length === 0) return null;
  return (
    <Box
      component="footer"
      sx={{
        px: 2,
        py: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'center',
        columnGap: 2,
        fontSize: textSize.note,
        color: 'text.secondary',
      }}
    >
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </Box>
  );
}
