import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AreaChoice } from '../area/areaChoice';
import { CONFIG, everyScreen, openAt, refusal, SITE } from '../test/portal';
import { fitting } from './strip/ToolStrip';
import Tools from './Tools';
import { hand } from './testHand';
import { TestStage } from './testStage';

const PROVINCES = [
  ['安徽省', '156340000', 'A'],
  ['北京市', '156110000', 'B'],
  ['河北省', '156130000', 'H'],
].map(([areaName, areaCode, initial]) => ({
  areaName,
  areaCode,
  initial,
  level: 'province',
  parentCode: '156000000',
}));

const SQUARE = 'POLYGON((115 39,117 39,117 41,115 41,115 39))';

const regions = http.get(`${SITE}/api/regions`, ({ request }) => {
  const { searchParams } = new URL(request.url);
  const q = searchParams.get('q');
  const all = searchParams.get('level') === 'province' ? PROVINCES : [];
  const items = q === null ? all : all.filter(({ areaName }) => areaName?.startsWith(q));
  return HttpResponse.json({ items, total: items.length, groups: {} });
});
const outline = http.get(`${SITE}/api/regions/:code/wkt`, ({ params }) =>
  HttpResponse.json({ areaCode: params.code, areaName: '北京市', wkt: SQUARE }),
);
const check = (tooLarge: boolean) =>
  http.post(`${SITE}/api/areas/check`, async ({ request }) => {
    const { wkt } = (await request.json()) as { wkt: string };
    return HttpResponse.json({ wkt, tooLarge, message: null });
  });

const server = setupServer(regions, outline, check(false), ...everyScreen());

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const onArea = vi.fn<(area: AreaChoice | null) => void>();

function Stage({ start, nodeIds }: { start: AreaChoice | null; nodeIds: number[] }) {
  const [area, setArea] = useState(start);
  const take = (next: AreaChoice | null) => {
    onArea(next);
    setArea(next);
  };
  return (
    <TestStage>
      <Tools
        area={area}
        onArea={take}
        nodeIds={nodeIds}
        about={{ kind: null, from: null, to: null }}
        onOpen={() => {}}
      />
    </TestStage>
  );
}

function show(start: AreaChoice | null = null, nodeIds: number[] = []) {
  onArea.mockReset();
  openAt('/search', <Stage start={start} nodeIds={nodeIds} />);
  return { bar: screen.getByRole('toolbar') };
}

const names = (bar: HTMLElement) =>
  within(bar)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('the tools', () => {
  it('have no legend where the tool list of the system configuration has none', async () => {
    const config = { ...CONFIG, map: { ...CONFIG.map, tools: [] } };
    server.use(http.get(`${SITE}/api/config`, () => HttpResponse.json(config)));
    const { bar } = show();
    await waitFor(() => expect(names(bar)).not.toContain('图例'));
  });

  it('stand in the order of the specification', () => {
    const { bar } = show();
    expect(names(bar)).toEqual([
      '行政区划',
      '上传矢量范围',
      '绘制点',
      '绘制线',
      '绘制矩形',
      '绘制多边形',
      '编辑范围：请先绘制一个范围',
      '点定位',
      '矩形定位',
      '测量距离',
      '测量面积',
      '图例',
      '定点查询',
      '全图',
      '清除：地图上没有可清除的内容',
      '上一视图：没有更早的视图',
      '下一视图：没有更新的视图',
      '书签',
    ]);
  });

  it('leave the point query out on node 11311', () => {
    const { bar } = show(null, [11311]);
    expect(names(bar)).not.toContain('定点查询');
  });

  it('are in use one at a time, say what to do, and are left by Esc', async () => {
    const { bar } = show();
    hand.click(within(bar).getByRole('button', { name: '绘制多边形' }));
    expect(await screen.findByText('单击地图，开始绘制多边形')).toBeTruthy();
    hand.click(within(bar).getByRole('button', { name: '测量距离' }));
    expect(screen.getByText('单击地图，开始测量距离')).toBeTruthy();
    expect(screen.queryByText('单击地图，开始绘制多边形')).toBeNull();
    hand.press('Escape');
    expect(within(bar).queryAllByRole('button', { pressed: true })).toEqual([]);
  });

  it('clear the area', async () => {
    const { bar } = show({ kind: 'drawn', wkt: SQUARE });
    hand.click(within(bar).getByRole('button', { name: '清除' }));
    expect(onArea).toHaveBeenCalledExactlyOnceWith(null);
    expect(within(bar).getByRole('button', { name: /^清除：/ })).toBeTruthy();
  });

  it('go to a menu where the row is too short', () => {
    const entries = Array.from({ length: 17 }, () => ({ group: 1 }));
    expect(fitting(entries, 1000)).toBe(17);
    expect(fitting(entries, 324)).toBeLessThan(6);
    expect(fitting(entries, 324)).toBeGreaterThan(2);
  });
});

describe('the region picker', () => {
  it('searches at once by the chosen region, shows its name, and remembers it', async () => {
    const { bar } = show();
    hand.click(within(bar).getByRole('button', { name: '行政区划' }));
    const dialog = await screen.findByRole('dialog', { name: '请选择城市' });
    expect(within(dialog).getByPlaceholderText('请输入城市名')).toBe(document.activeElement);
    for (const mode of ['全国', '按省份', '按城市']) {
      expect(within(dialog).getByRole('button', { name: mode })).toBeTruthy();
    }
    hand.click(await within(dialog).findByRole('button', { name: '北京市' }));
    expect(onArea).toHaveBeenCalledExactlyOnceWith({ kind: 'region', code: '156110000' });
    await waitFor(() => expect(names(bar)[0]).toBe('北京市'));
    hand.click(within(bar).getByRole('button', { name: '北京市' }));
    expect(screen.getByText('最近使用')).toBeTruthy();
  });

  it('jumps by letter from the keyboard and says when nothing is found', async () => {
    const { bar } = show();
    hand.click(within(bar).getByRole('button', { name: '行政区划' }));
    const beijing = await screen.findByRole('button', { name: '北京市' });
    beijing.focus();
    hand.press('h');
    expect(document.activeElement?.textContent).toContain('河北省');
    hand.type(screen.getByPlaceholderText('请输入城市名'), '没有');
    expect(await screen.findByText('没有找到该城市')).toBeTruthy();
  });
});

describe('locating', () => {
  it('says its error once, at the bottom right, and marks the field until it is mended', async () => {
    const { bar } = show();
    hand.click(within(bar).getByRole('button', { name: '点定位' }));
    hand.click(screen.getByRole('button', { name: '定位' }));
    expect(screen.getAllByText('请填写经度！')).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toContain('请填写经度！');
    expect(screen.getByLabelText('经度').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('经度'));
    hand.type(screen.getByLabelText('经度'), '1');
    expect(screen.queryByText('请填写经度！')).toBeNull();
    expect(screen.getByLabelText('经度').getAttribute('aria-invalid')).toBe('false');
  });

  it('searches the box, unless the server finds it larger than the nation', async () => {
    const { bar } = show();
    hand.click(within(bar).getByRole('button', { name: '矩形定位' }));
    for (const [label, value] of [
      ['左上角经度', '115'],
      ['左上角纬度', '41'],
      ['右下角经度', '117'],
      ['右下角纬度', '39'],
    ] as const) {
      hand.type(screen.getByLabelText(label), value);
    }
    server.use(check(true));
    hand.click(screen.getByRole('button', { name: '作为查询范围' }));
    expect(await screen.findByText('查询面积超过全国面积，请重新绘制！')).toBeTruthy();
    expect(onArea).not.toHaveBeenCalled();
    server.use(check(false));
    hand.click(screen.getByRole('button', { name: '作为查询范围' }));
    await waitFor(() => expect(onArea).toHaveBeenCalledWith({ kind: 'drawn', wkt: SQUARE }));
  });
});

describe('uploading an area', () => {
  const file = (name: string) => new File(['x'.repeat(1)], name);
  const config = http.get(`${SITE}/api/config`, () =>
    HttpResponse.json({ ...CONFIG, uploadMaxBytes: 1024 ** 2 }),
  );
  const answer = (response: () => Response) => http.post(`${SITE}/api/areas`, () => response());
  const open = async () => {
    server.use(config);
    const shown = show();
    hand.click(within(shown.bar).getByRole('button', { name: '上传矢量范围' }));
    expect(screen.getByText('只支持压缩包zip格式')).toBeTruthy();
    await screen.findByText(/1\.0 MB/);
    const input = screen.getByLabelText('点击上传', { selector: 'input' });
    return { ...shown, input };
  };

  it('searches by it and lists the file', async () => {
    server.use(answer(() => HttpResponse.json({ wkt: SQUARE, tooLarge: false, name: 'a' })));
    const { input } = await open();
    hand.upload(input, file('a.zip'));
    expect(await screen.findByText('上传成功！')).toBeTruthy();
    expect(onArea).toHaveBeenCalledWith({ kind: 'drawn', wkt: SQUARE });
    expect(screen.getByText('a.zip')).toBeTruthy();
  });

  it('refuses what is no archive before it is sent', async () => {
    const { input } = await open();
    hand.upload(input, file('a.txt'));
    expect(screen.getByRole('dialog').textContent).toContain('只支持压缩包zip格式');
    expect((await screen.findAllByText('只支持压缩包zip格式')).length).toBeGreaterThan(1);
    expect(onArea).not.toHaveBeenCalled();
  });

  it('is given up by clearing: its late answer changes nothing', async () => {
    let release: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      release = resolve;
    });
    server.use(
      config,
      http.post(`${SITE}/api/areas`, () => answered),
    );
    const { bar } = show({ kind: 'drawn', wkt: SQUARE });
    hand.click(within(bar).getByRole('button', { name: '上传矢量范围' }));
    await screen.findByText(/1\.0 MB/);
    hand.upload(screen.getByLabelText('点击上传', { selector: 'input' }), file('a.zip'));
    await screen.findByText('a.zip');
    hand.click(within(bar).getByRole('button', { name: '清除' }));
    await waitFor(() => expect(screen.queryByText('a.zip')).toBeNull());
    release(HttpResponse.json({ wkt: SQUARE, tooLarge: false, name: 'a' }));
    // The next file is taken as ever.
    server.use(answer(() => HttpResponse.json({ wkt: SQUARE, tooLarge: false, name: 'b' })));
    hand.upload(screen.getByLabelText('点击上传', { selector: 'input' }), file('b.zip'));
    await screen.findByText('b.zip');
    expect(screen.queryByText('a.zip')).toBeNull();
    expect(onArea.mock.calls.map(([area]) => area?.kind ?? null)).toEqual([null, 'drawn']);
  });

  it('empties the list when the file is not one polygon', async () => {
    server.use(answer(() => HttpResponse.json({ wkt: SQUARE, tooLarge: false, name: 'a' })));
    const { input } = await open();
    hand.upload(input, file('a.zip'));
    await screen.findByText('a.zip');
    const several = { status: 422, code: 'not_one_polygon', detail: 'x' };
    server.use(answer(() => HttpResponse.json(several, { status: 422 })));
    hand.upload(input, file('b.zip'));
    const text = '请使用单面矢量数据或者合并后的多面矢量数据执行数据查询！';
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByText('a.zip')).toBeNull();
  });

  it('shows the refusal of too many vertices at the bottom right for ten seconds', async () => {
    const detail = '上传成功，但矢量数据的顶点数超过20000个，请简化后重新上传！';
    const many = { status: 422, code: 'too_many_vertices', detail };
    server.use(answer(() => HttpResponse.json(many, { status: 422 })));
    const { input } = await open();
    const timer = vi.spyOn(globalThis, 'setTimeout');
    hand.upload(input, file('a.zip'));
    const corner = screen.getByRole('region', { name: '地图消息' });
    await waitFor(() => expect(corner.textContent).toContain(detail));
    expect(timer.mock.calls.some(([, ms]) => ms === 10_000)).toBe(true);
  });

  it('says where a shape crosses itself', async () => {
    const crossing = {
      status: 422,
      code: 'self_crossing',
      detail: 'x',
      errors: [{ field: 'place', detail: '117.0000, 40.0000' }],
    };
    server.use(answer(() => HttpResponse.json(crossing, { status: 422 })));
    const { input } = await open();
    hand.upload(input, file('a.zip'));
    const text = '多边形自相交（117.0000, 40.0000 附近），请修改后重试';
    expect((await screen.findAllByText(text)).length).toBe(1);
    expect(onArea).not.toHaveBeenCalled();
  });

  it('says why a file could not be read', async () => {
    const problem = {
      status: 400,
      code: 'unreadable_area',
      detail: '上传失败，请重新上传！',
      errors: [{ field: 'file', detail: '压缩包不完整' }],
    };
    server.use(answer(() => HttpResponse.json(problem, { status: 400 })));
    const { input } = await open();
    hand.upload(input, file('a.zip'));
    // Said in the panel, and nowhere else.
    expect((await screen.findAllByText('上传失败，请重新上传！压缩包不完整')).length).toBe(1);
  });

  it('is told when the shape is larger than the nation', async () => {
    server.use(answer(() => refusal(400, '查询面积超过全国面积，请重新绘制！')));
    const { input } = await open();
    hand.upload(input, file('a.zip'));
    expect((await screen.findAllByText(/查询面积超过全国面积/)).length).toBeGreaterThan(0);
  });
});
