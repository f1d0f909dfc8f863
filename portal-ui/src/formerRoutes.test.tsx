import { readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './App';
import { leaveFor } from './shell/leaveFor';
import { ADMIN, everyScreen, openAt, SITE, useServer } from './test/portal';

vi.mock('./shell/leaveFor', () => ({ leaveFor: vi.fn() }));
vi.mock('./orderList/OrderListPage', () => ({ default: () => <h1>list</h1> }));
vi.mock('./orderForm/CreateOrderPage', () => ({ default: () => <h1>form</h1> }));
vi.mock('./cart/CartPage', () => ({ default: () => <h1>cart</h1> }));
vi.mock('./search/SearchPage', () => ({ default: () => <h1>search</h1> }));
vi.mock('./subscriptions/SubscriptionPage', () => ({ default: () => <h1>subscription</h1> }));
vi.mock('./account/AccountPage', () => ({ default: () => <h1>account</h1> }));
vi.mock('./guide/ProductsPage', () => ({ default: () => <h1>products</h1> }));
vi.mock('./contact/ContactPage', () => ({ default: () => <h1>contact</h1> }));

const LISTS =
  'stayAudit staySubmit dataReadyFinish completeAudit feedback onAudit pastAudit unusualAudit'.split(
    ' ',
  );

/** The names of portal specification section 2, and the dictionary's, which is among its services (section 7). */
const SPECIFIED = [
  ...'search contactUs offLineDisk userGuide productIntro maintenance shopCarCreateProcessOrder configManage'
    .split(' ')
    .map((name) => `/${name}`),
  '/person',
  '/person/personDetail',
  '/manage',
  '/manage/person',
  ...[
    ...'shopCarCreateOrder personDetail directoryConfig fieldConfig shopCar orderManage'.split(' '),
    ...LISTS.map((list) => `orderManage_${list}`),
    ...'orderManage_subscribeAudit subCreateOrder orderManage_details suborderManage_details'.split(
      ' ',
    ),
    ...'orderManage_useraddressDetails subscriberManage createSubscriptionOrder send'.split(' '),
    ...'orderSetPriority dataTask dataSyncDb dataSyncTask ordercompStat dataReceiveStat'.split(' '),
    ...'metadataExport coverArea dataDownStat userBehavioStat createReporder repOrderManage'.split(
      ' ',
    ),
    ...LISTS.map((list) => `orderManage_${list}_rep`),
    'orderManage_subscribeAudit_rep',
    ...'orderDetail_rep orderManage_details_rep dataModal user role department power log dictionary'.split(
      ' ',
    ),
  ].map((name) => `/manage/person/${name}`),
  '/error',
  '/forbidden',
];

/** The rows of the page that documents them: route, and where it stands. */
const DOCUMENTED = readFileSync('docs/routes.md', 'utf8')
  .split('\n')
  .map((line) => /^\| `([^`]+)` \| [^|]+ \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, route = '', stands = '']) => [route, stands] as const);

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/catalog/tree`, () => HttpResponse.json([])),
  http.get(`${SITE}/api/:list`, () => HttpResponse.json({ items: [], total: 0, unread: 0 })),
]);

beforeEach(() => vi.mocked(leaveFor).mockClear());

const where = () => screen.getByTestId('where').textContent;
/** The address at the beginning of the column. */
const addressOf = (stands: string) => /^`([^`]+)`/.exec(stands)?.[1] ?? '';

describe('the routes of the specification', () => {
  it('are documented, all of them and no others', () => {
    expect(DOCUMENTED.map(([route]) => route)).toEqual(SPECIFIED);
  });

  it.each(DOCUMENTED)('%s stands at %s', async (route, stands) => {
    const address = addressOf(stands);
    const isOffice = address.startsWith('/admin/');
    if (isOffice) server.use(...everyScreen(ADMIN));
    openAt(route, <App />);
    if (isOffice) {
      await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(address));
    } else if (address === '/forbidden') {
      expect(await screen.findByRole('heading', { name: '页面不存在或无权访问' })).toBeTruthy();
    } else {
      await screen.findByRole('heading', { level: 1 });
      expect(where()).toBe(address);
    }
    server.resetHandlers();
  });

  it.each([
    ['role', ['inbox', 'survey'], null],
    ['role', ['inbox', 'roles'], '/admin/#/role'],
    ['user', ['inbox', 'roles'], null],
    ['dataModal', ['fields'], '/admin/#/fieldConfig?view=nodes'],
  ] as const)('%s is for whom the back office offers it to: %s', async (name, office, address) => {
    // A role that is neither an administrator's nor an applicant's.
    const pages = { ...ADMIN.pages, office: [...office] };
    server.use(...everyScreen({ ...ADMIN, role: 'operator', pages }));
    openAt(`/manage/person/${name}`, <App />);
    if (address === null) {
      expect(await screen.findByRole('heading', { name: '页面不存在或无权访问' })).toBeTruthy();
      expect(leaveFor).not.toHaveBeenCalled();
    } else {
      await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(address));
    }
    server.resetHandlers();
  });

  it.each([
    ['suborderManage_details?id=s1', '/subscriptions/s1'],
    ['suborderManage_details/s1', '/subscriptions/s1'],
    ['suborderManage_details?subscribeId=s1', '/subscriptions/s1'],
    ['orderManage_useraddressDetails?ID=t1', '/subscriptions?tab=targets&target=t1'],
    ['orderManage_useraddressDetails/t1', '/subscriptions?tab=targets&target=t1'],
    ['orderManage_useraddressDetails?addressId=a%2Fb', '/subscriptions?tab=targets&target=a%2Fb'],
    ['subCreateOrder?id=s1', '/search?subscribe=1'],
  ])('%s leads to the one that it names', async (address, to) => {
    openAt(`/manage/person/${address}`, <App />);
    await waitFor(() => expect(where()).toBe(to));
    server.resetHandlers();
  });

  it('of the back office are not for applicants', async () => {
    openAt('/manage/person/role', <App />);
    expect(await screen.findByRole('heading', { name: '页面不存在或无权访问' })).toBeTruthy();
    expect(leaveFor).not.toHaveBeenCalled();
  });
});
