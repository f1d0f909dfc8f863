import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import ArticlePage from './ArticlePage';
import NewsPage from './NewsPage';

const server = useServer([]);

const HEADLINE = {
  id: 'n1',
  typeId: 't1',
  typeName: '通知公告',
  title: '系统升级通知',
  publishedAt: '2026-11-20T02:00:00Z',
  pinned: true,
};

function answers(items: readonly object[], seen: string[] = []) {
  server.use(
    http.get(`${SITE}/api/news`, ({ request }) => {
      seen.push(new URL(request.url).search);
      return HttpResponse.json({ items, total: items.length === 0 ? 0 : 20 });
    }),
    http.get(`${SITE}/api/news/types`, () =>
      HttpResponse.json({
        items: [
          { id: 't1', name: '通知公告', articles: 12 },
          { id: 't2', name: '数据动态', articles: 8 },
        ],
        total: 2,
      }),
    ),
    ...everyScreen(),
  );
}

const where = () => screen.getByTestId('where').textContent;

describe('news', () => {
  it('are listed by type and title and in pages, all of which the address keeps', async () => {
    const seen: string[] = [];
    answers([HEADLINE], seen);
    openAt('/news', <NewsPage />);
    const link = await screen.findByRole('link', { name: /系统升级通知/ });
    expect(link.getAttribute('href')).toBe('/news/n1');
    screen.getByText('通知公告 · 2026-11-20 10:00');
    screen.getByTitle('置顶');
    fireEvent.click(screen.getByRole('button', { name: /第 2 页|page 2/ }));
    await waitFor(() => expect(where()).toBe('/news?page=2'));
    fireEvent.click(await screen.findByRole('button', { name: '数据动态（8）' }));
    await waitFor(() => expect(where()).toBe('/news?type=t2'));
    fireEvent.change(screen.getByRole('searchbox', { name: '按标题查找' }), {
      target: { value: '升级' },
    });
    await waitFor(() => expect(seen.at(-1)).toContain(encodeURIComponent('升级')));
    expect(seen.at(-1)).toContain('type=t2');
  });

  it('leave what is typed to the field until it has settled', async () => {
    answers([HEADLINE]);
    openAt('/news', <NewsPage />);
    const field = await screen.findByRole<HTMLInputElement>('searchbox');
    fireEvent.change(field, { target: { value: '升' } });
    expect(where()).toBe('/news');
    expect(field.value).toBe('升');
    await waitFor(() => expect(where()).toBe(`/news?q=${encodeURIComponent('升')}`));
    expect(field.value).toBe('升');
  });

  it('say so when there are none, and when none match', async () => {
    answers([]);
    openAt('/news', <NewsPage />);
    await screen.findByText('还没有新闻');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '没有' } });
    fireEvent.click(await screen.findByRole('button', { name: '清除条件' }));
    await waitFor(() => expect(where()).toBe('/news'));
  });

  it('show the last page where the address names one that is gone', async () => {
    server.use(
      http.get(`${SITE}/api/news`, ({ request }) => {
        const isThere = Number(new URL(request.url).searchParams.get('page')) <= 2;
        return HttpResponse.json({ items: isThere ? [HEADLINE] : [], total: 20 });
      }),
      http.get(`${SITE}/api/news/types`, () => HttpResponse.json({ items: [], total: 0 })),
      ...everyScreen(),
    );
    openAt('/news?page=9', <NewsPage />);
    await screen.findByRole('link', { name: /系统升级通知/ });
    expect(where()).toBe('/news?page=2');
  });

  it('say what failed, with a way to try again', async () => {
    server.use(
      http.get(`${SITE}/api/news/types`, () => refusal(503, '服务暂不可用')),
      http.get(`${SITE}/api/news`, () => refusal(503, '服务暂不可用')),
      ...everyScreen(),
    );
    openAt('/news', <NewsPage />);
    await screen.findByText('服务暂不可用');
    screen.getByRole('button', { name: '重试' });
  });
});

describe('an article', () => {
  const open = () =>
    openAt(
      '/news/n1',
      <Routes>
        <Route path="/news/:id" element={<ArticlePage />} />
      </Routes>,
    );

  it('shows its text', async () => {
    server.use(
      http.get(`${SITE}/api/news/n1`, () =>
        HttpResponse.json({ ...HEADLINE, body: '## 时间\n\n周五 **22:00**' }),
      ),
      ...everyScreen(),
    );
    open();
    await screen.findByRole('heading', { level: 1, name: '系统升级通知' });
    screen.getByRole('heading', { name: '时间' });
    screen.getByText('22:00');
    expect(document.title).toContain('系统升级通知');
  });

  it('that was withdrawn is said to be gone', async () => {
    server.use(
      http.get(`${SITE}/api/news/n1`, () => refusal(404, '不存在')),
      ...everyScreen(),
    );
    open();
    await screen.findByText('这篇新闻不存在，或已被撤回');
    expect(screen.getByRole('link', { name: '返回新闻列表' }).getAttribute('href')).toBe('/news');
  });
});
