import Dialog from '@mui/material/Dialog';
import { LocaleProvider } from '@scenedock/ui-kit';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { LOOKUP_NOTICE, NOTIFICATION, NoticeProvider, PERSISTENT, useNotice } from './notice';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

const STAYS = [
  ['a message', {}, 3000],
  ['a refused sign-in', NOTIFICATION, 1500],
  ['an empty lookup', LOOKUP_NOTICE, 2500],
] as const;

function Passing({ place }: { place: (typeof STAYS)[number][1] | typeof PERSISTENT }) {
  const notice = useNotice();
  return (
    <button type="button" onClick={() => notice('操作失败！', 'error', place)}>
      say
    </button>
  );
}

function say(place: Parameters<typeof Passing>[0]['place']) {
  vi.useFakeTimers();
  render(
    <LocaleProvider>
      <NoticeProvider>
        <Passing place={place} />
      </NoticeProvider>
    </LocaleProvider>,
  );
  press('say');
}

const later = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it.each(STAYS)('%s goes after its time, errors too', (_, place, ms) => {
  say(place);
  later(ms - 50);
  expect(screen.queryByText('操作失败！')).not.toBeNull();
  later(50);
  expect(screen.queryByText('操作失败！')).toBeNull();
});

it('a refused audit stays until it is closed', () => {
  say(PERSISTENT);
  later(600_000);
  expect(screen.queryByText('操作失败！')).not.toBeNull();
});
