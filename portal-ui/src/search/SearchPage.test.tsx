import { type CatalogueSearch, setToken } from '@scenedock/ui-kit';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import SearchPage from './SearchPage';
import { recentSearches } from './saved/recentStore';
import { scene, searchServer } from './searchStage';

vi.mock('../map/LazyMap', async () => ({ LazyMap: (await import('./searchStage')).FakeMap }));
vi.mock('../mapTools/MapToolbar', () => ({ MapToolbar: () => null }));
vi.mock('./SearchSceneDialog', () => ({
  default: ({ dataId }: { dataId: string }) => <div role="dialog">{dataId}</div>,
}));

const asked: CatalogueSearch[] = [];
const server = useServer([...everyScreen(), ...searchServer(asked)]);

beforeEach(() => {
  asked.length = 0;
});

const where = () => new URLSearchParams(screen.getByTestId('where').textContent?.split('?')[1]);
const results = () => screen.getByRole('region', { name: '检索结果' });
const open = async (address: string) => {
  openAt(address, <SearchPage />);
  await screen.findByRole('heading', { name: /^共 \d+ 景$/ });
};
const click = (name: string | RegExp, at = 0) =>
  fireEvent.click(screen.getAllByRole('button', { name })[at] as HTMLElement);
const box = 'box=100,30,105,35';
const COVER = {
  gap: 2.5,
  gapWkt: 'MULTIPOLYGON(((100 30,101 30,101 31,100 30)))',
  tolerance: 0,
  candidates: 9,
  derivedLeftOut: 1,
  overcastLeftOut: 0,
  complete: true,
};

describe('results', () => {
  it('of all object types stand in groups with their numbers', async () => {
    await open('/search');
    expect(await screen.findByText('共 40 景')).toBeTruthy();
    const groups = within(results()).getAllByRole('heading', { level: 3 });
    expect(groups.map((one) => one.textContent)).toEqual(['卫星影像共 40 景', '标准产品共 2 景']);
    click('只看此类');
    await waitFor(() => expect(where().get('type')).toBe('WX'));
    expect(asked.at(-1)).toMatchObject({ objTypes: ['WX'] });
  });

  it('show the last page where the address names one beyond it', async () => {
    server.use(
      http.post(`${SITE}/api/scenes/search`, async ({ request }) => {
        const page = ((await request.json()) as CatalogueSearch).page ?? 1;
        return HttpResponse.json({ items: page > 3 ? [] : [scene(page)], total: 42 });
      }),
    );
    await open('/search?page=9');
    expect(await screen.findByText('SCENE_3')).toBeTruthy();
    expect(where().get('page')).toBe('3');
  });

  it('say which scenes are offline', async () => {
    await open('/search');
    const rows = [...results().querySelectorAll('[data-scene]')];
    expect(rows.map((row) => row.textContent?.includes('仅目录'))).toEqual([false, true, false]);
  });

  it('can be sorted, paged and shown otherwise', async () => {
    await open('/search?panes=2');
    click('缩略图');
    expect(where().get('view')).toBe('cards');
    const wanted = await screen.findByRole<HTMLInputElement>('textbox', { name: '前往的页码' });
    fireEvent.change(wanted, { target: { value: '9' } });
    fireEvent.submit(wanted.form as HTMLFormElement);
    // There are three pages of 20.
    await waitFor(() => expect(where().get('page')).toBe('3'));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 3, pageSize: 20 }));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '每页条数' }));
    fireEvent.click(screen.getByRole('option', { name: '50 条/页' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 1, pageSize: 50 }));
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '排序' }));
    fireEvent.click(screen.getByRole('option', { name: '数据大小：大→小' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: '-datasize' }));
    expect(where().get('panes')).toBe('2');
  });

  it('are moved through with arrows, selected with Space', async () => {
    await open('/search');
    const row = (at: number) => results().querySelector<HTMLElement>(`[data-row=S${at}]`);
    row(0)?.focus();
    fireEvent.keyDown(row(0) as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row(1));
    expect(screen.getByTestId('map').dataset.hovered).toBe('S1');
    fireEvent.keyDown(row(1) as HTMLElement, { key: ' ' });
    expect(screen.getByRole('checkbox', { name: '选择 SCENE_1' })).toHaveProperty('checked', true);
    expect(screen.getByRole('button', { name: /^已选 1 景/ })).toBeTruthy();
  });

  it('light up when the map points at them; a click pins, another one opens', async () => {
    await open('/search');
    fireEvent.mouseEnter(screen.getByText('point S1'));
    expect(screen.getByTestId('map').dataset.hovered).toBe('S1');
    fireEvent.click(screen.getByText('pick S1'));
    expect(screen.getByTestId('map').dataset.selected).toBe('S1');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByText('pick S1'));
    expect((await screen.findByRole('dialog')).textContent).toBe('S1');
    expect(where().get('scene')).toBe('S1');
  });

  it('without a match say so and offer to clear', async () => {
    openAt('/search?q=nothing', <SearchPage />);
    expect(await screen.findByText('没有符合条件的数据')).toBeTruthy();
    click('清除条件');
    await screen.findByRole('heading', { name: '共 42 景' });
    expect(where().has('q')).toBe(false);
  });

  it('without a match take the map to the region that is searched in their place', async () => {
    const wkt = 'POLYGON((115 39,118 39,118 41,115 41,115 39))';
    server.use(
      http.post(`${SITE}/api/scenes/search`, () => HttpResponse.json({ items: [], total: 0 })),
      http.get(`${SITE}/api/regions/156110000/wkt`, () =>
        HttpResponse.json({ wkt, areaName: '北京市' }),
      ),
    );
    openAt('/search?q=北京 哨兵&c=10,20&z=5', <SearchPage />);
    // The conditions offer it as well; that offer is another.
    const offer = await within(results()).findByRole('button', { name: '在“北京市”范围内检索' });
    fireEvent.click(offer);
    await waitFor(() => expect(screen.getByTestId('map').dataset.focus).toBe(wkt));
    expect(where().get('region')).toBe('156110000');
    expect(where().get('q')).toBe('哨兵');
  });

  it('that could not be had say why, and can be asked for again', async () => {
    server.use(
      http.post(
        `${SITE}/api/scenes/search`,
        () => HttpResponse.json({ detail: '服务繁忙' }, { status: 503 }),
        { once: true },
      ),
    );
    openAt('/search', <SearchPage />);
    expect(await screen.findByText('服务繁忙')).toBeTruthy();
    click('重试');
    await screen.findByRole('heading', { name: '共 42 景' });
  });

  it('are all drawn on the map when that is asked for', async () => {
    const footprints = {
      total: 150_000,
      shown: 2,
      scale: 10_000,
      ids: ['S0', 'S9'],
      rings: [[], []],
    };
    let body: CatalogueSearch = {};
    server.use(
      http.post(`${SITE}/api/scenes/footprints`, async ({ request }) => {
        body = (await request.json()) as CatalogueSearch;
        return HttpResponse.json(footprints);
      }),
    );
    await open('/search?sat=GF-1');
    expect(screen.getByTestId('many').textContent).toBe('');
    click('全部范围');
    await waitFor(() => expect(screen.getByTestId('many').textContent).toBe('2'));
    expect(body).toEqual({ satellites: ['GF-1'], sort: 'pictures' });
    expect(screen.getByText('地图上显示前 2 景，共 150,000 景')).toBeTruthy();
  });

  it('stay on the page when an older server has no footprints of all', async () => {
    await open('/search?view=footprints');
    expect(await screen.findByText('全部范围加载失败，地图上只显示本页数据')).toBeTruthy();
    expect(screen.getByTestId('drawn').textContent).toBe('S0,S1,S2');
  });
});

describe('conditions', () => {
  it('stand above the results and can be taken away one by one', async () => {
    await open(`/search?${box}&node=11&sat=GF-1&cloud=20&from=2024-01-01&to=2024-06-30&online=1`);
    const chips = screen.getByRole('list', { name: '筛选条件' });
    const words = () => [...chips.children].map((chip) => chip.textContent);
    await waitFor(() => expect(words()).toContain('高分一号'));
    expect(words().slice(1)).toEqual([
      '高分一号',
      'GF-1',
      '2024-01-01 至 2024-06-30',
      '云量≤20%',
      '只看在线',
      '清除全部',
    ]);
    click('移除条件：云量≤20%');
    await waitFor(() => expect(where().has('cloud')).toBe(false));
    expect(where().get('sat')).toBe('GF-1');
    click('清除全部');
    await waitFor(() => expect([...where().keys()]).toEqual([]));
  });

  it('are searched with on 查询, the object type at once', async () => {
    await open('/search?page=2');
    fireEvent.change(screen.getByRole('textbox', { name: '关键字' }), {
      target: { value: '云南' },
    });
    expect(where().has('q')).toBe(false);
    fireEvent.submit(screen.getByRole('search'));
    await waitFor(() => expect(where().get('q')).toBe('云南'));
    expect(where().has('page')).toBe(false);
    click('标准产品');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ objTypes: ['BZCP'], text: '云南' }));
  });

  it('whose area is larger than the country are refused beside the area', async () => {
    openAt('/search?box=-170,-80,170,80', <SearchPage />);
    const form = await screen.findByRole('search');
    const alert = await within(form).findByRole('alert');
    expect(alert.textContent).toBe('查询面积超过全国面积，请重新绘制！');
  });

  it('on the fields of a node are asked for when one is chosen, and go with it', async () => {
    const query = [
      { key: 'gsd', label: '分辨率', labelEn: 'Resolution', kind: 'number', unit: 'm' },
    ];
    server.use(
      http.get(`${SITE}/api/catalog/nodes/11/fields`, () =>
        HttpResponse.json({ list: 'default', inherited: false, display: [], query }),
      ),
    );
    await open('/search?node=11');
    fireEvent.change(await screen.findByRole('textbox', { name: '分辨率 最大' }), {
      target: { value: '2.5' },
    });
    fireEvent.submit(screen.getByRole('search'));
    await waitFor(() => expect(where().getAll('f')).toEqual(['gsd:..2.5']));
    const conditions = [{ key: 'gsd', max: 2.5 }];
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ nodeIds: [11], conditions }));
    expect(screen.getByText('分辨率 ≤ 2.5m')).toBeTruthy();
    fireEvent.click(screen.getByRole('treeitem', { name: '专题产品树' }));
    await waitFor(() => expect(where().get('node')).toBe('2,11'));
    expect(where().has('f')).toBe(false);
  });

  it('on the fields of a node are not searched with while they make no sense', async () => {
    const query = [{ key: 'gsd', label: '分辨率', labelEn: 'Resolution', kind: 'number' }];
    server.use(
      http.get(`${SITE}/api/catalog/nodes/11/fields`, () =>
        HttpResponse.json({ list: 'default', inherited: false, display: [], query }),
      ),
    );
    await open('/search?node=11');
    const type = async (name: string, value: string) =>
      fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
    await type('分辨率 最小', 'abc');
    screen.getByText('请填写数字');
    await type('分辨率 最小', '5');
    await type('分辨率 最大', '2');
    screen.getByText('最大值不能小于最小值');
    expect(screen.getByRole('button', { name: '查询' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('最大值不能小于最小值')).toBeTruthy();
    fireEvent.submit(screen.getByRole('search'));
    expect(where().has('f')).toBe(false);
    await type('分辨率 最大', '8');
    fireEvent.submit(screen.getByRole('search'));
    await waitFor(() => expect(where().getAll('f')).toEqual(['gsd:5..8']));
  });

  it('do not follow the map', async () => {
    await open('/search?q=a');
    fireEvent.click(screen.getByText('move'));
    await waitFor(() => expect(where().get('c')).toBe('110,31'));
    expect(where().get('q')).toBe('a');
    expect(asked.filter(({ pageSize }) => pageSize === 20)).toHaveLength(1);
  });
});

describe('the page', () => {
  it('remembers a search that was looked at', async () => {
    await open(`/search?${box}&cloud=20`);
    await waitFor(() => expect(recentSearches()).toHaveLength(1), { timeout: 5000 });
    expect(recentSearches()[0]?.query).toContain('cloud=20');
    expect(recentSearches()[0]?.area).toMatch(/^范围 260,\d{3} 平方公里$/);
  });

  it('folds each panel by itself', async () => {
    await open('/search');
    click('收起查询条件');
    expect(screen.queryByRole('search')).toBeNull();
    expect(results()).toBeTruthy();
    click('收起检索结果');
    expect(screen.queryByRole('region', { name: '检索结果' })).toBeNull();
    click('展开查询条件');
    expect(screen.getByRole('search')).toBeTruthy();
    expect(screen.queryByRole('region', { name: '检索结果' })).toBeNull();
  });
});

describe('figures of the results', () => {
  const facets = () => asked.filter((body) => body.facets).length;

  it('are asked for only when looked at, and not for another page', async () => {
    await open('/search');
    expect(facets()).toBe(0);
    fireEvent.click(screen.getByRole('tab', { name: '结果统计' }));
    await screen.findByRole('checkbox', { name: /GF-1/ });
    expect(facets()).toBe(1);
    click(/第 ?2 ?页/);
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ page: 2 }));
    expect(facets()).toBe(1);
  });

  it('narrow the search, several values of one kind too', async () => {
    await open('/search?side=facets');
    fireEvent.click(await screen.findByRole('checkbox', { name: /GF-1/ }));
    await waitFor(() => expect(where().get('sat')).toBe('GF-1'));
    fireEvent.click(screen.getByRole('checkbox', { name: /ZY-3/ }));
    await waitFor(() => expect(where().get('sat')).toBe('GF-1,ZY-3'));
    fireEvent.click(screen.getByRole('checkbox', { name: /云量≤10%/ }));
    await waitFor(() => expect(where().get('cloud')).toBe('10'));
  });

  it('choose a period from the keyboard', async () => {
    await open('/search?side=facets');
    const start = await screen.findByRole('slider', { name: '时间段的开始' });
    expect(start.getAttribute('aria-valuetext')).toBe('2024-01');
    fireEvent.change(start, { target: { value: 1 } });
    await waitFor(() => expect(where().get('from')).toBe('2024-02-01'));
    expect(where().get('to')).toBe('2024-03-31');
    expect(screen.getByRole('rowheader', { name: '2024-03', hidden: true })).toBeTruthy();
  });
});

describe('coverage', () => {
  it('of the area is told for each row and for the page', async () => {
    await open(`/search?${box}`);
    expect(asked[0]).toMatchObject({ coverage: true });
    expect(screen.getByText('本页共覆盖范围的 61.3%')).toBeTruthy();
    expect(screen.getByText('覆盖范围的 30.0%')).toBeTruthy();
  });

  it('by the cheapest set replaces the list until it is put aside', async () => {
    server.use(
      http.post(`${SITE}/api/scenes/cover`, () =>
        HttpResponse.json({ ...COVER, dataIds: ['S7', 'S8'], coverage: 97.5, gap: 2.5 }),
      ),
      http.get(`${SITE}/api/scenes/S7`, () => HttpResponse.json(scene(7))),
      http.get(`${SITE}/api/scenes/S8`, () => HttpResponse.json(scene(8))),
    );
    let added: unknown;
    server.use(
      http.post(`${SITE}/api/cart`, async ({ request }) => {
        added = await request.json();
        return HttpResponse.json({ changed: 2, total: 2 });
      }),
    );
    await open(`/search?${box}`);
    click('最小数据量覆盖');
    const panel = await screen.findByRole('region', { name: '最小数据量覆盖' });
    expect(await within(panel).findByText('缺口 2.50%')).toBeTruthy();
    expect(await within(panel).findByText('2 景，覆盖范围的 97.5% · 数据量 2.0 GB')).toBeTruthy();
    expect(screen.getByTestId('drawn').textContent).toBe('S7,S8');
    expect(where().get('cover')).toBe('1');
    click('全部加入购物车');
    await waitFor(() => expect(added).toEqual({ dataIds: ['S7', 'S8'] }));
    click('返回检索结果');
    expect(results()).toBeTruthy();
    expect(where().get('cover')).toBeNull();
  });

  it('by the cheapest set is found by its address too, and left where there is none', async () => {
    server.use(
      http.post(`${SITE}/api/scenes/cover`, () =>
        HttpResponse.json({ ...COVER, dataIds: ['S7'], coverage: 97.5 }),
      ),
      http.get(`${SITE}/api/scenes/S7`, () => HttpResponse.json(scene(7))),
    );
    openAt(`/search?${box}&cover=1`, <SearchPage />);
    await screen.findByRole('region', { name: '最小数据量覆盖' });
    cleanup();
    server.use(
      http.post(`${SITE}/api/scenes/cover`, () =>
        HttpResponse.json({ ...COVER, dataIds: [], coverage: 0 }),
      ),
    );
    await open(`/search?${box}&cover=1`);
    expect(await screen.findByText('检索结果中没有能覆盖该范围的数据')).toBeTruthy();
    await waitFor(() => expect(where().get('cover')).toBeNull());
  });
});

describe('all footprints', () => {
  it('say that they are on their way', async () => {
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(`${SITE}/api/scenes/footprints`, async () => {
        await late;
        return HttpResponse.json({ total: 0, shown: 0, scale: 1, ids: [], rings: [] });
      }),
    );
    await open('/search?view=footprints');
    expect(screen.getByText('正在加载全部范围…')).toBeTruthy();
    release();
    await waitFor(() => expect(screen.queryByText('正在加载全部范围…')).toBeNull());
  });
});

describe('the cart', () => {
  it('takes everything found after a question that names the number', async () => {
    let body: CatalogueSearch = {};
    server.use(
      http.post(`${SITE}/api/cart/search`, async ({ request }) => {
        body = (await request.json()) as CatalogueSearch;
        return HttpResponse.json({ added: 40, already: 2, total: 42, full: false });
      }),
    );
    await open('/search?sat=GF-1');
    click('加入购物车');
    fireEvent.click(screen.getByRole('menuitem', { name: '全部检索结果（42 景）' }));
    expect(await screen.findByText('将检索到的 42 景全部加入购物车？')).toBeTruthy();
    click('确定');
    expect(await screen.findByText('已加入购物车 40 景，2 景原已在购物车中')).toBeTruthy();
    expect(body).toEqual({ satellites: ['GF-1'] });
  });

  it('says beforehand that not everything will fit', async () => {
    server.use(
      http.post(`${SITE}/api/scenes/search`, () =>
        HttpResponse.json({ items: [scene(1)], total: 5961 }),
      ),
    );
    openAt('/search?sat=GF-1', <SearchPage />);
    await screen.findByRole('heading', { name: '共 5,961 景' });
    click('加入购物车');
    fireEvent.click(screen.getByRole('menuitem', { name: '全部检索结果（5,961 景）' }));
    expect(await screen.findByText(/购物车最多容纳 5,000 景：加满为止/)).toBeTruthy();
  });

  it('says why nothing selected cannot be added', async () => {
    await open('/search');
    click('加入购物车');
    const item = screen.getByRole('menuitem', { name: /所选的 0 景/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('请先勾选数据');
  });

  it('asks guests to sign in and come back to the search', async () => {
    setToken(null);
    await open('/search?sat=GF-1');
    click('加入购物车');
    fireEvent.click(screen.getByRole('menuitem', { name: '全部检索结果（42 景）' }));
    await waitFor(() =>
      expect(screen.getByTestId('where').textContent).toBe('/search?sat=GF-1&dialog=signIn'),
    );
    expect(screen.getByText('请先登录后再操作')).toBeTruthy();
  });
});

describe('recommendations', () => {
  const because = { source: 'searched', place: '北京市', satellites: ['sentinel-2a'] };
  const items = [{ ...scene(5), because }];
  const said = '因为您搜索过北京市附近、Sentinel-2A的数据';
  const recommend = () =>
    server.use(http.get(`${SITE}/api/recommend`, () => HttpResponse.json({ items, total: 1 })));

  it('stand under the results before anything is searched for, and can be folded', async () => {
    recommend();
    await open('/search');
    expect(await screen.findByText(said)).toBeTruthy();
    click('为您推荐');
    expect(screen.queryByText(said)).toBeNull();
  });

  it.each(['/search?sat=GF-1', '/search'])(
    'are not there at %s when there is no use',
    async (to) => {
      if (to !== '/search') recommend();
      await open(to);
      await waitFor(() => expect(results()).toBeTruthy());
      expect(screen.queryByText('为您推荐')).toBeNull();
    },
  );
});
