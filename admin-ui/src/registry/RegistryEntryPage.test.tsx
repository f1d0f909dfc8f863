import type { RegistryDetail } from '@scenedock/ui-kit';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { leastColumnWidth } from '../test/leastWidth';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { problem, server, useServer } from '../test/server';
import { RegistryEntryPage } from './RegistryEntryPage';

useServer();

const ENTRY = {
  ...{ number: 12, orderId: 'o1', ordername: '20261121WP103000123', round: 1, type: 0 },
  ...{ openedAt: '2026-11-21T02:30:00Z', completedAt: null, getMethod: 0, loginName: 'zhangsan' },
  ...{ userName: '张三', applicant: '李四', unit: '中国地质调查局', usage: '测绘' },
  ...{ project: '青藏高原矿产调查', description: '', licenceSha256: 'ab'.repeat(32) },
  ...{ sceneCount: 60, sceneBytes: 1536, fileCount: 1, fileBytes: 2048, fetchedFiles: 1 },
  ...{ fetchedBytes: 2048, firstFetchedAt: null, lastFetchedAt: '2026-11-22T03:30:00Z' },
};
const scene = (n: number) => ({
  ...{ dataId: `s${n}`, dataName: `GF1_${n}`, node: '高分一号', satellite: 'GF1', sensor: 'PMS' },
  ...{ acquired: '2026-03-01T02:30:00Z', size: 100, sha256: null },
});
const FOUND = {
  entry: ENTRY,
  scenes: Array.from({ length: 60 }, (_, n) => scene(n)),
  files: [
    {
      ...{ path: 'package/订单.zip', size: 2048, sha256: 'cd'.repeat(32), fetched: 3 },
      ...{ fetchedBytes: 6144, firstFetchedAt: null, lastFetchedAt: '2026-11-22T03:30:00Z' },
    },
  ],
  pushes: [] as RegistryDetail['pushes'],
  papers: [{ type: 7, sha256: 'ab'.repeat(32), size: 10, uploadedAt: '2026-11-20T02:30:00Z' }],
};

function show() {
  server.use(
    http.get('/api/instruments', () => HttpResponse.json({ items: [] })),
    http.get('/api/dictionary', () => HttpResponse.json({ items: [] })),
  );
  render(
    <Stage at="/registry/12">
      <Routes>
        <Route path="/registry/:number" element={<RegistryEntryPage />} />
      </Routes>
    </Stage>,
  );
}

it('shows what was handed out, under which papers, and what was fetched', async () => {
  server.use(http.get('/api/registry/12', () => HttpResponse.json(FOUND)));
  show();
  await screen.findByText('张三（zhangsan）');
  const files = screen.getByRole('table', { name: '文件与下载（1）' });
  within(files).getByText('3 次');
  within(files).getByText('6.0 KB');
  within(screen.getByRole('table', { name: '材料' })).getByText('分发登记表（签字）');
  for (const [name, format] of [
    ['下载 PDF', 'pdf'],
    ['下载 JSON', 'json'],
  ]) {
    const link = screen.getByRole('link', { name: name ?? '' });
    expect(link.getAttribute('href')).toBe(`/api/registry/12/record?format=${format}`);
  }
});

it('lists the first scenes, and the others when they are wanted', async () => {
  server.use(http.get('/api/registry/12', () => HttpResponse.json(FOUND)));
  show();
  const scenes = await screen.findByRole('table', { name: '景（60）' });
  expect(within(scenes).getAllByRole('row')).toHaveLength(51);
  fireEvent.click(screen.getByRole('button', { name: '显示其余 10 项' }));
  expect(within(scenes).getAllByRole('row')).toHaveLength(61);
});

it('breaks neither names nor times nor sizes into letters in a narrow window', async () => {
  server.use(http.get('/api/registry/12', () => HttpResponse.json(FOUND)));
  show();
  const scenes = await screen.findByRole('table', { name: '景（60）' });
  const heads = ['名称', '获取时间', '数据量'];
  expect(heads.map((head) => leastColumnWidth(scenes, head))).toEqual([200, 130, 96]);
});

it('saves all scenes, the files and the papers, their sizes in bytes', async () => {
  server.use(http.get('/api/registry/12', () => HttpResponse.json(FOUND)));
  const files = catchFiles();
  show();
  for (const name of ['景（60）', '文件与下载（1）', '材料']) {
    fireEvent.click(await screen.findByRole('button', { name: `导出 CSV ${name}` }));
    screen.getByRole('button', { name: `导出 Excel ${name}` });
  }
  const [scenes, ...others] = await Promise.all(files.map(({ content }) => linesOf(content)));
  expect(scenes).toHaveLength(61);
  expect(scenes?.slice(0, 2)).toEqual([
    '名称,卫星,目录,获取时间,数据量（字节）,SHA-256',
    'GF1_0,GF1 PMS,高分一号,2026-03-01 10:30,100,—',
  ]);
  expect(others).toEqual([
    [
      '文件,数据量（字节）,完整下载,已发送（字节）,最近下载,SHA-256',
      `package/订单.zip,2048,3,6144,2026-11-22 11:30,${'cd'.repeat(32)}`,
    ],
    [
      '材料,数据量（字节）,上传时间,SHA-256',
      `分发登记表（签字）,10,2026-11-20 10:30,${'ab'.repeat(32)}`,
    ],
  ]);
});

it('shows where files were pushed, and over what where that is known', async () => {
  const push = {
    ...{ path: 'package/订单.zip', size: 2048, targetName: '省中心', kind: 'sftp' as const },
    ...{ address: 'sftp://data.example.cn/in', deliveredAt: '2026-11-22T03:30:00Z' },
  };
  const pushes = [
    push,
    { ...push, targetName: '旧目标', kind: null, address: null },
    { ...push, targetName: '我的架子', kind: 'shelf' as const, address: '' },
  ];
  server.use(http.get('/api/registry/12', () => HttpResponse.json({ ...FOUND, pushes })));
  const files = catchFiles();
  show();
  const table = await screen.findByRole('table', { name: '推送（3）' });
  within(table).getByText('SFTP');
  fireEvent.click(screen.getByRole('button', { name: '导出 CSV 推送（3）' }));
  const [saved] = await Promise.all(files.map(({ content }) => linesOf(content)));
  expect(saved).toEqual([
    '文件,数据量（字节）,推送目标,协议,地址,送达时间',
    'package/订单.zip,2048,省中心,SFTP,sftp://data.example.cn/in,2026-11-22 11:30',
    'package/订单.zip,2048,旧目标,—,—,2026-11-22 11:30',
    'package/订单.zip,2048,我的架子,数据架,本系统的 FTP 网关,2026-11-22 11:30',
  ]);
});

it('shows nothing of pushes where there were none', async () => {
  server.use(http.get('/api/registry/12', () => HttpResponse.json(FOUND)));
  show();
  await screen.findByText('张三（zhangsan）');
  expect(screen.queryByText(/^推送/)).toBeNull();
});

it('says that there is no such entry', async () => {
  server.use(http.get('/api/registry/12', () => problem(404, 'not_found', '请求的内容不存在')));
  show();
  await screen.findByText('没有这条登记');
  expect(screen.getAllByRole('link', { name: '返回列表' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
});
