import { type Bookmark, setToken } from '@scenedock/ui-kit';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { everyScreen, openAt, refusal, SITE } from '../../test/portal';
import { hand } from '../testHand';
import { BookmarkPanel } from './BookmarkPanel';

const NOW = { mapConfigList: [], wkt: null, region: null, center: '104.0000,36.0000', zoom: 5 };
const BEIJING: Bookmark = { ...NOW, id: '7', name: '北京' };

let kept: Bookmark[] = [];
let sent: unknown[] = [];

const server = setupServer(
  http.get(`${SITE}/api/bookmarks`, () => HttpResponse.json({ items: kept, total: kept.length })),
  http.post(`${SITE}/api/bookmarks`, async ({ request }) => {
    const body = (await request.json()) as Bookmark;
    sent.push(body);
    kept = [...kept, { ...body, id: '8' }];
    return HttpResponse.json(kept.at(-1), { status: 201 });
  }),
  http.delete(`${SITE}/api/bookmarks/:id`, ({ params }) => {
    kept = kept.filter(({ id }) => id !== params.id);
    return new HttpResponse(null, { status: 204 });
  }),
  ...everyScreen(),
);

beforeAll(() => server.listen());
beforeEach(() => {
  kept = [BEIJING];
  sent = [];
  setToken('t');
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function show() {
  const onRestore = vi.fn();
  openAt('/search', <BookmarkPanel now={() => NOW} onRestore={onRestore} />);
  return { onRestore };
}

it('restores the one that is clicked', async () => {
  const { onRestore } = show();
  hand.click(await screen.findByRole('button', { name: '恢复书签 北京' }));
  expect(onRestore).toHaveBeenCalledExactlyOnceWith(BEIJING);
});

it('asks for a name after "添加", which may not be empty or taken', async () => {
  show();
  hand.click(await screen.findByRole('button', { name: '添加' }));
  const input = screen.getByPlaceholderText('请输入书签名称');
  hand.click(screen.getByRole('button', { name: '确认' }));
  expect(screen.getByText('书签名称不能为空')).toBeTruthy();
  hand.type(input, ' 北京 ');
  hand.click(screen.getByRole('button', { name: '确认' }));
  expect(screen.getByText('书签名称已存在!')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('keeps the view under its name', async () => {
  show();
  hand.click(await screen.findByRole('button', { name: '添加' }));
  hand.type(screen.getByPlaceholderText('请输入书签名称'), '青海', { enter: true });
  expect(await screen.findByText('添加成功！')).toBeTruthy();
  expect(sent).toEqual([{ name: '青海', ...NOW }]);
  expect(await screen.findByRole('button', { name: '恢复书签 青海' })).toBeTruthy();
});

it('shows why the server refuses', async () => {
  server.use(http.post(`${SITE}/api/bookmarks`, () => refusal(409, '最多保存200个书签')));
  show();
  hand.click(await screen.findByRole('button', { name: '添加' }));
  hand.type(screen.getByPlaceholderText('请输入书签名称'), '青海', { enter: true });
  expect(await screen.findByText('添加失败：最多保存200个书签')).toBeTruthy();
});

it('deletes one, and says so or why not', async () => {
  show();
  const remove = await screen.findByRole('button', { name: '删除书签 北京' });
  server.use(http.delete(`${SITE}/api/bookmarks/:id`, () => refusal(500, '数据库繁忙')));
  hand.click(remove);
  expect(await screen.findByText('删除失败：数据库繁忙')).toBeTruthy();
  server.resetHandlers();
  await waitFor(() => expect(remove).toHaveProperty('disabled', false));
  hand.click(remove);
  expect(await screen.findByText('删除成功！')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('北京')).toBeNull());
});

it('asks guests to sign in', async () => {
  setToken(null);
  show();
  expect(await screen.findByText('登录后可以保存书签')).toBeTruthy();
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toContain('signIn');
});
