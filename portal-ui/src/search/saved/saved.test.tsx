import { type CatalogueSearch, setToken } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { useSession } from '../../session/session';
import { everyScreen, openAt, refusal, SITE, useServer } from '../../test/portal';
import { searchServer } from '../searchStage';
import { decodeSearch } from '../searchState';
import { rememberSearch } from './recentStore';
import { SearchTools } from './SearchTools';

const asked: CatalogueSearch[] = [];
const SAVED = {
  id: '7',
  name: '四川少云',
  query: 'sat=GF-1&cloud=20',
  createdAt: '2026-01-02T03:04:05Z',
};
const server = useServer([
  ...everyScreen(),
  ...searchServer(asked),
  http.get(`${SITE}/api/searches`, () => HttpResponse.json({ items: [SAVED], total: 1 })),
]);

let restored: string[] = [];
function open(query: string) {
  restored = [];
  const state = decodeSearch(new URLSearchParams(query));
  openAt(
    `/search?${query}`,
    <>
      <SearchTools state={state} onRestore={(one) => restored.push(one)} onKeys={() => {}} />
      <Who />
    </>,
  );
}

function Who() {
  return <p>{useSession().me?.userName}</p>;
}
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('recent searches', () => {
  it('read well, restore with one click, and can be removed', async () => {
    rememberSearch({ query: 'node=11&cloud=20&region=156110000', area: '北京市' });
    rememberSearch({ query: 'q=x', area: null });
    open('');
    click('检索记录');
    const line = await screen.findByRole('button', { name: '北京市 · 高分一号 · 云量≤20%' });
    fireEvent.click(screen.getByRole('button', { name: '删除记录：“x”' }));
    expect(screen.queryByText('“x”')).toBeNull();
    fireEvent.click(line);
    expect(restored).toEqual(['node=11&cloud=20&region=156110000']);
  });

  it('name the fields of their nodes', async () => {
    const field = { key: 'level', label: '产品级别', labelEn: 'Level', kind: 'choice', unit: null };
    server.use(
      http.get(`${SITE}/api/catalog/nodes/11/fields`, () =>
        HttpResponse.json({ list: 'own', display: [], query: [field] }),
      ),
    );
    rememberSearch({ query: 'node=11&f=level:=L1A', area: null });
    open('');
    click('检索记录');
    await screen.findByRole('button', { name: '高分一号 · 产品级别 L1A' });
  });

  it('can all be cleared', async () => {
    rememberSearch({ query: 'q=x', area: null });
    open('');
    click('检索记录');
    fireEvent.click(await screen.findByRole('button', { name: '清空记录' }));
    expect(screen.getByText('暂无检索记录')).toBeTruthy();
  });
});

describe('saved searches', () => {
  it('are kept under a name', async () => {
    let body: unknown;
    server.use(
      http.post(`${SITE}/api/searches`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(SAVED, { status: 201 });
      }),
    );
    open('sat=GF-1&cloud=20&page=3&c=1,2');
    await screen.findByText('王工');
    click('保存检索');
    const name = await screen.findByRole('textbox', { name: '检索名称' });
    expect(name).toHaveProperty('value', 'GF-1 · 云量≤20%');
    fireEvent.change(name, { target: { value: ' ' } });
    click('确定');
    expect(await screen.findByText('检索名称不能为空')).toBeTruthy();
    fireEvent.change(name, { target: { value: '少云' } });
    click('确定');
    expect(await screen.findByText('保存成功！')).toBeTruthy();
    expect(body).toEqual({ name: '少云', query: 'sat=GF-1&cloud=20' });
  });

  it('show the refusal of a name that is taken', async () => {
    server.use(http.post(`${SITE}/api/searches`, () => refusal(409, '书签名称已存在!')));
    open('sat=GF-1');
    await screen.findByText('王工');
    click('保存检索');
    await screen.findByRole('textbox', { name: '检索名称' });
    click('确定');
    expect(await screen.findByText('书签名称已存在!')).toBeTruthy();
  });

  it('cannot be made of nothing', () => {
    open('');
    expect(screen.getByRole('button', { name: '保存检索' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('请先设置查询条件')).toBeTruthy();
  });

  it('are listed, restored and deleted after a question', async () => {
    let gone = '';
    server.use(
      http.delete(`${SITE}/api/searches/:id`, ({ params }) => {
        gone = String(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    open('');
    await screen.findByText('王工');
    click('检索记录');
    fireEvent.click(await screen.findByRole('tab', { name: '我的检索' }));
    fireEvent.click(await screen.findByRole('button', { name: '删除检索：四川少云' }));
    expect(await screen.findByText('确定删除检索“四川少云”？')).toBeTruthy();
    click('确定');
    await waitFor(() => expect(gone).toBe('7'));
    fireEvent.click(screen.getByText('四川少云'));
    expect(restored).toEqual(['sat=GF-1&cloud=20']);
  });

  it('ask guests to sign in', async () => {
    setToken(null);
    open('');
    click('检索记录');
    fireEvent.click(await screen.findByRole('tab', { name: '我的检索' }));
    expect(await screen.findByText('登录后可以保存检索条件')).toBeTruthy();
    click('登录');
    await waitFor(() => expect(screen.getByTestId('where').textContent).toContain('dialog=signIn'));
  });
});
