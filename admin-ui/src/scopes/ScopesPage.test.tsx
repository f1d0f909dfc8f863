import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapDrawing } from '../parts/map/useDrawing';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { ScopesPage } from './ScopesPage';

useServer();

const DRAWN = 'POLYGON((99 29,103 29,103 33,99 33,99 29))';

interface MapProps {
  wkt: string;
  label: string;
  drawing?: MapDrawing;
}

vi.mock('../parts/map/FootprintMap', () => ({
  default: ({ wkt, label, drawing }: MapProps) => (
    <>
      <output aria-label={label}>{wkt}</output>
      {drawing?.shape && (
        <button type="button" onClick={() => drawing.onDrawn(DRAWN)}>
          {drawing.shape}
        </button>
      )}
    </>
  ),
}));

const GRANT = {
  id: 'g1',
  subject: 'unit',
  subjectId: 'u1',
  subjectName: '青海省地质调查院',
  nodeIds: [2],
  hasArea: true,
  region: '156630000',
  areaName: '青海省',
  until: null,
  valid: true,
  note: '项目数据',
  created: '2026-11-20T02:00:00Z',
  createdBy: '王五',
  version: 3,
};

let sent: unknown = null;

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/scopes', () => HttpResponse.json({ items: [GRANT], total: 1 })),
    http.get('/api/catalog/tree', () =>
      HttpResponse.json([
        { id: 1, label: '卫星', objType: 'WX', count: 3, children: [] },
        { id: 2, label: '高分一号', objType: 'WX', count: 3, children: [] },
      ]),
    ),
    http.get('/api/config', () => HttpResponse.json({ map: { basemap: {} } })),
    http.get('/api/scopes/g1', () => HttpResponse.json({ ...GRANT, wkt: 'OUTLINE g1' })),
    http.get('/api/regions', () =>
      HttpResponse.json({
        groups: { Q: [{ areaCode: '156630000', areaName: '青海省', level: 'province' }] },
      }),
    ),
    http.get('/api/regions/:code/wkt', ({ params }) =>
      HttpResponse.json({ areaCode: params.code, areaName: '', wkt: `OUTLINE ${params.code}` }),
    ),
    http.post('/api/areas', () =>
      HttpResponse.json({ wkt: 'POLYGON((1 1))', vertices: 7, name: 'x', bbox: [0, 0, 1, 1] }),
    ),
    http.post('/api/areas/check', async ({ request }) => {
      const { wkt } = (await request.json()) as { wkt: string };
      return wkt.startsWith('POLYGON')
        ? HttpResponse.json({ wkt, vertices: 4, area: 1, bbox: [0, 0, 1, 1], tooLarge: false })
        : problem(400, 'invalid', '无法识别的 WKT');
    }),
    http.post('/api/scopes/preview', async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ total: 1234, nodes: [] });
    }),
  );
});

async function show(at = '/scopes') {
  render(
    <Stage at={at}>
      <ScopesPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '数据范围' });
}

describe('data scopes', () => {
  it('are listed in words', async () => {
    await show();
    const row = (await screen.findByText('青海省地质调查院')).closest('tr');
    expect(row).not.toBeNull();
    await waitFor(() => expect(row?.textContent).toContain('高分一号'));
    for (const text of ['青海省', '长期有效', '项目数据']) {
      expect(row?.textContent).toContain(text);
    }
  });

  it('that cannot be read say so where they would be changed, and are read again', async () => {
    const drawn = { ...GRANT, region: null, areaName: '测区' };
    let isAway = true;
    server.use(
      http.get('/api/scopes', () => HttpResponse.json({ items: [drawn], total: 1 })),
      http.get('/api/scopes/g1', () =>
        isAway
          ? problem(503, 'database_away', '数据库暂不可用')
          : HttpResponse.json({ ...drawn, wkt: DRAWN }),
      ),
    );
    await show();
    fireEvent.click(await screen.findByRole('button', { name: /^编辑授权/ }));
    const dialog = within(
      await screen.findByRole('dialog', { name: /^编辑授权 青海省地质调查院/ }),
    );
    await dialog.findByText('数据库暂不可用');
    dialog.getByRole('button', { name: '关闭' });
    isAway = false;
    fireEvent.click(dialog.getByRole('button', { name: '重试' }));
    await screen.findByDisplayValue('项目数据');
  });

  it('are previewed before they are made', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: '新增授权' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '预览' }));
    await within(dialog).findByText('此授权可见 1,234 景数据');
    expect(sent).toEqual({
      subject: 'everybody',
      subjectId: null,
      nodeIds: null,
      region: null,
      wkt: null,
      areaName: '',
      until: null,
      note: '',
      version: null,
    });
  });

  it('that are changed are previewed as they would be after that', async () => {
    let query = '';
    server.use(
      http.post('/api/scopes/preview', ({ request }) => {
        query = new URL(request.url).search;
        return HttpResponse.json({ total: 5, nodes: [] });
      }),
    );
    await show();
    fireEvent.click(await screen.findByRole('button', { name: /^编辑授权/ }));
    await screen.findByDisplayValue('项目数据');
    fireEvent.click(screen.getByRole('button', { name: '预览' }));
    await screen.findByText('此授权可见 5 景数据');
    expect(query).toBe('?grant=g1');
  });

  it.each([
    ['at midnight', '2027-11-25T16:00:00Z'],
    ['at another time of day', '2027-11-25T01:30:00Z'],
  ])('that end %s end then after another change', async (_, until) => {
    server.use(
      http.get('/api/scopes', () => HttpResponse.json({ items: [{ ...GRANT, until }], total: 1 })),
      http.put('/api/scopes/g1', async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json(GRANT);
      }),
    );
    await show();
    fireEvent.click(await screen.findByRole('button', { name: /编辑/ }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('说明'), { target: { value: '延续' } });
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(sent).toMatchObject({ note: '延续', until, version: 3 }));
  });

  it('keep on the form what the server objects to', async () => {
    server.use(
      http.post('/api/scopes', () =>
        HttpResponse.json(
          {
            status: 400,
            code: 'invalid',
            detail: '请求参数不正确',
            errors: [{ field: 'note', code: 'field.too_long', detail: '说明太长' }],
          },
          { status: 400 },
        ),
      ),
    );
    await show();
    fireEvent.click(screen.getByRole('button', { name: '新增授权' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: '确定' }));
    await within(dialog).findByText('说明太长');
  });
});

/** The dialog for a new grant, with an area of this kind. */
async function showArea(kind: string) {
  await show();
  fireEvent.click(screen.getByRole('button', { name: '新增授权' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.mouseDown(dialog.getByRole('combobox', { name: '空间范围' }));
  fireEvent.click(await screen.findByRole('option', { name: kind }));
  return dialog;
}

const text = (element: HTMLElement) => element.textContent;

describe('the area of a grant', () => {
  it('is seen on a map when the grant is opened, and goes with it', async () => {
    server.use(http.delete('/api/scopes/g1', () => new HttpResponse(null, { status: 204 })));
    await show();
    fireEvent.click(await screen.findByRole('button', { name: '查看授权 青海省地质调查院' }));
    expect(text(await screen.findByRole('status', { name: '地图：青海省' }))).toBe('OUTLINE g1');
    expect(text(screen.getByTestId('address'))).toBe('/scopes?grant=g1');
    fireEvent.click(screen.getByRole('button', { name: '收回' }));
    fireEvent.click(await screen.findByRole('button', { name: '确定' }));
    await waitFor(() => expect(text(screen.getByTestId('address'))).toBe('/scopes'));
  });

  it('is the outline of a region', async () => {
    const dialog = await showArea('行政区划');
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: '行政区划' }));
    fireEvent.click(await screen.findByRole('option', { name: '青海省' }));
    expect(text(await dialog.findByRole('status', { name: '地图：青海省' }))).toBe(
      'OUTLINE 156630000',
    );
  });

  it('is drawn by hand, and says its sides', async () => {
    const dialog = await showArea('自定义范围');
    fireEvent.click(dialog.getByRole('button', { name: '画多边形' }));
    dialog.getByText(/依次点击各顶点/);
    fireEvent.click(await dialog.findByRole('button', { name: 'polygon' }));
    const map = dialog.getByRole('status', { name: '地图：授权范围' });
    await waitFor(() => expect(text(map)).toBe(DRAWN));
    expect(dialog.queryByRole('button', { name: 'polygon' })).toBeNull();
    expect(dialog.getByLabelText<HTMLInputElement>('北纬界').value).toBe('33');
    fireEvent.click(dialog.getByRole('button', { name: '预览' }));
    await waitFor(() => expect(sent).toMatchObject({ wkt: DRAWN, region: null }));
  });

  it('is typed as four sides, without a pointer', async () => {
    const dialog = await showArea('自定义范围');
    const sides = { 西经界: '99', 南纬界: '29', 东经界: '98', 北纬界: '33' };
    for (const [side, value] of Object.entries(sides)) {
      fireEvent.change(dialog.getByLabelText(side), { target: { value } });
    }
    dialog.getByText(/西界须小于东界/);
    fireEvent.change(dialog.getByLabelText('东经界'), { target: { value: '103' } });
    const map = await dialog.findByRole('status', { name: '地图：授权范围' });
    await waitFor(() => expect(text(map)).toBe(DRAWN));
  });

  it('is read out of a file, whose name it gets', async () => {
    const dialog = await showArea('自定义范围');
    fireEvent.change(dialog.getByLabelText('上传边界文件', { selector: 'input' }), {
      target: { files: [new File(['x'], '雄安.zip')] },
    });
    await dialog.findByText('已读取 雄安.zip，7 个顶点');
    expect(dialog.getByLabelText<HTMLInputElement>('范围名称').value).toBe('雄安');
    const map = await dialog.findByRole('status', { name: '地图：授权范围' });
    await waitFor(() => expect(text(map)).toBe('POLYGON((1 1))'));
  });

  it('that nobody can read is said before it is sent', async () => {
    const dialog = await showArea('自定义范围');
    fireEvent.change(dialog.getByRole('textbox', { name: /^WKT/ }), { target: { value: 'x' } });
    await dialog.findByText('无法识别的 WKT');
  });
});
