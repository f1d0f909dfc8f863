import { cleanup, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../test/portal';
import OfflineCopyPage from './OfflineCopyPage';
import ProductsPage from './ProductsPage';
import UserGuidePage from './UserGuidePage';

const TREE = [
  {
    id: 1,
    label: '卫星影像',
    objType: 'WX',
    count: 1200,
    children: [{ id: 11, label: '高分一号', objType: 'WX', count: 1200, children: [] }],
  },
];

const server = useServer([
  http.get(`${SITE}/api/guide/pages/:page`, () => HttpResponse.json({ zh: null, en: null })),
  http.get(`${SITE}/api/guide/video`, () => HttpResponse.json({ video: null })),
]);

const written = (texts: { zh: string | null; en: string | null }) =>
  http.get(`${SITE}/api/guide/pages/:page`, () => HttpResponse.json(texts));

const tree = (nodes: typeof TREE) =>
  http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json(nodes));

describe('the pages that explain', () => {
  it('name what the catalogue holds, and lead to a search of it', async () => {
    server.use(tree(TREE), ...everyScreen());
    openAt('/productIntro', <ProductsPage />);
    const link = await screen.findByRole('link', { name: '高分一号' });
    expect(link.getAttribute('href')).toBe('/search?node=11');
    expect(screen.getAllByText('1,200 景')).toHaveLength(2);
  });

  it('say so while the catalogue is empty', async () => {
    server.use(tree([]), ...everyScreen());
    openAt('/productIntro', <ProductsPage />);
    await screen.findByText('目录中还没有数据');
  });

  it('lead through an order in seven steps', async () => {
    server.use(...everyScreen());
    openAt('/userGuide', <UserGuidePage />);
    expect(await screen.findAllByRole('listitem')).toHaveLength(7);
    expect(screen.getByRole('link', { name: '去检索' }).getAttribute('href')).toBe('/search');
  });

  it('show the video with its captions, and say so while there is none', async () => {
    server.use(...everyScreen());
    openAt('/userGuide', <UserGuidePage />);
    await screen.findByText('演示视频还没有上传，请先按文字步骤操作。');
    cleanup();
    const video = {
      url: '/api/guide/video/file?v=1',
      mediaType: 'video/mp4',
      size: 9,
      captions: [
        { language: 'zh', url: '/api/guide/video/captions/zh?v=1' },
        { language: 'en', url: '/api/guide/video/captions/en?v=1' },
      ],
    };
    server.use(http.get(`${SITE}/api/guide/video`, () => HttpResponse.json({ video })));
    openAt('/userGuide', <UserGuidePage />);
    const player = await screen.findByLabelText<HTMLVideoElement>('演示视频', {
      selector: 'video',
    });
    expect([player.getAttribute('src'), player.preload, player.controls]).toEqual([
      video.url,
      'metadata',
      true,
    ]);
    const tracks = [...player.querySelectorAll('track')];
    expect(tracks.map((track) => [track.srclang, track.default])).toEqual([
      ['zh-CN', true],
      ['en', false],
    ]);
  });

  it('show what an administrator wrote in their place, and their own text when that cannot be read', async () => {
    server.use(written({ zh: '# 新的说明\n\n先看视频。', en: null }), ...everyScreen());
    openAt('/userGuide', <UserGuidePage />);
    await screen.findByRole('heading', { level: 2, name: '新的说明' });
    expect(screen.queryByText('注册并登录')).toBeNull();
    screen.getByRole('link', { name: '去检索' });
    cleanup();
    server.use(http.get(`${SITE}/api/guide/pages/:page`, () => HttpResponse.error()));
    openAt('/userGuide', <UserGuidePage />);
    expect(await screen.findAllByRole('listitem')).toHaveLength(7);
  });

  it('tell what an offline copy needs, and where it is collected', async () => {
    server.use(...everyScreen());
    openAt('/offLineDisk', <OfflineCopyPage />);
    await screen.findByText(/超过 5\.0 GB/);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('身份证');
    await screen.findByText('学院路 29 号');
  });
});
