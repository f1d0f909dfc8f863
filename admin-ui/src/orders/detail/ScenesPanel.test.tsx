import { setToken } from '@scenedock/ui-kit';
import { AUTHORITIES, buildOrder, buildOrderScene, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { highlightedFootprints, NO_HIGHLIGHT } from './highlight';
import { ScenesPanel } from './ScenesPanel';

useServer();

const TOTAL = 30;
const asked: URLSearchParams[] = [];

function scene(did: number) {
  const failed = did % 2 === 0;
  return buildOrderScene(did, {
    dataname: `景${did}`,
    imageurl: did === 1 ? '/api/scenes/d1/image?typeId=1' : null,
    // Every third lies nowhere.
    wktresponse: did % 3 === 0 ? null : `POINT (${did} 30)`,
    sstatus: failed ? 2 : 0,
    flog: failed ? '源文件损坏' : null,
    fileUrl: failed ? null : `/api/orders/7/scenes/${did}/file`,
  });
}

/** Whoever looks at the order. */
const signedIn = (role: 'admin' | 'operator') =>
  http.get('/api/auth/me', () =>
    HttpResponse.json({
      id: '1',
      loginName: role,
      userName: role,
      role,
      authorities: AUTHORITIES[role],
    }),
  );

beforeEach(() => {
  asked.length = 0;
  server.use(
    signedIn('admin'),
    http.get('/api/orders/7/scenes', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const size = Number(query.get('pageSize'));
      const first = (Number(query.get('page')) - 1) * size + 1;
      const dids = Array.from({ length: Math.min(size, TOTAL - first + 1) }, (_, at) => first + at);
      return HttpResponse.json({ items: dids.map(scene), total: TOTAL });
    }),
  );
});

/** The panel beside what a map would bring out. */
function Beside({ sstatus }: { sstatus: 0 | 1 }) {
  const [highlight, setHighlight] = useState(NO_HIGHLIGHT);
  return (
    <>
      <ScenesPanel
        order={buildOrder({ sstatus })}
        title="订购数据"
        highlight={highlight}
        onHighlight={setHighlight}
      />
      <output data-testid="map">{highlightedFootprints(highlight).join(' ')}</output>
    </>
  );
}

async function show(sstatus: 0 | 1 = 1) {
  render(
    <Stage>
      <Beside sstatus={sstatus} />
    </Stage>,
  );
  await screen.findByText('景1');
}

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

async function exported() {
  const sent: unknown[] = [];
  server.use(recording(http.post, '/api/exports', sent, { uuid: 'u' }, 202));
  fireEvent.click(await screen.findByRole('button', { name: '导出' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(sent).not.toEqual([]));
  return sent[0];
}

describe('ordered scenes', () => {
  it('fill what 52% of the window holds, and tell the number of pages', async () => {
    await show();
    expect(asked[0]?.get('pageSize')).toBe('8');
    screen.getByText('共 30 条 · 共 4 页');
  });

  it('stay chosen from page to page', async () => {
    await show();
    tick('选择 景2');
    fireEvent.click(screen.getByRole('button', { name: /page 2|第 2 页/ }));
    await screen.findByText('景9');
    tick('选择 景9');
    screen.getByText('已选 2 景');
    expect(screen.getByTestId('address').textContent).toContain('scenes=2');
    expect(await exported()).toEqual({ kind: 'csv', orderId: '7', dids: [2, 9] });
  });

  it('are chosen all at once, beyond the page', async () => {
    await show();
    tick('选择本页');
    screen.getByText('已选 8 景');
    fireEvent.click(screen.getByRole('button', { name: '选择整个订单 30 景' }));
    screen.getByText('已选整个订单 30 景');
    expect(await exported()).toEqual({ kind: 'csv', orderId: '7' });
  });

  it('must be chosen to be exported', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: '导出' }));
    await screen.findByText('请选择要导出的数据！');
  });

  it('show why one failed and offer one that is ready', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: '查看 景2 的失败原因' }));
    within(screen.getByRole('dialog', { name: '失败原因 · 景2' })).getByText('源文件损坏');
    const file = screen.getByRole('link', { name: '下载 景1', hidden: true });
    expect(file.getAttribute('href')).toBe('/api/orders/7/scenes/1/file');
    expect(screen.queryByRole('link', { name: '下载 景2', hidden: true })).toBeNull();
  });

  it('are brought out on the map under the pointer, ticked, and when they are asked for', async () => {
    await show();
    const map = () => screen.getByTestId('map').textContent;
    const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
    fireEvent.mouseEnter(row('景2'));
    expect(map()).toBe('POINT (2 30)');
    fireEvent.mouseLeave(row('景2'));
    expect(map()).toBe('');
    tick('选择 景1');
    tick('选择 景3');
    expect(map()).toBe('POINT (1 30)');
    const locate = screen.getByRole('button', { name: '在地图上查看范围 景4' });
    fireEvent.click(locate);
    expect(map()).toBe('POINT (1 30) POINT (4 30)');
    expect(locate.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(locate);
    expect(map()).toBe('POINT (1 30)');
  });

  it('say where there is nothing to show on the map', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: '在地图上查看范围 景3' }));
    await screen.findByText('暂无空间信息');
    expect(screen.getByTestId('map').textContent).toBe('');
  });

  it('show their picture, or that there is none', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: /预览.*景1$|景1.*预览/ }));
    expect(within(screen.getByRole('dialog', { name: '景1' })).getByRole('img')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: /预览.*景2$|景2.*预览/ }));
    expect(within(screen.getByRole('dialog', { name: '景2' })).queryByRole('img')).toBeNull();
  });

  it('are exported by administrators, not by operators', async () => {
    setToken('t-operator');
    server.use(signedIn('operator'));
    await show();
    await waitFor(() => expect(asked.length).toBeGreaterThan(0));
    await new Promise((next) => setTimeout(next));
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
  });

  it('keep what can be done with them in sight where the table is wider than its place', async () => {
    await show();
    const row = screen.getByText('景1').closest('tr') as HTMLTableRowElement;
    const cells = [
      row.cells[row.cells.length - 1],
      screen.getByRole('columnheader', { name: '操作' }),
    ];
    for (const cell of cells) {
      const { position, right } = getComputedStyle(cell as HTMLElement);
      expect([position, right]).toEqual(['sticky', '0px']);
    }
  });

  it('of an unknown size do not say that none of it is there', async () => {
    server.use(
      http.get('/api/orders/7/scenes', () =>
        HttpResponse.json({
          items: [
            { ...scene(1), datasize: 0, bytesDone: 0 },
            { ...scene(3), datasize: 2048, bytesDone: 0 },
          ],
          total: 2,
        }),
      ),
    );
    await show();
    const row = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement);
    expect(row('景1').getByText('未知')).toBeTruthy();
    expect(row('景1').queryByText('0 B')).toBeNull();
    expect(row('景3').getByText('0 B')).toBeTruthy();
  });

  it('have no state before the approval', async () => {
    await show(0);
    expect(screen.queryByRole('columnheader', { name: '数据状态' })).toBeNull();
  });
});
