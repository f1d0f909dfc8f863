import type { CatalogNode } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { everyScreen, openAt, SITE, useServer } from '../../test/portal';
import { CatalogueTree } from './CatalogueTree';

const node = (id: number, label: string, children: CatalogNode[] = []): CatalogNode => ({
  id,
  label,
  objType: 'WX',
  count: 1 + children.length,
  children,
});
const TREE = [
  node(1, '卫星影像', [
    node(11, '高分一号', [node(111, 'PMS'), node(112, 'WFV')]),
    node(12, '资源三号'),
    node(13, '陆地卫星'),
    node(14, '环境一号'),
  ]),
];

useServer(
  [...everyScreen(), http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json(TREE))],
  null,
);

function Stage() {
  const [chosen, setChosen] = useState<number[]>([]);
  return (
    <>
      <CatalogueTree kind={null} chosen={chosen} onChange={setChosen} />
      <output data-testid="chosen">{chosen.join(',')}</output>
    </>
  );
}

const item = (name: string) => screen.getByRole('treeitem', { name });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe('the catalogue by keyboard', () => {
  it('is walked with arrows and ticked with Space', async () => {
    openAt('/', <Stage />);
    (await screen.findByRole('treeitem', { name: '卫星影像' })).focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(item('高分一号'));
    expect(item('高分一号').getAttribute('aria-expanded')).toBe('false');
    press('ArrowRight');
    expect(item('高分一号').getAttribute('aria-expanded')).toBe('true');
    press('ArrowRight');
    expect(document.activeElement).toBe(item('PMS'));
    press(' ');
    expect(screen.getByTestId('chosen').textContent).toBe('111');
    expect(item('PMS').getAttribute('aria-checked')).toBe('true');
    expect(item('卫星影像').getAttribute('aria-checked')).toBe('mixed');
    press('ArrowLeft');
    expect(document.activeElement).toBe(item('高分一号'));
    press('ArrowLeft');
    expect(screen.queryByRole('treeitem', { name: 'PMS' })).toBeNull();
    press('End');
    expect(document.activeElement).toBe(item('环境一号'));
    press('Home');
    expect(document.activeElement).toBe(item('卫星影像'));
  });

  it('has one stop for Tab', async () => {
    openAt('/', <Stage />);
    await screen.findByRole('treeitem', { name: '卫星影像' });
    const stops = screen.getAllByRole('treeitem').filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toHaveLength(1);
  });

  it('is searched by name', async () => {
    openAt('/', <Stage />);
    const field = await screen.findByRole('searchbox', { name: '在目录中查找' });
    fireEvent.change(field, { target: { value: 'wfv' } });
    const names = screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['卫星影像', '高分一号', 'WFV']);
    fireEvent.change(field, { target: { value: '无' } });
    await waitFor(() => expect(screen.getByText('没有这样的目录')).toBeTruthy());
  });
});
