import Box from '@mui/material/Box';
import { useConfig } from '@scenedock/ui-kit';
import { useState } from 'react';

/** The product's own mark: a satellite over two swaths. */
const OWN = '/favicon.svg';

/** The mark of this installation, where the system configuration has one that can be shown; else the product's own. */
export function Brand({ size = 28 }: { size?: number }) {
  const { logo } = useConfig();
  const [broken, setBroken] = useState<string | null>(null);
  const src = logo && logo !== broken ? logo : OWN;
  return (
    <Box
      component="img"
      src={src}
      alt=""
      onError={() => setBroken(src)}
      sx={{
        height: size,
        // Marks with the name in them are wide.
        ...(src === OWN ? { width: size } : { width: 'auto', maxWidth: size * 5 }),
        flex: 'none',
        objectFit: 'contain',
      }}
    />
  );
}
