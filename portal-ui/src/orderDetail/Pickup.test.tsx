import type { Pickup } from '@scenedock/ui-kit';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { ORIGIN, open, server, URL_OF, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const PICKUP: Pickup = {
  ordername: '20261121WP150405006',
  applyuser: '王工',
  applyUserPhone: '13800000000',
  applyUserUnit: '地质一队',
  productName: '项目甲',
  contactTele: '010-12345678',
  contactAddress: '北京市海淀区',
  dataCount: 2,
  totalSize: 6 * 1024 ** 3,
  preparedAt: '2026-11-21T07:04:05Z',
  expiresAt: '2026-12-21T07:04:05Z',
  physicalPath: null,
  files: [
    { name: 'scenes/a.tif', size: 1024, sha256: 'a'.repeat(64) },
    { name: 'SHA256SUMS', size: 10, sha256: 'b'.repeat(64) },
  ],
};

const serve = (part: Partial<Pickup> = {}) =>
  server.use(http.get(`${URL_OF}/pickup`, () => HttpResponse.json({ ...PICKUP, ...part })));

describe('a prepared offline copy', () => {
  it('says where it is fetched, and leads to the contact page', async () => {
    serve();
    open({ sstatus: 6, getMethod: 2, expiresAt: '2026-12-21T07:04:05Z' });
    const panel = within(await screen.findByRole('region', { name: '离线拷贝领取' }));
    const phone = await panel.findByRole('link', { name: '010-12345678' });
    expect(phone.getAttribute('href')).toBe('tel:010-12345678');
    expect(panel.getByText('北京市海淀区')).toBeTruthy();
    expect(panel.getByRole('link', { name: '联系我们' }).getAttribute('href')).toBe('/contactUs');
    expect(panel.queryByText('物理路径')).toBeNull();
  });

  it('shows administrators its physical path', async () => {
    serve({ physicalPath: '/copies/20261121' });
    open({ sstatus: 6, getMethod: 2, expiresAt: '2026-12-21T07:04:05Z' });
    expect(await screen.findByText('/copies/20261121')).toBeTruthy();
  });

  it('is not asked for where there is none', async () => {
    open({ sstatus: 6, getMethod: 0 });
    await screen.findByRole('region', { name: '基本信息' });
    expect(screen.queryByRole('region', { name: '离线拷贝领取' })).toBeNull();
    cleanup();
    open({ sstatus: 1, getMethod: 2 });
    await screen.findByRole('region', { name: '基本信息' });
    expect(screen.queryByRole('region', { name: '离线拷贝领取' })).toBeNull();
  });
});

describe('the pick-up sheet', () => {
  it('lists order, applicant and files with their sums, and lines to sign', async () => {
    serve();
    open({}, '/orderManage/details/7/pickup');
    expect(await screen.findByRole('heading', { name: '数据离线拷贝领取单' })).toBeTruthy();
    for (const text of ['20261121WP150405006', '王工', '地质一队', '项目甲', '13800000000']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    const rows = within(screen.getByRole('table', { name: '文件列表' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '序号文件名大小SHA-256',
      `1scenes/a.tif1.0 KB${'a'.repeat(64)}`,
      `2SHA256SUMS10 B${'b'.repeat(64)}`,
    ]);
    expect(screen.getByText('发放人（签字）')).toBeTruthy();
    expect(screen.getByText('领取人（签字）')).toBeTruthy();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('says when there is nothing to fetch', async () => {
    const problem = { status: 404, code: 'no_delivery', detail: '没有可下载的数据' };
    server.use(http.get(`${URL_OF}/pickup`, () => HttpResponse.json(problem, { status: 404 })));
    open({}, '/orderManage/details/7/pickup');
    expect(await screen.findByText('没有可下载的数据')).toBeTruthy();
  });

  it('leads to the page of an outage where the catalogue does not answer', async () => {
    serve();
    server.use(
      http.get(`${ORIGIN}/api/catalog/tree`, () => HttpResponse.json({}, { status: 500 })),
    );
    const router = open({}, '/orderManage/details/7/pickup');
    await screen.findByText('outage');
    const from = encodeURIComponent('/orderManage/details/7/pickup');
    expect(router.state.location.search).toBe(`?from=${from}`);
  });
});
