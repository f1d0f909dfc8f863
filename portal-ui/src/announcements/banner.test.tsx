import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import Banner from './Banner';
import { close, stillOpen, storedClosed } from './closed';

const server = useServer([]);

const one = (id: string, version = 1) => ({
  id,
  version,
  title: `公告${id}`,
  body: `**内容${id}**`,
  level: id === '1' ? 'important' : 'info',
  from: '2026-11-20T02:00:00Z',
});

function announce(items: readonly object[]) {
  server.use(
    http.get(`${SITE}/api/announcements`, () => HttpResponse.json({ items, total: items.length })),
    ...everyScreen(),
  );
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('the banner', () => {
  it('opens the notice dialog, in which one leafs through all', async () => {
    announce([one('1'), one('2')]);
    openAt('/search', <Banner />);
    await screen.findByRole('region', { name: '公告' });
    press('查看公告：公告1');
    const dialog = within(await screen.findByRole('dialog', { name: '公告1' }));
    dialog.getByText('内容1');
    dialog.getByText(/重要/);
    dialog.getByText('第 1 条，共 2 条');
    fireEvent.click(dialog.getByRole('button', { name: '下一条' }));
    const second = within(await screen.findByRole('dialog', { name: '公告2' }));
    expect(second.getByRole<HTMLButtonElement>('button', { name: '下一条' }).disabled).toBe(true);
    fireEvent.click(second.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides one until it changes', async () => {
    announce([one('1'), one('2')]);
    openAt('/search', <Banner />);
    await screen.findByRole('region', { name: '公告' });
    press('不再显示公告：公告1');
    expect(screen.queryByRole('button', { name: '查看公告：公告1' })).toBeNull();
    expect(storedClosed()).toEqual({ 1: 1 });
    press('查看公告：公告2');
    fireEvent.click(await screen.findByRole('button', { name: '不再显示' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    const changed = [one('1', 2), one('2')] as Parameters<typeof close>[1];
    expect(stillOpen(changed, storedClosed()).map(({ id }) => id)).toEqual(['1']);
  });

  it('stands still when told to', async () => {
    announce([one('1')]);
    openAt('/search', <Banner />);
    await screen.findByRole('region', { name: '公告' });
    press('暂停滚动');
    screen.getByRole('button', { name: '继续滚动' });
  });

  it('forgets what is no longer announced, and what it cannot read', () => {
    const all = [one('1'), one('2')] as Parameters<typeof close>[1];
    const [first, second] = all;
    if (first === undefined || second === undefined) throw new Error('two');
    close(first, all);
    expect(close(second, [second])).toEqual({ 2: 1 });
    localStorage.setItem('scenedock.closedAnnouncements', '[');
    expect(storedClosed()).toEqual({});
    localStorage.setItem('scenedock.closedAnnouncements', '{"1":"x"}');
    expect(storedClosed()).toEqual({});
  });
});
