import { recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { callable } from './AddWebhookDialog';
import { WebhooksPage } from './WebhooksPage';

useServer();

const HOOK = {
  id: 'w1',
  url: 'https://gis.example.cn/hook',
  events: ['prepared'],
  active: true,
  createdAt: '2026-11-20T02:00:00Z',
  lastAt: '2026-11-21T02:00:00Z',
  lastStatus: 503,
  lastError: '503 Service Unavailable',
  lastErrorMessage: null,
};

beforeEach(() =>
  server.use(http.get('/api/webhooks', () => HttpResponse.json({ items: [HOOK], total: 1 }))),
);

async function show() {
  render(
    <Stage>
      <WebhooksPage />
    </Stage>,
  );
  await screen.findByText(HOOK.url);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('webhooks', () => {
  it('offer an operator, whom the server refuses, no button to add one', async () => {
    server.use(http.get('/api/webhooks', () => problem(403, 'forbidden', '没有权限执行此操作')));
    render(
      <Stage>
        <WebhooksPage />
      </Stage>,
    );
    await screen.findByText('没有权限');
    expect(screen.queryByRole('button', { name: '新增 Webhook' })).toBeNull();
  });

  it('show what they are told and how the last call went', async () => {
    await show();
    screen.getByText('数据准备完成');
    screen.getByText('失败 503');
    screen.getByText('503 Service Unavailable');
    screen.getByText('2026-11-21 10:00');
  });

  it('are added with the events chosen; the secret is shown once', async () => {
    const sent: unknown[] = [];
    server.use(
      recording(http.post, '/api/webhooks', sent, { ...HOOK, id: 'w2', secret: 's3cret' }, 201),
    );
    await show();
    press('新增 Webhook');
    press('确定');
    await screen.findByText('请输入以 http:// 或 https:// 开头的地址');
    fireEvent.change(screen.getByLabelText(/URL/), { target: { value: ' https://a.cn/h ' } });
    fireEvent.click(screen.getByRole('checkbox', { name: '审核通过' }));
    press('确定');
    const dialog = within(await screen.findByRole('dialog', { name: 'Webhook 密钥' }));
    dialog.getByDisplayValue('s3cret');
    dialog.getByText('密钥只显示这一次，请立即复制并妥善保存。');
    expect(sent).toEqual([{ url: 'https://a.cn/h', events: ['approved'] }]);
    press('我已保存');
    await waitFor(() => expect(screen.queryByDisplayValue('s3cret')).toBeNull());
  });

  it("keep the form open when the server refuses, and show the server's words", async () => {
    server.use(http.post('/api/webhooks', () => problem(400, 'invalid', '不能使用内网地址！')));
    await show();
    press('新增 Webhook');
    fireEvent.change(screen.getByLabelText(/URL/), { target: { value: 'http://10.0.0.1/' } });
    press('确定');
    await screen.findByText('操作失败！ 不能使用内网地址！');
    screen.getByDisplayValue('http://10.0.0.1/');
  });

  it('are switched off', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/webhooks/w1', sent, null));
    await show();
    fireEvent.click(screen.getByRole('switch', { name: `启用 ${HOOK.url}` }));
    await screen.findByText('操作成功！');
    expect(sent).toEqual([{ active: false }]);
  });

  it('are deleted after the question', async () => {
    let deleted = 0;
    server.use(
      http.delete('/api/webhooks/w1', () => {
        deleted += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await show();
    press(`删除 ${HOOK.url}`);
    screen.getByText('此操作将永久删除该数据, 是否继续?');
    expect(deleted).toBe(0);
    press('确定');
    await screen.findByText('删除成功！');
    expect(deleted).toBe(1);
  });

  it('need an address that can be called', () => {
    expect(callable('https://a.cn/h')).toBe(true);
    expect(callable('ftp://a.cn')).toBe(false);
    expect(callable('https://')).toBe(false);
    expect(callable('a.cn')).toBe(false);
  });
});
