import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Link } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { enSystem } from '../i18n/system.en';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { SystemPage } from './SystemPage';
import { ENTRIES } from './sysKeys';

vi.mock('./LayerTest', () => ({ default: () => <p>tiles</p> }));

useServer();

type Entry = { sysKey: string; sysValue: string };

const saved: Record<string, string> = { sysName: '数据服务', frequency: '600' };
let sent: Entry[] | null = null;

const list = () => {
  const items = ENTRIES.map(([sysKey]) => ({ sysKey, sysValue: saved[sysKey] ?? '' }));
  return HttpResponse.json({ items, total: items.length });
};

beforeEach(() => {
  sent = null;
  server.use(
    http.get('/api/system', list),
    http.put('/api/system', async ({ request }) => {
      sent = ((await request.json()) as { items: Entry[] }).items;
      for (const { sysKey, sysValue } of sent) saved[sysKey] = sysValue;
      return list();
    }),
    http.get('/api/settings', () => HttpResponse.json({ reorder: true })),
    http.get('/api/config', () => HttpResponse.json({ sysName: '' })),
  );
});

async function show() {
  render(
    <Stage>
      <Link to="/user">用户管理</Link>
      <SystemPage />
    </Stage>,
  );
  await screen.findByRole('heading', { name: '名称与联系方式' });
}

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(field(name), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' });

describe('the system configuration', () => {
  it('has every entry of the specification', async () => {
    expect(ENTRIES.map(([key]) => key).sort()).toEqual(
      (
        'sysName systemName sysLog copyrightInfor recordInfor contactAddress contactTele contactPost accountValPer ' +
        'onlineUsersNub frequency passwordValPer passwordHistory passwordForce preparationPromise vectorMap imageMap ' +
        'threeMap serviceToken maskURL longTopLeft latTopLeft longTopRight latTopRight mapLayers toolList'
      )
        .split(' ')
        .sort(),
    );
    await show();
    expect(field(/系统名称/).value).toBe('数据服务');
    screen.getByRole('group', { name: '矢量底图' });
  });

  it('sends what has changed, and says so in the words of the specification', async () => {
    await show();
    expect(save().disabled).toBe(true);
    type('联系电话', ' 010-1 ');
    screen.getByText('1 项尚未保存');
    fireEvent.click(save());
    await screen.findByText('saved successfully!');
    expect(sent).toEqual([{ sysKey: 'contactTele', sysValue: '010-1' }]);
    await screen.findByText('没有未保存的修改');
  });

  it('is not left with unsaved entries without a question', async () => {
    await show();
    type('联系电话', '010-7');
    fireEvent.click(screen.getByRole('link', { name: '用户管理' }));
    await screen.findByText('有未保存的修改，离开后将丢失。确定离开吗？');
    expect(screen.getByTestId('address').textContent).toBe('/');
    fireEvent.click(screen.getByRole('button', { name: '确定' }));
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/user'));
  });

  it('switches what is on or off', async () => {
    await show();
    fireEvent.click(screen.getByRole('switch', { name: /强制修改/ }));
    fireEvent.click(save());
    await screen.findByText('saved successfully!');
    expect(sent).toEqual([{ sysKey: 'passwordForce', sysValue: 'on' }]);
  });

  it('says why where no field is to blame', async () => {
    server.use(http.put('/api/system', () => problem(409, 'conflict', '请稍后再试')));
    await show();
    type('联系电话', '010-9');
    fireEvent.click(save());
    await screen.findByText('save failed! 请稍后再试');
  });

  it('has the same words in English', () => {
    expect([enSystem.system.saved, enSystem.system.failed]).toEqual([
      'saved successfully!',
      'save failed!',
    ]);
  });

  it('shows each refusal at its field', async () => {
    server.use(
      http.put('/api/system', () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: '',
            status: 400,
            code: 'invalid',
            detail: '配置有误',
            errors: [{ field: 'frequency', detail: '太频繁' }],
          },
          { status: 400 },
        ),
      ),
    );
    await show();
    type('每人访问频率上限（次/分钟）', '700');
    fireEvent.click(save());
    await screen.findByText('save failed!');
    screen.getByText('太频繁');
    expect(field('每人访问频率上限（次/分钟）').value).toBe('700');
    type('每人访问频率上限（次/分钟）', '701');
    expect(screen.queryByText('太频繁')).toBeNull();
  });

  it('does not send what cannot be right', async () => {
    await show();
    type(/系统名称/, ' ');
    screen.getByText('系统名称不能为空');
    expect(save().disabled).toBe(true);
    type(/系统名称/, '新名称');
    type('左上角纬度', '91');
    screen.getByText('请填写 -90 到 90 之间的度数');
    type('左上角纬度', '54');
    type('地图遮罩地址', 'ftp://a');
    screen.getByText('地址须以 http://、https:// 或 / 开头');
    expect(save().disabled).toBe(true);
  });

  it('sets map layers and tests them', async () => {
    await show();
    const imagery = within(screen.getByRole('group', { name: '影像底图' }));
    fireEvent.click(imagery.getByRole('radio', { name: '使用自己的地图服务' }));
    fireEvent.change(imagery.getByRole('textbox', { name: /显示名称/ }), {
      target: { value: '影像' },
    });
    const test = imagery.getByRole<HTMLButtonElement>('button', { name: '测试' });
    expect(test.disabled).toBe(true);
    fireEvent.change(imagery.getByRole('textbox', { name: /服务地址/ }), {
      target: { value: 'https://t.example/{z}/{x}/{y}' },
    });
    fireEvent.click(test);
    await screen.findByText('tiles');
    fireEvent.click(screen.getByRole('button', { name: '新增图层' }));
    expect(save().disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '删除 未命名图层' }));
    fireEvent.click(save());
    await waitFor(() => expect(sent).not.toBeNull());
    expect(sent?.map(({ sysKey, sysValue }) => [sysKey, JSON.parse(sysValue)])).toEqual([
      [
        'imageMap',
        {
          name: '影像',
          layerName: '',
          layerUrl: 'https://t.example/{z}/{x}/{y}',
          layerType: 'XYZ',
          visible: true,
        },
      ],
    ]);
  });
});

it('offers an operator, whom the server refuses, nothing to save', async () => {
  server.use(http.get('/api/system', () => problem(403, 'forbidden', '没有权限执行此操作')));
  render(
    <Stage>
      <SystemPage />
    </Stage>,
  );
  await screen.findByText('没有权限');
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  expect(screen.queryByRole('switch')).toBeNull();
});
