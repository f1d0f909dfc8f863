import { setToken } from '@scenedock/ui-kit';
import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { ADMIN, problem, server, useServer } from '../test/server';
import { AnnouncementEditorPage } from './AnnouncementEditorPage';
import { AnnouncementsPage } from './AnnouncementsPage';
import { NewsEditorPage } from './NewsEditorPage';
import { NewsPage } from './NewsPage';
import { NewsTypesPage } from './NewsTypesPage';
import { moved } from './OrderButtons';
import { PagesPage } from './PagesPage';

useServer();

const TYPES = [
  { id: 't1', name: '通知公告', articles: 1 },
  { id: 't2', name: '数据动态', articles: 0 },
];
const NEWS = {
  id: 'n1',
  typeId: 't1',
  typeName: '通知公告',
  title: '系统升级通知',
  body: '正文',
  state: 'published',
  publishAt: '2099-11-20T02:00:00Z',
  pinned: true,
  visible: false,
  version: 3,
  changedAt: '2026-11-20T02:00:00Z',
  changedBy: '管理员',
};

const listed = (items: readonly object[]) => HttpResponse.json({ items, total: items.length });

beforeEach(() => {
  server.use(
    http.get('/api/content/news-types', () => listed(TYPES)),
    http.get('/api/content/news', () => listed([NEWS])),
    http.get('/api/content/news/n1', () => HttpResponse.json(NEWS)),
  );
});

const show = (at: string) =>
  render(
    <Stage at={at}>
      <Routes>
        <Route path="/news" element={<NewsPage />} />
        <Route path="/news/:id" element={<NewsEditorPage />} />
        <Route path="/newsTypes" element={<NewsTypesPage />} />
        <Route path="/announcements" element={<AnnouncementsPage />} />
        <Route path="/contentPages" element={<PagesPage />} />
      </Routes>
    </Stage>,
  );

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const address = () => screen.getByTestId('address').textContent;

describe('news', () => {
  it('are listed with what can be read and what will be', async () => {
    show('/news');
    await screen.findByRole('link', { name: '系统升级通知' });
    screen.getByText('定时发布');
    screen.getByTitle('置顶');
    const remove = await screen.findByRole<HTMLButtonElement>('button', {
      name: '删除 系统升级通知',
    });
    expect(remove.disabled).toBe(true);
  });

  it('offer an operator nothing to write with', async () => {
    const me = { ...ADMIN, role: 'operator', authorities: ['/content/list', '/content/video'] };
    server.use(http.get('/api/auth/me', () => HttpResponse.json(me)));
    setToken('t-operator');
    show('/news');
    await screen.findByRole('link', { name: '系统升级通知' });
    await waitFor(() => expect(screen.queryByRole('link', { name: '新增新闻' })).toBeNull());
    expect(screen.queryByRole('button', { name: '编辑 系统升级通知' })).toBeNull();
  });

  it('are written, published, and go on under their own address', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.post, '/api/content/news', sent, { ...NEWS, body: '# 一' }, 201));
    show('/news/new');
    await screen.findByRole('textbox', { name: /标题/ });
    await press('发布');
    expect(await screen.findAllByText('必填')).toHaveLength(2);
    type(/标题/, '系统升级通知');
    type(/正文/, '# 一');
    await press('发布');
    await waitFor(() => expect(address()).toBe('/news/n1'));
    expect(sent).toEqual([
      {
        typeId: 't1',
        title: '系统升级通知',
        body: '# 一',
        state: 'published',
        publishAt: null,
        pinned: false,
      },
    ]);
  });

  it('are not written over what somebody else has changed', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put('/api/content/news/n1', async ({ request }) => {
        sent.push(await request.json());
        return problem(409, 'content_changed', '内容已被他人修改，请刷新后重试！');
      }),
    );
    show('/news/n1');
    await screen.findByDisplayValue('系统升级通知');
    type(/标题/, '改');
    await press('撤回');
    await screen.findByText(/内容已被他人修改/);
    expect(sent).toMatchObject([{ title: '改', state: 'withdrawn', version: 3 }]);
    screen.getByDisplayValue('改');
    fireEvent.click(screen.getByRole('link', { name: '返回列表' }));
    await screen.findByText('有未保存的修改，离开后将丢失。确定离开吗？');
    expect(address()).toBe('/news/n1');
    await press('确定');
    await waitFor(() => expect(address()).toBe('/news'));
  });

  it('take pictures by the clipboard, and refuse other files', async () => {
    let files = 0;
    server.use(
      http.post('/api/content/pictures', () => {
        files += 1;
        return HttpResponse.json(
          { id: 'p1', url: '/api/content/pictures/p1', width: 2, height: 1 },
          { status: 201 },
        );
      }),
    );
    show('/news/n1');
    const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /正文/ });
    await screen.findByText('插入图片');
    const paste = (file: File) => fireEvent.paste(area, { clipboardData: { files: [file] } });
    paste(new File(['x'], 'a.gif', { type: 'image/gif' }));
    await screen.findByText('只能上传PNG、JPEG或WebP图片！');
    paste(new File(['x'], '影像[1].png', { type: 'image/png' }));
    await waitFor(() => expect(area.value).toContain('![影像 1](/api/content/pictures/p1)'));
    expect(files).toBe(1);
  });
});

describe('types of news', () => {
  it('are named and ordered; of one with articles the server says which', async () => {
    const named: unknown[] = [];
    const ordered: unknown[] = [];
    server.use(
      recording(http.post, '/api/content/news-types', named, TYPES[1], 201),
      recording(http.put, '/api/content/news-types', ordered, null),
    );
    show('/newsTypes');
    await screen.findByRole('cell', { name: '数据动态' });
    const text = '该类型下有2篇新闻，不能删除：汛期影像上线、系统升级';
    server.use(
      http.delete('/api/content/news-types/:id', () => problem(409, 'in_use.news_type', text)),
    );
    await press('删除 通知公告');
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    await screen.findByText(new RegExp(text));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('下移 通知公告');
    await waitFor(() => expect(ordered).toEqual([{ ids: ['t2', 't1'], idsBefore: ['t1', 't2'] }]));
    await press('新增类型');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 政策 ' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(named).toEqual([{ name: '政策' }]));
  });

  it('stay in their dialog while the server thinks about them', async () => {
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(http.post('/api/content/news-types', () => answered));
    show('/newsTypes');
    await press('新增类型');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '政策' } });
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    const cancel = within(dialog).getByRole<HTMLButtonElement>('button', { name: '取消' });
    await waitFor(() => expect(cancel.disabled).toBe(true));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    answer(problem(409, 'in_use.news_type', '该类型已存在'));
    await screen.findByText(/该类型已存在/);
    await waitFor(() => expect(cancel.disabled).toBe(false));
    within(dialog).getByDisplayValue('政策');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('move one place at a time', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  });
});

describe('announcements', () => {
  it('that do not exist say so, and lead back', async () => {
    server.use(
      http.get('/api/content/announcements', () => HttpResponse.json({ items: [], total: 0 })),
    );
    render(
      <Stage at="/announcements/nothing">
        <Routes>
          <Route path="/announcements/:id" element={<AnnouncementEditorPage />} />
        </Routes>
      </Stage>,
    );
    await screen.findByText('没有找到');
    for (const back of screen.getAllByRole('link', { name: '返回列表' })) {
      expect(back.getAttribute('href')).toBe('/announcements');
    }
    expect(screen.getByTestId('address').textContent).toBe('/announcements/nothing');
  });

  const one = (id: string, changes: object) => ({
    id,
    title: `公告${id}`,
    body: '内容',
    level: 'info',
    from: '2020-01-01T00:00:00Z',
    until: null,
    current: true,
    version: 1,
    changedAt: '2026-11-20T02:00:00Z',
    changedBy: '管理员',
    ...changes,
  });

  it('say which are shown, which are over and which have not begun', async () => {
    server.use(
      http.get('/api/content/announcements', () =>
        listed([
          one('1', { level: 'important' }),
          one('2', { current: false, until: '2021-01-01T00:00:00Z' }),
          one('3', { current: false, from: '2099-01-01T00:00:00Z' }),
        ]),
      ),
    );
    show('/announcements');
    await screen.findByText('显示中');
    for (const text of ['已结束', '未开始', '重要', '公告3']) screen.getByText(text);
  });

  it('say so when there are none, and when they cannot be read', async () => {
    server.use(http.get('/api/content/announcements', () => listed([])));
    show('/announcements');
    await screen.findByText('还没有公告');
  });
});

describe('pages', () => {
  const revision = (id: number, own: boolean) => ({
    id,
    own,
    savedAt: `2026-11-2${id}T02:00:00Z`,
    savedBy: '管理员',
  });
  const page = (zh: string | null, revisions: object[]) => ({
    page: 'userGuide',
    zh,
    en: null,
    revisions,
  });

  it('are saved with what was read, and earlier texts come back', async () => {
    const saved: unknown[] = [];
    let restored = 0;
    server.use(
      http.get('/api/content/pages', () =>
        listed([
          { page: 'userGuide', replaced: true, savedAt: '2026-11-22T02:00:00Z', savedBy: '管理员' },
        ]),
      ),
      http.get('/api/content/pages/userGuide', () =>
        HttpResponse.json(page('# 旧', [revision(2, false), revision(1, true)])),
      ),
      recording(
        http.put,
        '/api/content/pages/userGuide',
        saved,
        page('# 新', [revision(3, false), revision(2, false)]),
      ),
      http.post('/api/content/pages/userGuide/revisions/2/restore', () => {
        restored += 1;
        return HttpResponse.json(page('# 旧', [revision(4, false)]));
      }),
    );
    show('/contentPages');
    await screen.findByText('管理员 于 2026-11-22 10:00 替换');
    await screen.findByDisplayValue('# 旧');
    type(/正文/, '# 新');
    await press('保存');
    await waitFor(() => expect(saved).toEqual([{ zh: '# 新', en: '', base: 2 }]));
    await screen.findByDisplayValue('# 新');
    await press('恢复此版本 2026-11-22 10:00');
    await screen.findByDisplayValue('# 旧');
    expect(restored).toBe(1);
  });

  it('do not lose what is typed to another page or an earlier text without a question', async () => {
    let restored = 0;
    const lost = '有未保存的修改，离开后将丢失。确定离开吗？';
    server.use(
      http.get('/api/content/pages', () => listed([])),
      http.get('/api/content/pages/:page', () =>
        HttpResponse.json(page('# 旧', [revision(2, false), revision(1, false)])),
      ),
      http.post('/api/content/pages/userGuide/revisions/1/restore', () => {
        restored += 1;
        return HttpResponse.json(page('# 更旧', [revision(3, false)]));
      }),
    );
    show('/contentPages?name=userGuide');
    await screen.findByDisplayValue('# 旧');
    type(/正文/, '# 新');
    const choose = async () => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: '页面' }));
      fireEvent.click(await screen.findByRole('option', { name: '联系我们' }));
    };
    await choose();
    await screen.findByText(lost);
    expect(address()).toBe('/contentPages?name=userGuide');
    await press('取消');
    await waitFor(() => expect(screen.queryByText(lost)).toBeNull());
    screen.getByDisplayValue('# 新');
    await press('恢复此版本 2026-11-21 10:00');
    await screen.findByText(/有未保存的修改，恢复后将丢失/);
    await press('取消');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(restored).toBe(0);
    screen.getByDisplayValue('# 新');
    await press('恢复此版本 2026-11-21 10:00');
    await press('确定');
    await screen.findByDisplayValue('# 更旧');
    expect(restored).toBe(1);
    type(/正文/, '# 新');
    await choose();
    await press('确定');
    await waitFor(() => expect(address()).toBe('/contentPages?name=contactUs'));
  });
});
