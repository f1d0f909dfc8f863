import { type Bookmark, type NewBookmark, setToken } from '@scenedock/ui-kit';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AreaChoice } from '../../area/areaChoice';
import { everyScreen, openAt, SITE } from '../../test/portal';
import Tools from '../Tools';
import { hand } from '../testHand';
import { TestStage } from '../testStage';

const SQUARE = 'POLYGON((115 39,117 39,117 41,115 41,115 39))';
const BEIJING: AreaChoice = { kind: 'region', code: '156110000' };

let kept: Bookmark[] = [];

const server = setupServer(
  http.get(`${SITE}/api/bookmarks`, () => HttpResponse.json({ items: kept, total: kept.length })),
  http.post(`${SITE}/api/bookmarks`, async ({ request }) => {
    kept = [{ ...((await request.json()) as NewBookmark), id: '8' }];
    return HttpResponse.json(kept[0], { status: 201 });
  }),
  http.get(`${SITE}/api/regions/:code/wkt`, ({ params }) =>
    HttpResponse.json({ areaCode: params.code, areaName: '北京市', wkt: SQUARE }),
  ),
  ...everyScreen(),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => {
  kept = [];
  setToken('t');
});
afterEach(cleanup);
afterAll(() => server.close());

let area: AreaChoice | null = null;

function Stage() {
  const [chosen, setArea] = useState<AreaChoice | null>(BEIJING);
  area = chosen;
  return (
    <TestStage>
      <Tools
        area={chosen}
        onArea={setArea}
        nodeIds={[]}
        about={{ kind: null, from: null, to: null }}
        onOpen={() => {}}
      />
    </TestStage>
  );
}

describe('a bookmark of a searched region', () => {
  it('comes back as the region, not as its outline', async () => {
    openAt('/search', <Stage />);
    const bar = within(screen.getByRole('toolbar'));
    hand.click(bar.getByRole('button', { name: '书签' }));
    hand.click(await screen.findByRole('button', { name: '添加' }));
    hand.type(screen.getByPlaceholderText('请输入书签名称'), '首都', { enter: true });
    const restore = await screen.findByRole('button', { name: '恢复书签 首都' });
    expect(kept[0]?.region).toBe('156110000');
    hand.click(bar.getByRole('button', { name: '清除' }));
    await waitFor(() => expect(area).toBeNull());
    hand.click(restore);
    await waitFor(() => expect(area).toEqual(BEIJING));
  });
});
