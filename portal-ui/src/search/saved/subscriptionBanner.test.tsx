import { type CatalogueSearch, type Subscription, setToken } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../session/session';
import { SUBSCRIPTION } from '../../subscriptions/testSubscription';
import { TARGET } from '../../subscriptions/testTarget';
import { everyScreen, openAt, refusal, SITE, useServer } from '../../test/portal';
import { searchServer } from '../searchStage';
import { decodeSearch } from '../searchState';
import SubscribeButton from './SubscribeButton';
import SubscriptionBanner from './SubscriptionBanner';

const searches: CatalogueSearch[] = [];
let one: Subscription;
let sent: unknown[] = [];
const server = useServer([
  ...everyScreen(),
  ...searchServer(searches),
  http.get(`${SITE}/api/subscriptions/s1`, () => HttpResponse.json(one)),
  http.put(`${SITE}/api/subscriptions/s1`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ ...one, state: 'pending' });
  }),
  http.post(`${SITE}/api/subscriptions/preview`, () =>
    HttpResponse.json({ scenes: 37, bytes: 81 * 1024 ** 3, days: 30 }),
  ),
  http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [TARGET], total: 1 })),
]);

beforeEach(() => {
  one = SUBSCRIPTION;
  sent = [];
});

function Who() {
  return <p>{useSession().me?.userName}</p>;
}

function open(query: string) {
  const state = decodeSearch(new URLSearchParams(query));
  openAt(
    `/search?${query}`,
    <>
      <SubscriptionBanner state={state} />
      <Who />
    </>,
  );
}

const where = () => screen.getByTestId('where').textContent;

describe('a search that changes a subscription', () => {
  it('says which one, and is saved into it with what that means', async () => {
    open('sat=GF2&subscription=s1');
    await screen.findByText('正在修改订阅 S000012 汛期监测 的检索条件');
    fireEvent.click(screen.getByRole('button', { name: '保存到订阅' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('修改订阅 S000012 的检索条件');
    await dialog.findByText(/最近 30 天接收的数据中会匹配 37 景，共 81/);
    dialog.getByText(/新条件：\s*GF2/);
    dialog.getByText(/检索条件改变后需要重新审批，其间暂停推送/);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await screen.findByText('订阅已修改，等待审批');
    expect(sent).toMatchObject([
      { name: '汛期监测', targetId: 't1', search: { satellites: ['GF2'] }, query: 'sat=GF2' },
    ]);
    await waitFor(() => expect(where()).toBe('/subscriptions/s1'));
  });

  it('is left for the page of the subscription', async () => {
    open('sat=GF2&subscription=s1');
    await screen.findByText(/正在修改订阅/);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(where()).toBe('/subscriptions/s1'));
    expect(sent).toEqual([]);
  });

  it('says what is searched where nobody saved an address of the search page', async () => {
    one = { ...SUBSCRIPTION, query: '' };
    open('subscription=s1');
    await screen.findByText(/没有保存检索页的条件，请重新设置；保存后替换原条件：.*GF1/);
  });

  it('cannot be saved into one that was stopped', async () => {
    one = { ...SUBSCRIPTION, state: 'suspended' };
    open('subscription=s1');
    await screen.findByText('订阅被管理员中止，不能修改。');
    expect(screen.queryByRole('button', { name: '保存到订阅' })).toBeNull();
  });

  it('says that there is no such subscription', async () => {
    server.use(http.get(`${SITE}/api/subscriptions/s1`, () => refusal(404, '内容不存在')));
    open('subscription=s1');
    await screen.findByText('内容不存在');
    expect(screen.queryByRole('button', { name: '保存到订阅' })).toBeNull();
  });

  it('asks guests to sign in', async () => {
    setToken(null);
    open('sat=GF2&subscription=s1');
    fireEvent.click(screen.getByRole('button', { name: '保存到订阅' }));
    await waitFor(() => expect(where()).toContain('dialog=signIn'));
  });
});

describe('the button that subscribes', () => {
  it('says so in words, and opens the form', async () => {
    openAt(
      '/search',
      <>
        <SubscribeButton state={decodeSearch(new URLSearchParams('sat=GF2'))} />
        <Who />
      </>,
    );
    await screen.findByText('王工');
    const button = screen.getByRole('button', { name: '订阅此检索' });
    expect(button.textContent).toBe('订阅');
    fireEvent.click(button);
    await screen.findByText('新建订阅');
  });
});

describe('a search of which a subscription is to be made', () => {
  it('says what to do first', async () => {
    open('subscribe=1');
    await screen.findByText('王工');
    screen.getByText('设置检索条件后，点击“订阅此检索”提交订阅。');
    expect(screen.getByRole('button', { name: '订阅此检索' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(where()).toBe('/search'));
  });

  it('opens the form, and is over when that closes', async () => {
    open('sat=GF2&subscribe=1');
    await screen.findByText('王工');
    fireEvent.click(screen.getByRole('button', { name: '订阅此检索' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('名称')).toHaveProperty('value', 'GF2');
    fireEvent.click(dialog.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(where()).toBe('/search?sat=GF2'));
  });
});
