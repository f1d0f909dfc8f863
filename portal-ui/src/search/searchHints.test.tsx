import type { CatalogueSearch } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CONFIG, everyScreen, openAt, SITE, useServer } from '../test/portal';
import { namedRegion, regionWords, withoutWord } from './conditions/regionWords';
import SearchPage from './SearchPage';
import { searchServer } from './searchStage';

vi.mock('../map/LazyMap', async () => ({ LazyMap: (await import('./searchStage')).FakeMap }));
vi.mock('../mapTools/MapToolbar', () => ({ MapToolbar: () => null }));
vi.mock('./SearchSceneDialog', () => ({ default: () => <div role="dialog" /> }));

const asked: CatalogueSearch[] = [];
const server = useServer([...everyScreen(), ...searchServer(asked)]);

beforeEach(() => {
  asked.length = 0;
});

const where = () => new URLSearchParams(screen.getByTestId('where').textContent?.split('?')[1]);
const open = async (address: string) => {
  openAt(address, <SearchPage />);
  await screen.findByRole('heading', { name: /^共 \d+ 景$/ });
};

describe('unknown cloud', () => {
  it('is said to be left out by a limit of cloud, and can be let in', async () => {
    await open('/search?cloud=20');
    expect(await screen.findByText('云量未知 27 景未列入')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '一并列入' }));
    await waitFor(() => expect(where().get('nocloud')).toBe('1'));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ unknownCloud: 'include' }));
    expect(screen.queryByText('云量未知 27 景未列入')).toBeNull();
    expect(screen.getByRole('button', { name: '移除条件：云量≤20%（含云量未知）' })).toBeTruthy();
  });

  it('is no matter without a limit', async () => {
    await open('/search?nocloud=1');
    expect(asked[0]?.unknownCloud).toBeUndefined();
    expect(screen.queryByText(/云量未知/)).toBeNull();
  });
});

describe('a search that finds nothing', () => {
  it('offers each condition to be lifted, with what is found then', async () => {
    server.use(
      http.post(`${SITE}/api/scenes/search`, async ({ request }) => {
        const body = (await request.json()) as CatalogueSearch;
        const total = body.text === undefined ? 12 : body.onlineOnly ? 0 : 3;
        const all = body.text !== undefined && body.onlineOnly && body.satellites !== undefined;
        return HttpResponse.json({ items: [], total: all ? 0 : total });
      }),
    );
    await open('/search?q=x&online=1&sat=GF-1');
    const list = await screen.findByRole('list', { name: '去掉一个条件' });
    await within(list).findByRole('button', { name: '去掉“只看在线”：3 景' });
    const names = within(list)
      .getAllByRole('button')
      .map((one) => one.textContent);
    expect(names).toEqual(['去掉“x”：12 景', '去掉“只看在线”：3 景', '去掉“GF-1”：0 景']);
    fireEvent.click(screen.getByRole('button', { name: '去掉“x”：12 景' }));
    await waitFor(() => expect(where().get('q')).toBeNull());
  });
});

describe('a keyword of several words that finds nothing', () => {
  const nothing = () =>
    server.use(
      http.post(`${SITE}/api/scenes/search`, async ({ request }) => {
        const { text } = (await request.json()) as CatalogueSearch;
        const total = { GF1: 5, 北京: 0 }[text ?? ''] ?? (text === undefined ? 12 : 0);
        return HttpResponse.json({ items: [], total });
      }),
    );

  it('can do without each of them', async () => {
    nothing();
    await open('/search?q=GF1 北京');
    const list = await screen.findByRole('list', { name: '去掉一个条件' });
    await within(list).findByRole('button', { name: '去掉“GF1 北京”：12 景' });
    fireEvent.click(await within(list).findByRole('button', { name: '去掉“北京”：5 景' }));
    await waitFor(() => expect(where().get('q')).toBe('GF1'));
  });

  it('is offered the place where the results would stand', async () => {
    nothing();
    await open('/search?q=GF1 北京');
    const results = screen.getByRole('region', { name: '检索结果' });
    const offer = await within(results).findByRole('button', { name: '在“北京市”范围内检索' });
    fireEvent.click(offer);
    await waitFor(() => expect(where().get('region')).toBe('156110000'));
    expect(where().get('q')).toBe('GF1');
  });
});

it('a button shows the keys of the page', async () => {
  await open('/search');
  fireEvent.click(screen.getByRole('button', { name: '快捷键' }));
  const dialog = await screen.findByRole('dialog', { name: '快捷键' });
  expect(within(dialog).getByText('下一条结果')).toBeTruthy();
});

describe('a place in the keyword', () => {
  it('is offered as the region to search in', async () => {
    await open('/search?q=GF-1 北京');
    fireEvent.click(await screen.findByRole('button', { name: '在“北京市”范围内检索' }));
    await waitFor(() => expect(where().get('region')).toBe('156110000'));
    expect(where().get('q')).toBe('GF-1');
  });

  it('is a word of its own, with or without what its name ends in', () => {
    const region = (areaName: string) => ({
      areaName,
      areaCode: areaName,
      level: 'province' as const,
      parentCode: '',
      initial: '',
    });
    const all = [region('内蒙古自治区'), region('朝阳区'), region('朝阳市')];
    expect(namedRegion('内蒙古', all)?.areaName).toBe('内蒙古自治区');
    expect(namedRegion('朝阳市', all)?.areaName).toBe('朝阳市');
    expect(namedRegion('朝', all)).toBeNull();
    expect(regionWords('GF-1 北京，武侯区 2024')).toEqual(['北京', '武侯区']);
    expect(withoutWord('GF-1 北京', '北京')).toBe('GF-1');
  });
});

describe('keys', () => {
  const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key });

  it('go to the keyword, through the results, and explain themselves', async () => {
    await open('/search');
    const rows = await waitFor(() => {
      const found = document.querySelectorAll('#results [data-row]');
      expect(found.length).toBeGreaterThan(1);
      return found;
    });
    press('j');
    expect(document.activeElement).toBe(rows[0]);
    press('j', rows[0]);
    expect(document.activeElement).toBe(rows[1]);
    press('k', rows[1]);
    expect(document.activeElement).toBe(rows[0]);
    press('/');
    await waitFor(() => expect(document.activeElement?.id).toBe('search-text'));
    press('j', document.activeElement as Element);
    expect(document.activeElement?.id).toBe('search-text');
    press('?');
    expect(await screen.findByRole('dialog', { name: '快捷键' })).toBeTruthy();
  });
});

describe('the title', () => {
  it('says what is searched for and how much was found', async () => {
    await open('/search?online=1');
    await waitFor(() =>
      expect(document.title).toBe(`只看在线 - 共 42 景 - 数据检索 - ${CONFIG.sysName}`),
    );
  });
});

describe('results', () => {
  it('can be exported all by their criteria', async () => {
    let body: unknown;
    server.use(
      http.post(`${SITE}/api/exports`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ uuid: 'u' }, { status: 202 });
      }),
    );
    await open('/search?online=1');
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    expect(await screen.findByText('全部检索结果（42 景）')).toBeTruthy();
    fireEvent.click(screen.getByRole('menuitem', { name: /csv/i }));
    await waitFor(() =>
      expect(body).toEqual({ kind: 'csv', search: { onlineOnly: true, sort: 'pictures' } }),
    );
  });

  it('look stale while a new search runs', async () => {
    await open('/search');
    let go = () => {};
    const gone = new Promise<void>((resolve) => {
      go = resolve;
    });
    server.use(
      http.post(`${SITE}/api/scenes/search`, async () => {
        await gone;
        return HttpResponse.json({ items: [], total: 1 });
      }),
    );
    fireEvent.click(screen.getByRole('checkbox', { name: '只看在线' }));
    fireEvent.click(screen.getByRole('button', { name: '查询' }));
    expect(await screen.findByText('正在更新…')).toBeTruthy();
    const head = screen.getByRole('heading', { name: '共 42 景' });
    expect(head.getAttribute('aria-busy')).toBe('true');
    // No menu names the count of the search before.
    fireEvent.click(screen.getByRole('button', { name: '导出' }));
    expect(await screen.findByText('全部检索结果')).toBeTruthy();
    go();
    expect(await screen.findByText('全部检索结果（1 景）')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: '共 1 景', hidden: true })).toBeTruthy();
    expect(screen.queryByText('正在更新…')).toBeNull();
  });
});
