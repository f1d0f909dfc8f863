import type { FieldValue, Scene } from '@scenedock/ui-kit';
import { buildScene } from '@scenedock/ui-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import { SceneDialog } from './SceneDialog';
import { IMAGE_RETRY_MS } from './useRetriedImage';

vi.mock('../map/LazyMap', () => ({
  LazyMap: ({ focus, stepBack }: { focus: string; stepBack: boolean }) => (
    <output data-testid="map">{`${focus} ${stepBack}`}</output>
  ),
}));

const WKT = 'POLYGON ((0 0,1 0,1 1,0 0))';

const scene = (dataid: string, changes: Partial<Scene> & { fields?: FieldValue[] } = {}) => ({
  ...buildScene(dataid, {
    datasize: 1536,
    scenedate: '2024-07-16T06:01:35Z',
    wktresponse: WKT,
    cloud: 12.34,
  }),
  gsd: 2,
  fileName: null,
  properties: {},
  fields: [],
  ...changes,
});

const LIKE = {
  ...scene('b'),
  why: { overlap: 85.4, days: 3, sameSensor: true, sameSatellite: true },
};

const scenes = new Map<string, ReturnType<typeof scene>>();
let similar: unknown[] = [];

const server = useServer(
  [
    ...everyScreen(),
    http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
    http.get(`${SITE}/api/scenes/:id`, ({ params }) => {
      const found = scenes.get(String(params.id));
      return found === undefined ? refusal(404, '没有这景数据') : HttpResponse.json(found);
    }),
    http.get(`${SITE}/api/scenes/:id/similar`, ({ params }) =>
      HttpResponse.json({ items: params.id === 'a' ? similar : [], total: 1 }),
    ),
  ],
  null,
);

afterEach(() => {
  vi.useRealTimers();
  scenes.clear();
  similar = [];
});

const steps = { close: vi.fn(), prev: vi.fn(), next: vi.fn() };

function open(id: string, caption?: string) {
  for (const step of Object.values(steps)) step.mockClear();
  openAt(
    '/search',
    <SceneDialog
      dataId={id}
      onClose={steps.close}
      onPrev={steps.prev}
      onNext={steps.next}
      {...(caption === undefined ? {} : { caption })}
    />,
  );
}

const dialog = (name: RegExp | string) => screen.findByRole('dialog', { name });

describe('the dialog of a scene', () => {
  it('is titled with its caption and the name of the data, and says whether it is online', async () => {
    scenes.set('a', scene('a'));
    open('a', '购物车详情');
    const box = await dialog(/^购物车详情：景 a/);
    within(box).getByText('在线');
    expect(getComputedStyle(box.closest('.MuiDialog-root') as Element).zIndex).toBe('4000');
    cleanup();
    scenes.set('a', scene('a', { exists: false }));
    open('a');
    within(await dialog(/^数据详情：景 a/)).getByText('仅目录');
  });

  it('warns and closes when the lookup finds nothing', async () => {
    open('none');
    await screen.findByText('暂无影像详情！');
    expect(steps.close).toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the fields of the node, each as its kind has it', async () => {
    const field = (key: string, label: string, kind: FieldValue['kind'], value: number | string) =>
      ({ key, label, labelEn: key, kind, value }) satisfies FieldValue;
    scenes.set(
      'a',
      scene('a', {
        fields: [
          field('scenedate', '拍摄时间', 'time', '2024-07-16T06:01:35Z'),
          field('datasize', '大小', 'size', 1536),
          field('cloud', '云量', 'percent', 12.34),
          field('roll', '侧摆角', 'angle', -3.5),
          field('leftTopLongitude', '左上角经度', 'coordinate', 116.39123),
        ],
      }),
    );
    open('a');
    const facts = (await screen.findByText('拍摄时间')).closest('dl') as HTMLElement;
    for (const text of ['2024-07-16 14:01:35', '1.5 KB', '12.3%', '-3.5°', '116.3912']) {
      within(facts).getByText(text);
    }
    // The id is always there, to be copied.
    within(facts).getByRole('button', { name: /数据编号/ });
  });

  it('says the direction of the orbit in Chinese, and of an optical image nothing about radar', async () => {
    const field = (key: string, label: string, value: string | null) =>
      ({ key, label, labelEn: key, kind: 'choice', value }) satisfies FieldValue;
    const radar = (mode: string | null) => [
      field('properties.sat:orbit_state', '升降轨', 'descending'),
      field('properties.sar:instrument_mode', '成像模式', mode),
      field('properties.sar:polarizations', '极化方式', null),
    ];
    scenes.set('a', scene('a', { fields: radar(null) }));
    open('a');
    await screen.findByText('降轨');
    expect(screen.queryByText('成像模式')).toBeNull();
    expect(screen.queryByText('极化方式')).toBeNull();
    cleanup();
    scenes.set('b', scene('b', { fields: radar('IW') }));
    open('b');
    await screen.findByText('IW');
    // A radar image has polarisations, though nobody knows which.
    expect(screen.getByText('极化方式')).toBeTruthy();
  });

  it('falls back to what every scene says of itself', async () => {
    scenes.set('a', scene('a'));
    open('a');
    await screen.findByText('2024-07-16 14:01:35');
    screen.getByText('12.3%');
    screen.getByText('原始影像数据');
  });

  it('flies to the footprint and then goes back', async () => {
    scenes.set('a', scene('a'));
    open('a');
    expect((await screen.findByTestId('map')).textContent).toBe(`${WKT} true`);
  });

  it('asks for no picture where there is none', async () => {
    scenes.set('a', scene('a'));
    open('a');
    await screen.findByText('暂无图片');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('waits for a picture that does not come, asks once more, and then says so', async () => {
    scenes.set('a', scene('a', { imageurl: '/x' }));
    open('a');
    const picture = await screen.findByRole('img', { name: '预览图 景 a' });
    expect(picture.getAttribute('src')).toBe('/api/scenes/a/image?typeId=2');
    vi.useFakeTimers();
    fireEvent.error(picture);
    screen.getByText('loading...');
    act(() => vi.advanceTimersByTime(IMAGE_RETRY_MS));
    const again = screen.getByRole('img', { name: '预览图 景 a' });
    expect(again.getAttribute('src')).toBe('/api/scenes/a/image?typeId=2&retry=1');
    fireEvent.error(again);
    screen.getByText('图片加载失败，稍后可重新打开查看');
  });

  it('steps through the list with the arrow keys', async () => {
    scenes.set('a', scene('a'));
    open('a');
    const box = await dialog(/景 a/);
    fireEvent.keyDown(box, { key: 'ArrowRight' });
    expect(steps.next).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(box, { key: 'ArrowLeft' });
    expect(steps.prev).toHaveBeenCalledTimes(1);
  });

  it('opens a similar scene in the same place, with a way back', async () => {
    scenes.set('a', scene('a')).set('b', scene('b'));
    similar = [LIKE];
    open('a');
    const card = await screen.findByRole('button', { name: /查看相似数据 景 b/ });
    within(card).getByText('重叠 85% · 相隔 3 天 · 同传感器');
    fireEvent.click(card);
    await dialog(/^数据详情：景 b/);
    fireEvent.click(screen.getByRole('button', { name: '返回 景 a' }));
    await dialog(/^数据详情：景 a/);
  });

  it('has no strip of similar scenes when there are none or they cannot be had', async () => {
    scenes.set('a', scene('a'));
    const asked: string[] = [];
    server.use(
      http.get(`${SITE}/api/scenes/:id/similar`, ({ params }) => {
        asked.push(String(params.id));
        return refusal(500, '出错了');
      }),
    );
    open('a');
    await dialog(/景 a/);
    await waitFor(() => expect(asked).toEqual(['a']));
    expect(screen.queryByText('相似数据')).toBeNull();
    expect(screen.queryByText('出错了')).toBeNull();
  });
});
