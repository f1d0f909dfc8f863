import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { RegionsPage } from './RegionsPage';

useServer();

vi.mock('../parts/map/FootprintMap', () => ({
  default: ({ wkt, highlights }: { wkt: string; highlights: readonly string[] }) => (
    <output data-testid="map">{[wkt, ...highlights].join(' + ')}</output>
  ),
}));

const region = (areaCode: string, areaName: string, more = {}) => ({
  ...{ areaCode, areaName, pinyin: 'he bei sheng', level: 'province', parentCode: '156000000' },
  ...{ path: ['中华人民共和国'], origin: 'shipped', children: 0, version: 0 },
  ...more,
});
const NATION = region('156000000', '中华人民共和国', {
  ...{ level: 'nation', parentCode: '', path: [], children: 2 },
});
const HEBEI = region('156130000', '河北省', { children: 11 });
const BEIJING = region('156110000', '北京', { origin: 'changed', version: 4 });
const BAODING = region('156130600', '保定市', {
  ...{ level: 'city', parentCode: '156130000', path: ['中华人民共和国', '河北省'], children: 1 },
});
const YIXIAN = region('156130633', '易县', { level: 'county', parentCode: '156130600' });
const USES = {
  children: 0,
  grants: [
    { who: '', count: 2 },
    { who: '地质所', count: 1 },
  ],
  bookmarks: [],
  searches: [{ who: 'zhangsan', count: 1 }],
};

let sent: unknown = null;

const record = async ({ request }: { request: Request }) => {
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  sent = { path: pathname + search, body: body === '' ? null : JSON.parse(body) };
  return request.method === 'DELETE'
    ? new HttpResponse(null, { status: 204 })
    : HttpResponse.json(HEBEI);
};

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/config', () => HttpResponse.json({ map: { basemap: {} } })),
    http.get('/api/regions/managed', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const q = query.get('q') ?? '';
      const all = [NATION, BEIJING, HEBEI, BAODING, YIXIAN];
      const found = all.filter(({ areaCode, areaName, origin, parentCode }) => {
        if (q !== '') return areaName.includes(q) || areaCode.startsWith(q);
        if (query.get('changed') === 'true') return origin !== 'shipped';
        return parentCode === (query.get('parent') ?? '');
      });
      return HttpResponse.json({ items: found, total: found.length });
    }),
    http.get('/api/regions/:code/wkt', ({ params }) =>
      HttpResponse.json({ areaCode: params.code, areaName: '', wkt: `OUTLINE ${params.code}` }),
    ),
    http.get('/api/regions/managed/:code/uses', () => HttpResponse.json(USES)),
    http.post('/api/areas/check', async ({ request }) => {
      const { wkt } = (await request.json()) as { wkt: string };
      return HttpResponse.json({ wkt, vertices: 4, area: 1, bbox: [0, 0, 1, 1], tooLarge: false });
    }),
    http.post('/api/areas', () =>
      HttpResponse.json({ wkt: 'POLYGON((1 1))', vertices: 7, name: 'x', bbox: [0, 0, 1, 1] }),
    ),
    http.post('/api/regions/managed', record),
    http.put('/api/regions/managed/:code', record),
    http.delete('/api/regions/managed/:code', record),
    http.post('/api/regions/managed/:code/restore', record),
  );
});

async function show(at = '/xzqManager') {
  render(
    <Stage at={at}>
      <RegionsPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '行政区划', level: 1 });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });

describe('administrative regions', () => {
  it('are a tree; one that is chosen shows its outline', async () => {
    await show();
    screen.getByText('请在列表中选择行政区划');
    await screen.findByRole('button', { name: '河北省' });
    screen.getByText('已修改');
    press('收起 中华人民共和国');
    expect(screen.queryByRole('button', { name: '河北省' })).toBeNull();
    press('展开 中华人民共和国');
    fireEvent.click(await screen.findByRole('button', { name: '河北省' }));
    await waitFor(() => expect(screen.getByTestId('map').textContent).toBe('OUTLINE 156130000'));
    expect(screen.getByTestId('address').textContent).toBe('/xzqManager?code=156130000');
    screen.getByText('156130000');
  });

  it('are open down to the one that the address names, which is in view', async () => {
    const views: unknown[] = [];
    Element.prototype.scrollIntoView = function (this: Element, options) {
      views.push([this.textContent, options]);
    };
    await show('/xzqManager?code=156130633');
    const line = await screen.findByRole('button', { name: '易县' });
    expect(line.getAttribute('aria-current')).toBe('true');
    expect(views).toEqual([['易县', { block: 'nearest' }]]);
    screen.getByRole('button', { name: '收起 保定市' });
    // Folded by hand it stays so, until another one in it is chosen.
    press('收起 河北省');
    expect(screen.queryByRole('button', { name: '易县' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /^北京/ }));
    expect(screen.queryByRole('button', { name: '保定市' })).toBeNull();
    press('展开 河北省');
    await screen.findByRole('button', { name: '保定市' });
  });

  it('are found by a text, and by having been changed', async () => {
    await show('/xzqManager?changed=1');
    await screen.findByRole('button', { name: /^北京/ });
    expect(screen.queryByRole('button', { name: '河北省' })).toBeNull();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '河北' } });
    await screen.findByRole('button', { name: /^河北省/ });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '无' } });
    await screen.findByText('没有符合条件的数据');
  });

  it('get another outline out of a file, shown over the one that there is', async () => {
    await show('/xzqManager?code=156110000');
    await screen.findByRole('heading', { name: '北京' });
    press('修改');
    fireEvent.change(await screen.findByLabelText('上传边界文件', { selector: 'input' }), {
      target: { files: [new File(['x'], 'new.zip')] },
    });
    await screen.findByText('已读取 new.zip，7 个顶点');
    await waitFor(() =>
      expect(screen.getAllByTestId('map').at(-1)?.textContent).toBe(
        'OUTLINE 156110000 + POLYGON((1 1))',
      ),
    );
    press('确定');
    await waitFor(() =>
      expect(sent).toEqual({
        path: '/api/regions/managed/156110000',
        body: { areaName: '北京', pinyin: 'he bei sheng', version: 4, wkt: 'POLYGON((1 1))' },
      }),
    );
  });

  it('take an outline from a file of WKT', async () => {
    await show('/xzqManager?code=156110000');
    await screen.findByRole('heading', { name: '北京' });
    press('修改');
    const outline = 'POLYGON((1 1,2 1,2 2,1 1))';
    fireEvent.change(await screen.findByLabelText('上传边界文件', { selector: 'input' }), {
      target: { files: [new File([`${outline}\n`], 'new.wkt')] },
    });
    await screen.findByText(/已读取 new.wkt/);
    await waitFor(() =>
      expect(screen.getAllByTestId('map').at(-1)?.textContent).toBe(
        `OUTLINE 156110000 + ${outline}`,
      ),
    );
  });

  it('are added below another one, with an outline', async () => {
    await show('/xzqManager?code=156130000');
    await screen.findByRole('heading', { name: '河北省' });
    press('新增下级');
    type(/代码/, '156139900');
    type(/名称/, '雄安新区');
    type(/拼音/, 'xiong an xin qu');
    press('确定');
    await screen.findByText('请上传边界文件或粘贴 WKT');
    type(/WKT/, 'POLYGON((2 2))');
    press('确定');
    await waitFor(() =>
      expect(sent).toMatchObject({
        path: '/api/regions/managed',
        body: { areaCode: '156139900', level: 'city', parentCode: '156130000' },
      }),
    );
  });

  it('keep what was typed where somebody else was faster, and say what it is now', async () => {
    let beijing = BEIJING;
    let isTaken = true;
    server.use(
      http.get('/api/regions/managed', () => HttpResponse.json({ items: [beijing], total: 1 })),
      http.put('/api/regions/managed/:code', async ({ request }) => {
        sent = await request.json();
        return isTaken
          ? problem(409, 'changed_meanwhile', '内容已被其他管理员修改')
          : HttpResponse.json(beijing);
      }),
    );
    await show('/xzqManager?code=156110000');
    await screen.findByRole('heading', { name: '北京' });
    press('修改');
    type(/名称/, '北京城区');
    type(/WKT/, 'POLYGON((2 2))');
    beijing = { ...BEIJING, areaName: '北京市', version: 5 };
    press('确定');
    await within(screen.getByRole('dialog')).findByText(
      /内容已被其他管理员修改\s*现在的内容：北京市 · he bei sheng。/,
    );
    screen.getByDisplayValue('北京城区');
    screen.getByDisplayValue('POLYGON((2 2))');
    expect(sent).toMatchObject({ version: 4 });
    isTaken = false;
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ areaName: '北京城区', version: 5 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('say by whom they are named, and stay then', async () => {
    await show('/xzqManager?code=156130000');
    await screen.findByRole('heading', { name: '河北省' });
    press('删除');
    await screen.findByText('数据范围授权：所有人（2）、地质所');
    screen.getByText('已保存的查询：zhangsan');
    expect(sent).toBeNull();
  });

  it('go when nothing names them, and come back as they ship', async () => {
    const none = { children: 0, grants: [], bookmarks: [], searches: [] };
    server.use(http.get('/api/regions/managed/:code/uses', () => HttpResponse.json(none)));
    await show('/xzqManager?code=156110000');
    await screen.findByRole('heading', { name: '北京' });
    press('删除');
    await screen.findByText('确定删除行政区划“北京”？');
    press('确定');
    const path = '/api/regions/managed/156110000';
    await waitFor(() => expect(sent).toMatchObject({ path: `${path}?version=4` }));
    press('恢复原始');
    press('确定');
    await waitFor(() => expect(sent).toMatchObject({ path: `${path}/restore?version=4` }));
  });

  it('say that there is none, and that they are not for everybody', async () => {
    await show('/xzqManager?code=999999999');
    await screen.findByText('没有这个行政区划');
    server.use(
      http.get('/api/regions/managed', () => problem(403, 'forbidden', '没有权限执行此操作')),
    );
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '京' } });
    await screen.findByText('没有权限');
  });
});
