import Box from '@mui/material/Box';

/** The product's mark: a satellite over two swaths. */
export function Brand({ size = 28 }: { size?: number }) {
  return <Box component="img" src="/favicon.svg" alt="" sx={{ width: size, height: size }} />;
}
