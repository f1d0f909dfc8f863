import Box from '@mui/material/Box';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

it.each([
  [{ display: 'none' }, 0],
  [{ '&&': { color: 'red', display: 'none' } }, 0],
  [{ color: 'red', visibility: 'hidden', opacity: 1 }, 0],
  [{ '@media screen': { background: 'url("data:a;b,c")', display: 'none' } }, 0],
  [{ '&:hover': { color: 'red' }, '& button': { display: 'none' } }, 0],
  [{ '@media print': { display: 'none' } }, 1],
  [{ '&:hover': { display: 'none' }, color: 'red' }, 1],
])('queries see what %j leaves to be seen', (sx, buttons) => {
  render(
    <Box sx={sx}>
      <button type="button">a</button>
    </Box>,
  );
  expect(screen.queryAllByRole('button').length).toBe(buttons);
});
