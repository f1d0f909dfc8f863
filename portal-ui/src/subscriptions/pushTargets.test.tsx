import type { PushTarget } from '@scenedock/ui-kit';
import { buildConfig } from '@scenedock/ui-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { choose, everyScreen, openAt, refusal, SITE, useServer } from '../test/portal';
import SubscriptionsPage from './SubscriptionsPage';
import { SUBSCRIPTION } from './testSubscription';
import { SHELF_TARGET, SSH, TARGET } from './testTarget';

const server = useServer([
  ...everyScreen(),
  http.get(`${SITE}/api/subscriptions`, () =>
    HttpResponse.json({ items: [SUBSCRIPTION], total: 1 }),
  ),
  http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [TARGET], total: 1 })),
]);

describe('a target', () => {
  it('that does not work is not saved, and says why', async () => {
    server.use(
      http.post(`${SITE}/api/push-targets`, () => refusal(409, '推送目标测试未通过：没有回答')),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText('省中心');
    fireEvent.click(screen.getByRole('button', { name: '添加推送目标' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '测试并保存' }));
    expect(dialog.getAllByText('请填写').length).toBe(2);
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), {
      target: { value: '省中心二' },
    });
    fireEvent.change(dialog.getByRole('textbox', { name: '地址' }), {
      target: { value: 'ftp://example.cn/' },
    });
    fireEvent.change(dialog.getByLabelText(/^密码/), { target: { value: 'x' } });
    fireEvent.click(dialog.getByRole('button', { name: '测试并保存' }));
    await dialog.findByText(/推送目标测试未通过：没有回答/);
  });

  it('that subscriptions use says why it cannot be deleted', async () => {
    const used: PushTarget = { ...SSH, subscriptions: 2 };
    server.use(
      http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [used], total: 1 })),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    const remove = await screen.findByRole<HTMLButtonElement>('button', { name: '删除' });
    expect(remove.disabled).toBe(true);
    fireEvent.mouseOver(remove.parentElement as HTMLElement);
    await screen.findByRole('tooltip', { name: '有订阅在使用，不能删除' });
  });

  it('says what holds its files back and how fast it is written to, which its form changes', async () => {
    const sent: unknown[] = [];
    const held: PushTarget = {
      ...TARGET,
      bytesPerSecond: 3 * 1024 ** 2,
      mostBytesPerSecond: 1024 ** 2,
      hold: 'total_volume',
    };
    server.use(
      http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [held], total: 1 })),
      http.put(`${SITE}/api/push-targets/t1`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(held);
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText('系统今日流量已用完，明天继续');
    screen.getByText(/带宽上限 1\.0 MB\/s/);
    for (const [typed, bytesPerSecond] of [
      ['0.5', 1024 ** 2 / 2],
      ['', null],
    ] as const) {
      fireEvent.click(screen.getByRole('button', { name: '修改' }));
      const dialog = within(await screen.findByRole('dialog'));
      const field = dialog.getByLabelText('带宽上限 (MB/s)');
      expect(field).toHaveProperty('value', '3');
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.click(dialog.getByRole('button', { name: '测试并保存' }));
      await waitFor(() => expect(sent.at(-1)).toMatchObject({ bytesPerSecond }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('over SSH is let in with the key that the form shows', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get(`${SITE}/api/push-targets/key`, () =>
        HttpResponse.json({ publicKey: 'ssh-ed25519 AAAAC3 own', installationKey: null }),
      ),
      http.post(`${SITE}/api/push-targets`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(SSH, { status: 201 });
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText('省中心');
    fireEvent.click(screen.getByRole('button', { name: '添加推送目标' }));
    const dialog = within(await screen.findByRole('dialog'));
    await choose(dialog.getByLabelText('类型'), 'SFTP');
    await choose(dialog.getByLabelText('登录方式'), 'SSH 密钥');
    await dialog.findByText('ssh-ed25519 AAAAC3 own');
    expect(dialog.queryByLabelText(/^密码/)).toBeNull();
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), {
      target: { value: '省中心' },
    });
    fireEvent.change(dialog.getByRole('textbox', { name: '地址' }), {
      target: { value: SSH.address },
    });
    fireEvent.click(dialog.getByRole('button', { name: '测试并保存' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: 'sftp', signIn: 'key', address: SSH.address });
    expect(sent[0]).not.toHaveProperty('secret');
    expect(sent[0]).not.toHaveProperty('hostKey');
  });

  it('of before shows the shared key until it moves or is changed over', async () => {
    const sent: { signInKey?: string }[] = [];
    const shared: PushTarget = { ...SSH, signInKey: 'installation' };
    server.use(
      http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [shared], total: 1 })),
      http.get(`${SITE}/api/push-targets/key`, () =>
        HttpResponse.json({ publicKey: 'ssh-own', installationKey: 'ssh-shared' }),
      ),
      http.put(`${SITE}/api/push-targets/t1`, async ({ request }) => {
        sent.push((await request.json()) as { signInKey?: string });
        return HttpResponse.json(SSH);
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText(/仍在使用全系统共用的密钥/);
    fireEvent.click(screen.getByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('ssh-shared');
    dialog.getByText('ssh-own');
    dialog.getByRole('button', { name: '复制 共用公钥（正在使用）' });
    dialog.getByRole('button', { name: '复制 本人公钥' });
    const address = dialog.getByRole('textbox', { name: '地址' });
    fireEvent.change(address, { target: { value: 'sftp://other.example.cn/' } });
    expect(dialog.queryByText('ssh-shared')).toBeNull();
    dialog.getByText('ssh-own');
    fireEvent.change(address, { target: { value: SSH.address } });
    fireEvent.click(dialog.getByRole('button', { name: '改用本人密钥' }));
    expect(dialog.queryByText('ssh-shared')).toBeNull();
    dialog.getByText('ssh-own');
    fireEvent.click(dialog.getByRole('button', { name: '测试并保存' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ signIn: 'key', signInKey: 'person', address: SSH.address });
  });

  it('whose host shows another key shows both, and takes the one that was looked at', async () => {
    const sent: { hostKey?: string }[] = [];
    const resting = { ...SSH, offeredHostKey: 'SHA256:new', restsUntil: '2026-11-26T01:00:00Z' };
    server.use(
      http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items: [resting], total: 1 })),
      http.get(`${SITE}/api/push-targets/key`, () =>
        HttpResponse.json({ publicKey: 'ssh-x', installationKey: null }),
      ),
      http.put(`${SITE}/api/push-targets/t1`, async ({ request }) => {
        const form = (await request.json()) as { hostKey?: string };
        sent.push(form);
        if (form.hostKey === 'SHA256:newer') return HttpResponse.json(SSH);
        return HttpResponse.json(
          {
            ...{ type: 'about:blank', title: '', status: 409, code: 'target_host_key_differs' },
            ...{ detail: '主机密钥已改变', params: { known: 'SHA256:new', met: 'SHA256:newer' } },
          },
          { status: 409 },
        );
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    fireEvent.click(await screen.findByRole('button', { name: '核对新密钥' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('SHA256:old');
    dialog.getByText('SHA256:new');
    fireEvent.click(dialog.getByRole('button', { name: '已核对，接受并测试' }));
    await dialog.findByText('SHA256:newer');
    fireEvent.click(dialog.getByRole('button', { name: '已核对，接受并测试' }));
    await waitFor(() =>
      expect(sent.map((form) => form.hostKey)).toEqual(['SHA256:new', 'SHA256:newer']),
    );
  });
});

describe("one's own shelf", () => {
  const answering = (items: PushTarget[]) =>
    http.get(`${SITE}/api/push-targets`, () => HttpResponse.json({ items, total: items.length }));

  it('is saved with a name alone, and says how much stays for how long', async () => {
    const sent: unknown[] = [];
    const config = buildConfig({ shelfDays: 7, shelfBytes: 2 * 1024 ** 3 });
    server.use(
      http.get(`${SITE}/api/config`, () => HttpResponse.json(config)),
      http.post(`${SITE}/api/push-targets`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(SHELF_TARGET, { status: 201 });
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText('省中心');
    fireEvent.click(screen.getByRole('button', { name: '添加推送目标' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: '地址' }), {
      target: { value: 'ftp://typed.example.cn/' },
    });
    await choose(dialog.getByLabelText('类型'), '我的数据架');
    dialog.getByText(/保存在本系统的 FTP 网关/);
    // As this installation has it, which may be known only now.
    await dialog.findByText(/每个文件保存 7 天，到期自动删除；全部文件最多占 2\.0 GB/);
    for (const label of [/^地址/, /^用户名/, /^密码/, /^区域/]) {
      expect(dialog.queryByLabelText(label)).toBeNull();
    }
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    dialog.getByText('请填写');
    fireEvent.change(dialog.getByRole('textbox', { name: '名称' }), {
      target: { value: '我的架子' },
    });
    fireEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ kind: 'shelf', name: '我的架子', bytesPerSecond: null });
  });

  it('cannot be added twice, and its choice says so', async () => {
    server.use(answering([TARGET, SHELF_TARGET]));
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    await screen.findByText('省中心');
    fireEvent.click(screen.getByRole('button', { name: '添加推送目标' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.mouseDown(dialog.getByLabelText('类型'));
    const option = await screen.findByRole('option', { name: '我的数据架（已添加，每人一个）' });
    expect(option.getAttribute('aria-disabled')).toBe('true');
  });

  it('does not come of a target that is somewhere else, nor the other way round', async () => {
    server.use(answering([TARGET]));
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    fireEvent.click(await screen.findByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.mouseDown(dialog.getByLabelText('类型'));
    const option = await screen.findByRole('option', { name: '我的数据架（请另行添加）' });
    expect(option.getAttribute('aria-disabled')).toBe('true');
  });

  it('keeps its type, says where it is in the list, and leads to its page', async () => {
    server.use(answering([SHELF_TARGET]));
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    const list = await screen.findByRole('list', { name: '推送目标' });
    within(list).getByText('我的数据架 · 本系统的 FTP 网关');
    expect(list.textContent).not.toContain('最近测试');
    expect(within(list).getByRole('link', { name: '打开数据架' }).getAttribute('href')).toBe(
      '/subscriptions?tab=shelf',
    );
    fireEvent.click(screen.getByRole('button', { name: '修改' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('类型').getAttribute('aria-disabled')).toBe('true');
    dialog.getByText('数据架不能改为其他类型，请另行添加推送目标。');
  });

  it('is deleted after a question that says that its files go, too', async () => {
    const removed: string[] = [];
    server.use(
      answering([SHELF_TARGET]),
      http.delete(`${SITE}/api/push-targets/:id`, ({ params }) => {
        removed.push(String(params.id));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    openAt('/subscriptions?tab=targets', <SubscriptionsPage />);
    fireEvent.click(await screen.findByRole('button', { name: '删除' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/其中的文件全部删除/);
    expect(removed).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(removed).toEqual(['t9']));
  });
});
