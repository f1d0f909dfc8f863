import { screen } from '@testing-library/react';
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

const server = useServer([]);

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

  it('tell what an offline copy needs, and where it is collected', async () => {
    server.use(...everyScreen());
    openAt('/offLineDisk', <OfflineCopyPage />);
    await screen.findByText(/超过 5\.0 GB/);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toContain('身份证');
    await screen.findByText('学院路 29 号');
  });
});
