import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { server, useServer } from '../test/server';
import { DirectoryPage } from './DirectoryPage';

useServer();

const PREVIEW = {
  scenes: 2,
  ordered: ['GF1_c'],
  orders: 3,
  unknown: ['none'],
  subscriptions: 4,
  toTell: 5,
  waiting: 6,
};

/** The open dialog, and what it sends. */
async function open(preview = PREVIEW) {
  const sent: unknown[] = [];
  server.use(
    http.get('/api/catalog/nodes', () => HttpResponse.json({ items: [], mayChangeAll: true })),
    http.post('/api/catalog/withdrawals/preview', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(preview);
    }),
    http.post('/api/catalog/withdrawals', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ scenes: 2, ordered: ['GF1_c'], unknown: ['none'], toTell: 5 });
    }),
  );
  render(
    <Stage at="/directory">
      <DirectoryPage />
    </Stage>,
  );
  fireEvent.click(await screen.findByRole('button', { name: '撤回数据' }));
  const dialog = within(await screen.findByRole('dialog', { name: '从目录中撤回数据' }));
  const fill = (ids: string, reason: string) => {
    fireEvent.change(dialog.getByLabelText('数据标识，每行一个'), { target: { value: ids } });
    fireEvent.change(dialog.getByLabelText('撤回原因（订阅人会看到）'), {
      target: { value: reason },
    });
  };
  return { sent, dialog, fill };
}

it('says what a withdrawal touches before it is done, and does that', async () => {
  const { sent, dialog, fill } = await open();
  fill('GF1_a\n\n GF1_b \nGF1_c\nnone', '定位超差');
  fireEvent.click(dialog.getByRole('button', { name: '查看影响' }));
  await dialog.findByText('2 景将从目录中撤回');
  dialog.getByText('涉及 4 个订阅：已推送的 5 个文件将撤回，待推送的 6 个不再推送');
  dialog.getByText('1 景已在 3 个订单中，保留：');
  dialog.getByText('1 个标识不在目录中，或超出自己的数据范围：');
  fireEvent.click(dialog.getByRole('button', { name: '撤回 2 景' }));
  await screen.findByText('已撤回 2 景，将通知推送目标撤回 5 个文件');
  const dataIds = ['GF1_a', 'GF1_b', 'GF1_c', 'none'];
  expect(sent).toEqual([{ dataIds }, { dataIds, reason: '定位超差' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('looks again where other scenes were entered, and asks for ids and a reason', async () => {
  const { sent, dialog, fill } = await open();
  fireEvent.click(dialog.getByRole('button', { name: '查看影响' }));
  dialog.getByText('请填写数据标识');
  dialog.getByText('请填写原因');
  expect(sent).toEqual([]);
  fill('GF1_a', '定位超差');
  fireEvent.click(dialog.getByRole('button', { name: '查看影响' }));
  await dialog.findByText('2 景将从目录中撤回');
  fill('GF1_b', '定位超差');
  expect(dialog.queryByText('2 景将从目录中撤回')).toBeNull();
  dialog.getByRole('button', { name: '查看影响' });
});

it('takes nothing out where nothing can be', async () => {
  const { dialog, fill } = await open({ ...PREVIEW, scenes: 0, subscriptions: 0 });
  fill('none', '定位超差');
  fireEvent.click(dialog.getByRole('button', { name: '查看影响' }));
  await dialog.findByText('没有订阅受影响');
  const confirm = dialog.getByRole('button', { name: '撤回 0 景' });
  expect(confirm).toHaveProperty('disabled', true);
});
