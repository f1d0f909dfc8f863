import type { PushTarget, Subscription } from '@scenedock/ui-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choose, everyScreen, renderPortal, SITE, useServer } from '../test/portal';
import { SubscribeChoice } from './SubscribeChoice';
import { SUBSCRIPTION } from './testSubscription';
import { SHELF_TARGET, TARGET } from './testTarget';

let items: Subscription[] = [];
let targets: PushTarget[] = [];
let sent: unknown[] = [];
useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/subscriptions`, () => HttpResponse.json({ items, total: items.length })),
  http.put(`${SITE}/api/subscriptions/s1`, async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ ...SUBSCRIPTION, state: 'pending' });
  }),
  http.post(`${SITE}/api/subscriptions/preview`, () =>
    HttpResponse.json({ scenes: 37, bytes: 1024 ** 3, days: 30 }),
  ),
  http.get(`${SITE}/api/push-targets`, () =>
    HttpResponse.json({ items: targets, total: targets.length }),
  ),
  http.post(`${SITE}/api/push-targets`, async ({ request }) => {
    sent.push(await request.json());
    targets = [...targets, SHELF_TARGET];
    return HttpResponse.json(SHELF_TARGET, { status: 201 });
  }),
]);

beforeEach(() => {
  items = [SUBSCRIPTION];
  targets = [TARGET];
  sent = [];
});

const show = (search = {}) => {
  const close = vi.fn();
  renderPortal(
    <SubscribeChoice search={search} query="type=WX" summary="卫星影像" onClose={close} />,
  );
  return close;
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a search', () => {
  it('is put into a subscription that there is', async () => {
    items = [SUBSCRIPTION, { ...SUBSCRIPTION, id: 's2', name: '旧的', state: 'ended' }];
    const close = show({ objTypes: ['WX'] });
    await screen.findByText(/会匹配 37 景/);
    press('更新到已有订阅');
    const line = await screen.findByRole('button', { name: /汛期监测/ });
    expect(screen.queryByText(/旧的/)).toBeNull();
    expect(screen.getByRole('button', { name: '下一步' })).toHaveProperty('disabled', true);
    fireEvent.click(line);
    press('下一步');
    await screen.findByText('修改订阅 S000012 的检索条件');
    screen.getByText(/原条件：/);
    press('确定');
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(sent).toMatchObject([{ search: { objTypes: ['WX'] }, query: 'type=WX' }]);
  });

  it('is told from one whose times are over', async () => {
    show({ to: '2020-01-01T00:00:00+08:00' });
    await screen.findByText(/拍摄时间已经过去/);
  });

  it('says what a delay is for', async () => {
    show();
    await screen.findByText('延迟期间如有更正，直接推送更正后的文件。');
  });
});

describe('whoever has no target', () => {
  it('makes one without leaving the form', async () => {
    targets = [];
    show();
    fireEvent.change(await screen.findByLabelText('用途'), { target: { value: '防汛' } });
    fireEvent.click(await screen.findByRole('button', { name: '添加推送目标' }));
    const dialogs = await screen.findAllByRole('dialog');
    const dialog = within(dialogs.at(-1) as HTMLElement);
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), {
      target: { value: '我的架子' },
    });
    await choose(dialog.getByLabelText('类型'), '我的数据架');
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: '推送目标' }).textContent).toBe('我的架子'),
    );
    expect(screen.getByLabelText('用途')).toHaveProperty('value', '防汛');
    // What the target's form sent has sent nothing else.
    expect(sent).toMatchObject([{ kind: 'shelf' }]);
  });
});
