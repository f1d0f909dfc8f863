import { zhCN as m, type Order } from '@scenedock/ui-kit';
import { recording } from '@scenedock/ui-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { ORDER } from '../orderDetail/testStage';
import { renderPortal, useServer } from '../test/portal';
import EditOrderPage from './EditOrderPage';

const URL_OF = 'http://localhost/api/orders/7';

const REJECTED: Order = {
  ...ORDER,
  sstatus: 2,
  cause: '缺少盖章',
  getMethod: 2,
  actions: ['save', 'submit'],
};

const PAPERS = ([6, 7] as const).map((type) => ({
  type,
  attachmentId: `old-${type}`,
  fileName: `old-${type}.pdf`,
  fDataName: '',
}));

const SCENE = {
  did: 1,
  dataid: 'a',
  dataname: 'scene a',
  datatype: 0,
  datasize: 1,
  imageurl: null,
};

const sent: unknown[] = [];
const blanks: unknown[] = [];

const none = { items: [], total: 0 };

useServer([
  http.get('http://localhost/api/config', () => HttpResponse.json({ uploadMaxBytes: 1000 })),
  http.get('http://localhost/api/units', () => HttpResponse.json(none)),
  http.post('http://localhost/api/scenes/held', () => HttpResponse.json(none)),
  http.post('http://localhost/api/attachments', () =>
    HttpResponse.json({ attachmentId: 'new', fileName: 'new.pdf' }),
  ),
  http.get(URL_OF, () => HttpResponse.json(REJECTED)),
  http.get(`${URL_OF}/scenes`, () => HttpResponse.json({ items: [SCENE], total: 1 })),
  http.get(`${URL_OF}/attachments`, () => HttpResponse.json({ items: PAPERS, total: 2 })),
  http.post('http://localhost/api/forms/7', async ({ request }) => {
    blanks.push(await request.json());
    return new HttpResponse('%PDF-');
  }),
  recording(http.put, URL_OF, sent, REJECTED),
]);

afterEach(() => {
  sent.length = 0;
});

async function open() {
  const router = createMemoryRouter(
    [
      { path: '/order/edit/:id', element: <EditOrderPage /> },
      { path: '/orderManage/details/:id', element: <p>the order</p> },
      { path: '/search', element: <p>the search</p> },
    ],
    { initialEntries: ['/order/edit/7'] },
  );
  renderPortal(<RouterProvider router={router} />);
  await screen.findByRole('table', { name: m.form.data });
  return router;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const rename = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /项目名称/ }), { target: { value } });

async function answer(name: string) {
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
}

describe('a rejected order', () => {
  it('shows why, and comes back only after a change', async () => {
    await open();
    expect(screen.getByText(/缺少盖章/)).toBeTruthy();
    press('提交');
    expect(await screen.findByText('请更改信息！')).toBeTruthy();
    expect(sent).toEqual([]);
    rename('项目乙');
    press('提交');
    expect(await screen.findByText('提交成功！')).toBeTruthy();
    expect(sent).toMatchObject([{ action: 'submit', form: { productName: '项目乙' } }]);
    // What was saved is let go without a question.
    expect(await screen.findByText('the order')).toBeTruthy();
  });

  it('keeps its place in the rejected list when it is saved', async () => {
    await open();
    rename('项目乙');
    press('保存');
    expect(await screen.findByText('保存成功')).toBeTruthy();
    expect(sent).toMatchObject([{ action: 'save' }]);
  });
});

it('prints the number of the order on its papers', async () => {
  URL.createObjectURL = () => 'blob:paper';
  URL.revokeObjectURL = () => undefined;
  await open();
  press(m.form.blankFor(m.attachmentType[7], 'PDF'));
  await waitFor(() => expect(blanks).toMatchObject([{ orderId: '7', dataIds: ['a'] }]));
});

describe('leaving the form', () => {
  it('asks nothing when nothing was changed', async () => {
    const router = await open();
    await act(() => router.navigate('/search'));
    expect(await screen.findByText('the search')).toBeTruthy();
  });

  it('asks before it forgets changes', async () => {
    const router = await open();
    rename('项目乙');
    await act(() => router.navigate('/search'));
    expect(await screen.findByText('离开后未保存的内容将丢失，是否继续?')).toBeTruthy();
    await answer('取消');
    expect(screen.getByDisplayValue('项目乙')).toBeTruthy();
    await act(() => router.navigate('/search'));
    await answer('确定');
    expect(await screen.findByText('the search')).toBeTruthy();
  });

  it('asks before it forgets uploads', async () => {
    const router = await open();
    const slot = screen.getByRole('group', { name: m.attachmentType[4] });
    const input = slot.querySelector('input');
    if (input === null) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.pdf')] } });
    await within(slot).findByText('new.pdf');
    await act(() => router.navigate('/search'));
    expect(await screen.findByText('此操作将无法保存已上传的附件, 是否继续?')).toBeTruthy();
  });

  it('lets the browser ask when the tab is closed', async () => {
    await open();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    rename('项目乙');
    expect(leave()).toBe(true);
  });
});
