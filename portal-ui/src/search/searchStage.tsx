import type { CatalogueSearch, FoundScene } from '@scenedock/ui-kit';
import { buildScene } from '@scenedock/ui-kit/testing';
import { HttpResponse, http } from 'msw';
import type { MapViewProps } from '../map/MapView';
import { refusal, SITE } from '../test/portal';

export const scene = (at: number, part: Partial<FoundScene> = {}): FoundScene => ({
  ...buildScene(`S${at}`, {
    dataname: `SCENE_${at}`,
    satelite: 'GF-1',
    nodeid: 11,
    datasize: 1024 ** 3,
    scenedate: '2024-03-05T02:00:00Z',
    wktresponse: 'POLYGON((100 30,101 30,101 31,100 31,100 30))',
    cloud: 12.5,
  }),
  ...part,
});

const node = (
  id: number,
  label: string,
  objType: string,
  count: number,
  children: unknown[] = [],
) => ({
  id,
  label,
  objType,
  count,
  children,
});

export const TREE = [
  node(1, '卫星影像树', 'WX', 40, [node(11, '高分一号', 'WX', 40)]),
  node(2, '专题产品树', 'BZCP', 2, [node(21, '地形晕渲', 'BZCP', 2)]),
];

export const FACETS = {
  satellites: [
    { value: 'GF-1', count: 30 },
    { value: 'ZY-3', count: 12 },
  ],
  sensors: [{ value: 'PMS', count: 42 }],
  years: [{ value: '2024', count: 42 }],
  clouds: [{ from: 0, to: 10, count: 7 }],
  nodes: [{ value: 11, count: 40 }],
  online: 30,
};

/** What every search page asks for; `asked` gathers the bodies of the searches. */
export function searchServer(searches: CatalogueSearch[]) {
  const find = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as CatalogueSearch;
    if (body.unknownCloud === 'only') return HttpResponse.json({ items: [], total: 27 });
    searches.push(body);
    if (body.text === 'nothing') return HttpResponse.json({ items: [], total: 0 });
    if (body.wkt?.includes('80')) return tooLarge();
    const total = body.objTypes?.[0] === 'WX' ? 40 : 42;
    const from = ((body.page ?? 1) - 1) * (body.pageSize ?? 20);
    const items = Array.from({ length: Math.min(body.pageSize ?? 20, 3) }, (_, at) =>
      scene(from + at, {
        ...(body.coverage ? { coverage: 10 * (at + 1) } : {}),
        nodeid: at === 2 ? 21 : 11,
        exists: at !== 1,
      }),
    );
    const facets = body.facets
      ? {
          facets: FACETS,
          histogram: [
            { month: '2024-01', count: 20 },
            { month: '2024-03', count: 22 },
          ],
        }
      : {};
    return HttpResponse.json({
      items,
      total,
      ...facets,
      ...(body.coverage ? { coverage: 61.25 } : {}),
    });
  };
  return [
    http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json(TREE)),
    http.get(`${SITE}/api/catalog/nodes/:id/fields`, () => refusal(404, '不存在')),
    http.get(`${SITE}/api/scenes/satellites`, () =>
      HttpResponse.json({ items: [{ satelite: 'GF-1', count: 30 }], total: 1 }),
    ),
    http.get(`${SITE}/api/regions`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      return HttpResponse.json(regions(query.get('level') === 'province'));
    }),
    http.get(`${SITE}/api/recommend`, () => refusal(404, '不存在')),
    http.get(`${SITE}/api/cart`, () => HttpResponse.json({ items: [], total: 0 })),
    http.get(`${SITE}/api/cart/count`, () => HttpResponse.json({ count: 0 })),
    http.post(`${SITE}/api/scenes/footprints`, () => refusal(404, '不存在')),
    http.post(`${SITE}/api/scenes/search`, find),
  ];
}

const BEIJING = {
  areaName: '北京市',
  areaCode: '156110000',
  level: 'province',
  parentCode: '156000000',
  initial: 'B',
};

const regions = (known: boolean) => ({ groups: {}, items: known ? [BEIJING] : [] });

function tooLarge() {
  const detail = '查询面积超过全国面积，请重新绘制！';
  return HttpResponse.json(
    {
      type: 'about:blank',
      title: '',
      status: 400,
      code: 'invalid',
      detail,
      errors: [{ field: 'wkt', detail }],
    },
    { status: 400 },
  );
}

/** A map of which the tests see what it is given, and can be clicked. */
export function FakeMap(props: MapViewProps) {
  return (
    <div
      data-testid="map"
      data-hovered={props.hovered ?? ''}
      data-selected={props.selected ?? ''}
      data-focus={props.focus ?? ''}
    >
      <span data-testid="drawn">{props.footprints.map(({ id }) => id).join(',')}</span>
      <span data-testid="many">{props.many?.ids.length ?? ''}</span>
      <button type="button" onClick={() => props.onPick?.('S1')}>
        pick S1
      </button>
      <button type="button" onMouseEnter={() => props.onHover?.('S1')}>
        point S1
      </button>
      <button type="button" onClick={() => props.onMoved?.([110, 31], 7)}>
        move
      </button>
    </div>
  );
}
