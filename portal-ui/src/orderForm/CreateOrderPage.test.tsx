import {
  ATTACHMENT_TYPES,
  type DeliveredScene,
  type DictionaryWord,
  zhCN as m,
  type Scene,
} from '@scenedock/ui-kit';
import { APPLICANT, buildScene, recording } from '@scenedock/ui-kit/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { keepSelection } from '../session/orderSelection';
import { SessionProvider } from '../session/session';
import { renderPortal, useServer } from '../test/portal';
import CreateOrderPage from './CreateOrderPage';

const ORIGIN = 'http://localhost';
const GIB = 1024 ** 3;

const scene = (dataid: string, datasize: number) =>
  buildScene(dataid, { dataname: `scene ${dataid}`, datasize });

let cart: Scene[] = [];
let held: DeliveredScene[] = [];
const sent: { key: string | null; body: unknown }[] = [];
const removed: unknown[] = [];
const added: unknown[] = [];
const reused: unknown[] = [];

/** An ID card of an order of last year. */
const EARLIER = {
  attachmentId: 'old',
  type: 1,
  fileName: '身份证.jpg',
  fDataName: '20250101WP000000000身份证.jpg',
  fDataPath: '/api/attachments/old',
  size: 2048,
  mediaType: 'image/jpeg',
  creattime: '2025-01-01T00:00:00Z',
  ordername: '20250101WP080000000',
};

const word = (kind: DictionaryWord['kind'], name: string, nameEn = '', on = true) => ({
  ...{ kind, name, nameEn, on },
});
const WORDS: DictionaryWord[] = [
  word('usage', '科研', 'Research'),
  word('usage', '测绘', 'Surveying', false),
  word('processing_level', '指数专题制图二级'),
];

const server = useServer([
  http.get(`${ORIGIN}/api/auth/me`, () => HttpResponse.json(APPLICANT)),
  http.get(`${ORIGIN}/api/config`, () =>
    HttpResponse.json({ uploadMaxBytes: 1000, offlineAboveBytes: 5 * GIB, captcha: false }),
  ),
  http.get(`${ORIGIN}/api/units`, () =>
    HttpResponse.json({ items: [{ name: '地质二队', status: 1 }], total: 1 }),
  ),
  recording(http.post, `${ORIGIN}/api/units`, added, { name: '新单位', status: 1 }, 201),
  http.get(`${ORIGIN}/api/dictionary`, () =>
    HttpResponse.json({ items: WORDS, total: WORDS.length }),
  ),
  http.post(`${ORIGIN}/api/scenes/held`, () =>
    HttpResponse.json({ items: held, total: held.length }),
  ),
  http.get(`${ORIGIN}/api/cart`, () => HttpResponse.json({ items: cart, total: cart.length })),
  recording(http.delete, `${ORIGIN}/api/cart`, removed, {}),
  // What the multipart body holds is left unread: jsdom's files and Node's fetch do not know each other.
  http.post(`${ORIGIN}/api/attachments`, () =>
    HttpResponse.json({ attachmentId: 'paper', fileName: 'paper.pdf' }),
  ),
  http.get(`${ORIGIN}/api/attachments`, ({ request }) => {
    const query = new URL(request.url).searchParams;
    const mine = query.get('type') === '1' ? [EARLIER] : [];
    return HttpResponse.json({ items: mine, total: mine.length });
  }),
  recording(http.post, `${ORIGIN}/api/attachments/reuse`, reused, {
    attachmentId: 'shared',
    fileName: '身份证.jpg',
  }),
  http.post(`${ORIGIN}/api/orders`, async ({ request }) => {
    sent.push({ key: request.headers.get('Idempotency-Key'), body: await request.json() });
    return HttpResponse.json({ id: '9' }, { status: 201 });
  }),
]);

afterEach(() => {
  sent.length = 0;
  removed.length = 0;
  added.length = 0;
  reused.length = 0;
  held = [];
});

async function open(type: number, scenes: Scene[]) {
  cart = scenes;
  const router = createMemoryRouter(
    [
      { path: '/order/create/:type', element: <CreateOrderPage /> },
      { path: '/orderManage/details/:id', element: <p>the order</p> },
    ].map((route) => ({ ...route, element: <SessionProvider>{route.element}</SessionProvider> })),
    { initialEntries: [`/order/create/${type}`] },
  );
  renderPortal(<RouterProvider router={router} />);
  await screen.findByRole('table', { name: m.form.data });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function requiredSlots(): string[] {
  const names = ATTACHMENT_TYPES.map((type) => m.attachmentType[type]);
  return names.filter((name) =>
    within(screen.getByRole('group', { name })).queryByText(`* ${m.form.required}`),
  );
}

function fill(label: string, value: string) {
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(label) }), { target: { value } });
}

async function fillWell() {
  fill(m.order.productName, '项目甲');
  fireEvent.mouseDown(screen.getByRole('combobox', { name: new RegExp(m.order.applyUserUsed) }));
  fireEvent.click(await screen.findByRole('option', { name: '科研' }));
}

function choose(slot: string, file: File) {
  const input = screen.getByRole('group', { name: slot }).querySelector('input');
  if (input === null) throw new Error(`no file input for ${slot}`);
  fireEvent.change(input, { target: { files: [file] } });
}

describe('a new application', () => {
  it('asks for the papers of the get method', async () => {
    await open(0, [scene('a', GIB)]);
    await waitFor(() => expect(requiredSlots()).toHaveLength(4));
    fireEvent.click(screen.getByRole('radio', { name: m.getMethod[2] }));
    expect(requiredSlots().sort()).toEqual([m.attachmentType[6], m.attachmentType[7]].sort());
  });

  it.each([
    ['a large one', 0, 6 * GIB],
    ['a reprocessing one', 2, 1],
  ])('forces offline copy on %s', async (_, type, size) => {
    await open(type, [scene('a', size)]);
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: m.getMethod[0] }).disabled).toBe(
        true,
      ),
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: m.getMethod[2] }).checked).toBe(
      true,
    );
  });

  it('says what is missing and sends nothing', async () => {
    await open(0, [scene('a', 1)]);
    press(m.form.submit);
    expect(await screen.findByText('必填项不能为空！')).toBeTruthy();
    expect(screen.getByText(m.form.emptyProject)).toBeTruthy();
    await fillWell();
    press(m.form.submit);
    expect(await screen.findByText('请上传必传项！')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('refuses wrong files before they are sent', async () => {
    await open(0, [scene('a', 1)]);
    choose(m.attachmentType[6], new File(['x'], 'a.docx'));
    expect(await screen.findByText(m.form.fileType)).toBeTruthy();
    choose(m.attachmentType[6], new File(['x'.repeat(1001)], 'a.pdf'));
    expect(await screen.findByText(m.form.fileTooLarge('1000 B'))).toBeTruthy();
  });

  it('is submitted with its papers and a key, and leaves the cart', async () => {
    keepSelection(['b']);
    await open(0, [scene('a', 1), scene('b', 1)]);
    await fillWell();
    fireEvent.click(screen.getByRole('radio', { name: m.getMethod[2] }));
    for (const type of [6, 7] as const) {
      choose(m.attachmentType[type], new File(['%PDF-'], `paper ${type}.pdf`));
      await within(screen.getByRole('group', { name: m.attachmentType[type] })).findByText(
        'paper.pdf',
      );
    }
    press(m.form.submit);
    expect(await screen.findByText('the order')).toBeTruthy();
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[0]?.body).toMatchObject({
      type: 0,
      action: 'submit',
      dataIds: ['b'],
      form: { productName: '项目甲', applyUserUsed: '科研', getMethod: 2 },
      attachments: [
        { type: 6, attachmentId: 'paper' },
        { type: 7, attachmentId: 'paper' },
      ],
    });
    await waitFor(() => expect(removed).toEqual([{ dataIds: ['b'] }]));
  });

  it('of the whole cart is for one kind of data, and says what stays in the cart', async () => {
    const archive = { ...scene('b', 1), datatype: 1 };
    await open(0, [scene('a', 1), archive, scene('c', 1)]);
    const rows = () => within(screen.getByRole('table', { name: m.form.data }));
    expect(rows().getAllByRole('button', { name: /^移除/ })).toHaveLength(2);
    expect(rows().queryByText('scene b')).toBeNull();
    expect(screen.getByText(m.form.archiveStays(1))).toBeTruthy();
    await fillWell();
    press(m.cart.orderArchive(1));
    expect(await rows().findByText('scene b')).toBeTruthy();
    expect(screen.getByText(m.form.productStays(2))).toBeTruthy();
    expect(screen.getByDisplayValue('项目甲')).toBeTruthy();
    press(m.form.save);
    expect(await screen.findByText('the order')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ dataIds: ['b'] });
  });

  it('of two kinds of data is refused in the words of the server', async () => {
    const detail = '该订单为产品数据订单，档案数据请另行订购！';
    server.use(
      http.post(`${ORIGIN}/api/orders`, () =>
        HttpResponse.json({ code: 'other_data_kind', detail }, { status: 409 }),
      ),
    );
    await open(0, [scene('a', 1)]);
    await fillWell();
    press(m.form.save);
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  it('takes a paper of an earlier order into its slot', async () => {
    await open(0, [scene('a', 1)]);
    const slot = m.attachmentType[1];
    press(`${m.form.reuse} ${slot}`);
    const dialog = await screen.findByRole('dialog', { name: m.form.reuseTitle(slot) });
    expect(await within(dialog).findByText(/20250101WP080000000/)).toBeTruthy();
    const seen = within(dialog).getByRole('link', { name: '身份证.jpg' });
    expect(seen.getAttribute('href')).toBe('/api/attachments/old');
    press(`${m.form.reuseChoose} 身份证.jpg 20250101WP080000000`);
    const group = await screen.findByRole('group', { name: slot });
    await within(group).findByText('身份证.jpg');
    expect(reused).toEqual([{ attachmentId: 'old' }]);
    expect(await screen.findByText(m.form.reused)).toBeTruthy();
    await fillWell();
    press(m.form.save);
    expect(await screen.findByText('the order')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ attachments: [{ type: 1, attachmentId: 'shared' }] });
  });

  it('takes no paper of an earlier order whose name another slot has', async () => {
    server.use(
      http.post(`${ORIGIN}/api/attachments`, () =>
        HttpResponse.json({ attachmentId: 'paper', fileName: '身份证.jpg' }),
      ),
    );
    await open(0, [scene('a', 1)]);
    choose(m.attachmentType[6], new File(['%PDF-'], 'paper.pdf'));
    await screen.findByRole('link', { name: '身份证.jpg' });
    press(`${m.form.reuse} ${m.attachmentType[1]}`);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/20250101WP080000000/);
    press(`${m.form.reuseChoose} 身份证.jpg 20250101WP080000000`);
    await screen.findByText('文件重名');
    expect(reused).toEqual([]);
  });

  it('holds the form until a paper of an earlier order is there', async () => {
    let release: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      release = resolve;
    });
    server.use(http.post(`${ORIGIN}/api/attachments/reuse`, () => answered));
    await open(0, [scene('a', 1)]);
    press(`${m.form.reuse} ${m.attachmentType[1]}`);
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/20250101WP080000000/);
    press(`${m.form.reuseChoose} 身份证.jpg 20250101WP080000000`);
    const close = within(dialog).getByRole<HTMLButtonElement>('button', { name: m.common.close });
    await waitFor(() => expect(close.disabled).toBe(true));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    release(HttpResponse.json({ detail: '附件已失效' }, { status: 409 }));
    await screen.findByText('附件已失效');
    await waitFor(() => expect(close.disabled).toBe(false));
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says when no earlier order has such a paper', async () => {
    await open(0, [scene('a', 1)]);
    press(`${m.form.reuse} ${m.attachmentType[6]}`);
    expect(await screen.findByText(m.form.reuseEmpty)).toBeTruthy();
  });

  it('shows what the server objects to, beside the field too, and tries again with the same key', async () => {
    const errors = [{ field: 'productName', detail: '内容不能超过200个字符！' }];
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${ORIGIN}/api/orders`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return HttpResponse.json({ detail: '请输入正确的必填项！', errors }, { status: 422 });
      }),
    );
    await open(0, [scene('a', 1)]);
    await fillWell();
    press(m.form.save);
    expect(await screen.findByText('请输入正确的必填项！')).toBeTruthy();
    expect(screen.getByText('内容不能超过200个字符！')).toBeTruthy();
    press(m.form.save);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
  });

  it('outlives a reload', async () => {
    await open(0, [scene('a', 1)]);
    fill(m.order.productName, '写了一半');
    cleanup();
    await open(0, [scene('a', 1)]);
    expect(screen.getByDisplayValue('写了一半')).toBeTruthy();
  });

  it('says how large it is, and why it cannot be downloaded', async () => {
    await open(0, [scene('a', GIB), scene('b', 4.5 * GIB)]);
    expect(await screen.findByText(/数据总量 5.5 GB，超过 5.0 GB，须离线拷贝/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: `${m.form.removeScene} scene a` }));
    expect(screen.getByText(/^数据总量 4.5 GB。/)).toBeTruthy();
    expect(requiredSlots()).toHaveLength(4);
    cleanup();
    await open(0, [scene('a', GIB), scene('b', 0), scene('c', 0)]);
    const volume = '已知 1.0 GB，另有 2 景数据量未知';
    // Above the form and below it in the same words.
    expect(await screen.findByText(new RegExp(`^数据总量 ${volume}。`))).toBeTruthy();
    expect(screen.getByText(`已选 3 景，${volume}`)).toBeTruthy();
    cleanup();
    await open(2, [scene('a', 1)]);
    expect(await screen.findByText('再加工订单须离线拷贝。')).toBeTruthy();
  });

  it('of reprocessing needs extraction elements, and has the levels of the server', async () => {
    await open(2, [scene('a', 1)]);
    await fillWell();
    press(m.form.save);
    expect(await screen.findByText('请输入正确的必填项！')).toBeTruthy();
    expect(screen.getByText('提取要素不能为空！')).toBeTruthy();
    fill(m.order.extractingElements, '断层');
    fill(m.order.processDescribe, '镶嵌');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: new RegExp(m.order.assignment) }));
    fireEvent.click(await screen.findByRole('option', { name: '指数专题制图二级' }));
    press(m.form.save);
    expect(await screen.findByText('the order')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({
      type: 2,
      action: 'save',
      form: {
        getMethod: 2,
        extractingElements: '断层',
        processDescribe: '镶嵌',
        assignment: '指数专题制图二级',
      },
    });
  });

  it('changes its kind and keeps what was filled in', async () => {
    await open(0, [scene('a', 1)]);
    fill(m.order.productName, '项目甲');
    press(m.orderType[2]);
    expect(await screen.findByRole('heading', { name: /再加工订单/ })).toBeTruthy();
    expect(screen.getByDisplayValue('项目甲')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /提取要素/ })).toBeTruthy();
    press(m.orderType[1]);
    expect(await screen.findByRole('heading', { name: /常规需求订单/ })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /提取要素/ })).toBeNull();
    const online = screen.getByRole<HTMLInputElement>('radio', { name: m.getMethod[0] });
    expect(online.checked).toBe(true);
  });

  it('takes its unit from the list, or adds one to it', async () => {
    await open(0, [scene('a', 1)]);
    const unit = screen.getByRole<HTMLInputElement>('combobox', { name: /申请单位/ });
    expect(unit.value).toBe('地质一队');
    fireEvent.change(unit, { target: { value: '地质' } });
    fireEvent.click(await screen.findByRole('option', { name: '地质二队' }));
    expect(unit.value).toBe('地质二队');
    fireEvent.change(unit, { target: { value: '新单位' } });
    fireEvent.click(await screen.findByRole('option', { name: '新增单位“新单位”' }));
    expect(await screen.findByText(m.form.unitAdded('新单位'))).toBeTruthy();
    expect(added).toEqual([{ name: '新单位', status: 1 }]);
    expect(unit.value).toBe('新单位');
  });

  it('says what is held already, and takes it out', async () => {
    const expiresAt = '2026-12-21T07:04:05Z';
    held = ['a', 'b'].map((dataid) => ({ dataid, orderId: '3', ordername: 'OLD', expiresAt }));
    await open(0, [scene('a', 1), scene('b', 1), scene('c', 1)]);
    const said = '您已获取其中 2 景（订单 OLD，有效期至 2026-12-21 15:04）';
    expect(await screen.findByText(said)).toBeTruthy();
    press('移除已获取');
    expect(screen.queryByText(said)).toBeNull();
    const table = within(screen.getByRole('table', { name: m.form.data }));
    expect(table.queryByText('scene a')).toBeNull();
    expect(table.getByText('scene c')).toBeTruthy();
  });

  it('leads to the first field that is wrong', async () => {
    await open(0, [scene('a', 1)]);
    press(m.form.submit);
    await screen.findByText('必填项不能为空！');
    const project = screen.getByRole('textbox', { name: /项目名称/ });
    await waitFor(() => expect(document.activeElement).toBe(project));
  });

  it('takes no file of a name that another slot has, and a new version of its own', async () => {
    await open(0, [scene('a', 1)]);
    choose(m.attachmentType[6], new File(['%PDF-'], 'paper.pdf'));
    await screen.findByRole('link', { name: 'paper.pdf' });
    choose(m.attachmentType[7], new File(['%PDF-'], 'paper.pdf'));
    await screen.findByText('文件重名');
    expect(screen.getAllByRole('link', { name: 'paper.pdf' })).toHaveLength(1);
    choose(m.attachmentType[6], new File(['%PDF-'], 'paper.pdf'));
    await screen.findByText(m.form.uploaded);
  });

  it('sends what was chosen about scenes that are only in the catalogue', async () => {
    await open(0, [scene('a', 1), { ...scene('b', 1), exists: false }]);
    await fillWell();
    fireEvent.click(screen.getByRole('radio', { name: m.getMethod[2] }));
    for (const type of [6, 7] as const) {
      choose(m.attachmentType[type], new File(['%PDF-'], `paper ${type}.pdf`));
      await within(screen.getByRole('group', { name: m.attachmentType[type] })).findByText(
        'paper.pdf',
      );
    }
    press(m.form.submit);
    await screen.findByText('请先选择仅有目录的数据如何处理！');
    expect(sent).toEqual([]);
    press(m.form.askFor);
    press(m.form.submit);
    expect(await screen.findByText('the order')).toBeTruthy();
    expect(sent[0]?.body).toMatchObject({ catalogueOnly: 'ask', dataIds: ['a', 'b'] });
  });

  it('asks before it removes a paper', async () => {
    await open(0, [scene('a', 1)]);
    choose(m.attachmentType[6], new File(['%PDF-'], 'paper.pdf'));
    fireEvent.click(await screen.findByRole('button', { name: '移除 paper.pdf' }));
    expect(await screen.findByText('确定移除 paper.pdf？')).toBeTruthy();
    press(m.common.confirm);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'paper.pdf' })).toBeNull());
  });

  it('takes one file for a slot', async () => {
    await open(0, [scene('a', 1)]);
    const input = screen.getByRole('group', { name: m.attachmentType[6] }).querySelector('input');
    if (input === null) throw new Error('no file input');
    const files = [new File(['x'], 'a.pdf'), new File(['x'], 'b.pdf')];
    fireEvent.change(input, { target: { files } });
    expect(await screen.findByText('只能上传一个文件')).toBeTruthy();
  });
});

describe('a paper that is on its way', () => {
  it('is waited for: neither saved nor submitted without it', async () => {
    let answer: (response: Response) => void = () => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open(0, [scene('a', GIB)]);
    await waitFor(() => expect(requiredSlots()).toHaveLength(4));
    server.use(http.post(`${ORIGIN}/api/attachments`, () => answered));
    const isOff = () =>
      [m.form.save, m.form.submit].map(
        (name) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled,
      );
    expect(isOff()).toEqual([false, false]);
    choose(m.attachmentType[1], new File(['x'], 'new.pdf'));
    await screen.findByText(m.form.uploading);
    expect(isOff()).toEqual([true, true]);
    screen.getByText('附件正在上传，请稍候');
    answer(HttpResponse.json({ attachmentId: 'new', fileName: 'new.pdf' }));
    await screen.findByText('new.pdf');
    await waitFor(() => expect(isOff()).toEqual([false, false]));
    expect(screen.queryByText('附件正在上传，请稍候')).toBeNull();
  });
});
