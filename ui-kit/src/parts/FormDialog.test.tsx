import { ThemeProvider } from '@mui/material/styles';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createAppTheme } from '../theme';
import { FormDialog } from './FormDialog';

afterEach(cleanup);

it('scrolls what it asks, and keeps title and buttons', () => {
  render(
    <ThemeProvider theme={createAppTheme('zh-CN')}>
      <FormDialog title="新增角色" onSubmit={() => undefined} onClose={() => undefined}>
        <p>很多字段</p>
      </FormDialog>
    </ThemeProvider>,
  );
  const form = screen.getByText('很多字段').closest('form');
  const { display, flexDirection, minHeight } = getComputedStyle(form as HTMLFormElement);
  // The form is a column as high as its window: what has room left over in it is what it asks.
  expect({ display, flexDirection, minHeight }).toEqual({
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0px',
  });
});

it.each([
  [false, 2],
  [true, 0],
])(
  'is given up by Escape and by a click beside it, but not while it is sent (busy: %s)',
  (busy, times) => {
    const onClose = vi.fn();
    render(
      <FormDialog title="新增角色" busy={busy} onSubmit={() => undefined} onClose={onClose}>
        <p>很多字段</p>
      </FormDialog>,
    );
    const dialog = screen.getByRole('dialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    const beside = dialog.parentElement as HTMLElement;
    fireEvent.mouseDown(beside);
    fireEvent.click(beside);
    expect(onClose).toHaveBeenCalledTimes(times);
  },
);
