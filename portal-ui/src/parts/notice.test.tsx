import Dialog from '@mui/material/Dialog';
import { LocaleProvider } from '@scenedock/ui-kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { NoticeProvider, useNotice } from './notice';

afterEach(cleanup);

function Page() {
  const notice = useNotice();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => notice('删除失败！', 'error')}>
        before
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <Dialog open={open}>
        <button type="button" onClick={() => notice('保存失败！', 'error')}>
          within
        </button>
      </Dialog>
    </>
  );
}

function show() {
  render(
    <LocaleProvider>
      <NoticeProvider>
        <Page />
      </NoticeProvider>
    </LocaleProvider>,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('is heard when it appears over an open dialog', async () => {
  show();
  press('open');
  press('within');
  // `findByRole` passes over what is hidden from screen readers.
  expect((await screen.findByRole('alert')).textContent).toContain('保存失败！');
  expect(screen.queryByRole('button', { name: 'before' })).toBeNull();
});

it('is heard when a dialog opens after it', async () => {
  show();
  press('before');
  press('open');
  expect((await screen.findByRole('alert')).textContent).toContain('删除失败！');
});

it('can be closed over an open dialog', async () => {
  show();
  press('open');
  press('within');
  fireEvent.click(await screen.findByRole('button', { name: /close|关闭/i }));
  expect(screen.queryByRole('alert')).toBeNull();
});
