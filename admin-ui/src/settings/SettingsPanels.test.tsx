import { buildConfig, recording } from '@scenedock/ui-kit/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SettingsPanels } from './SettingsPanels';

useServer();

const SETTINGS = {
  reorder: true,
  approveRegistrations: false,
  pushMostParallel: null,
  pushDailyBytes: 3 * 1024 ** 3,
  pushBytesPerSecond: 1000,
};

beforeEach(() =>
  server.use(
    http.get('/api/settings', () => HttpResponse.json(SETTINGS)),
    http.get('/api/config', () =>
      HttpResponse.json(buildConfig({ captcha: true, uploadMaxBytes: 20 * 1024 ** 2 })),
    ),
  ),
);

function show() {
  render(
    <Stage>
      <SettingsPanels />
    </Stage>,
  );
}

const reorder = () => screen.findByRole<HTMLInputElement>('switch', { name: '允许重提全部数据' });

describe('settings', () => {
  it('switch extracting everything again', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/settings', sent, { reorder: false }));
    show();
    const control = await reorder();
    expect(control.checked).toBe(true);
    fireEvent.click(control);
    await screen.findByText('操作成功！');
    expect(sent).toEqual([{ reorder: false }]);
  });

  it('say why a change was refused, and stay as they were', async () => {
    server.use(http.put('/api/settings', () => problem(403, 'forbidden', '没有权限！')));
    show();
    fireEvent.click(await reorder());
    await screen.findByText('操作失败！ 没有权限！');
    expect((await reorder()).checked).toBe(true);
  });

  it('bound what is pushed in all, and send what became different', async () => {
    const sent: unknown[] = [];
    server.use(recording(http.put, '/api/settings', sent, SETTINGS));
    show();
    const daily = await screen.findByLabelText('每日上限 (GB)');
    expect(daily).toHaveProperty('value', '3');
    const save = screen.getByRole('button', { name: '保存上限' });
    expect(save).toHaveProperty('disabled', true);
    fireEvent.change(daily, { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('同时推送的文件数'), { target: { value: '8' } });
    fireEvent.click(save);
    await waitFor(() => expect(sent).toEqual([{ pushMostParallel: 8, pushDailyBytes: null }]));
    await screen.findByText('操作成功！');
    fireEvent.change(screen.getByLabelText('带宽上限 (MB/s)'), { target: { value: '2' } });
    fireEvent.click(save);
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ pushBytesPerSecond: 2 * 1024 ** 2 }));
  });

  it('show what the configuration says, and not what administrators set themselves', async () => {
    show();
    await screen.findByText('5.0 GB');
    expect(screen.queryByText('遥感服务')).toBeNull();
    screen.getByText('20.0 MB');
    screen.getByText('开启');
    screen.getByText('关闭');
  });
});
