import Box from '@mui/material/Box';

/** As many characters of a long name as stay in sight at its end. */
const END = 10;

const SHORT = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/**
 * A name on one line that is shortened in its middle: names of scenes begin alike and differ at their ends. It is in two
 * pieces, so what it stands in says the whole name.
 */
export function EndedName({ name }: { name: string }) {
  const cut = name.length > 2 * END ? name.length - END : name.length;
  return (
    <Box component="span" title={name} sx={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
      <Box component="span" sx={{ ...SHORT, minWidth: cut < name.length ? '1.5em' : 0 }}>
        {name.slice(0, cut)}
      </Box>
      {cut < name.length ? <span>{name.slice(cut)}</span> : null}
    </Box>
  );
}
