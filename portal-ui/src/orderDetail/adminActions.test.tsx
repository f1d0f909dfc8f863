import { buildAttachment } from '@scenedock/ui-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { answer, buttons, calls, ORDER, ORIGIN, open, press, server, useStage } from './testStage';

vi.mock('../map/LazyMap', () => ({ LazyMap: () => <div>map</div> }));

useStage();

const reorderIs = (reorder: boolean) =>
  server.use(http.get(`${ORIGIN}/api/settings`, () => HttpResponse.json({ reorder })));

const PRIORITY = /^优先级（0-100/;

const enter = async (label: RegExp | string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: label }), { target: { value } });

const openExtracting = () =>
  open({
    sstatus: 1,
    sorder: 30,
    actions: ['reextract'],
    dataPercent: { ...ORDER.dataPercent, failed: 1 },
  });

describe('extracting again', () => {
  it.each([
    ['重提全部景', 'all'],
    ['只重提失败景', 'failed'],
  ])('sends its scope and the priority: %s', async (button, scope) => {
    reorderIs(true);
    openExtracting();
    await buttons();
    press(button);
    await screen.findByDisplayValue('30');
    await enter(PRIORITY, '101');
    await answer('确定');
    await screen.findByText('请输入 0 到 100 之间的整数');
    expect(calls).toEqual([]);
    await enter(PRIORITY, '80');
    await answer('确定');
    await screen.findByText('重提数据成功！');
    expect(calls).toEqual([{ path: 'reextract', body: { scope, priority: 80 } }]);
  });

  it('of all scenes is off while the global switch is, and says why; of failed ones it is not', async () => {
    reorderIs(false);
    openExtracting();
    await buttons();
    fireEvent.mouseOver(await screen.findByLabelText('未开启重提数据！'));
    await screen.findByRole('tooltip', { name: '未开启重提数据！' });
    const all = screen.getByRole<HTMLButtonElement>('button', { name: '重提全部景' });
    expect(all.disabled).toBe(true);
    fireEvent.click(all);
    expect(screen.queryByRole('dialog')).toBeNull();
    press('只重提失败景');
    await screen.findByRole('dialog', { name: '只重提失败景' });
  });
});

it('sends the priority of an order', async () => {
  open({ sorder: 50, actions: ['set_priority'] });
  await buttons();
  press('调整优先级');
  await screen.findByDisplayValue('50');
  await enter(PRIORITY, '-1');
  await answer('确定');
  await screen.findByText('请输入 0 到 100 之间的整数');
  await enter(PRIORITY, '90');
  await answer('确定');
  await screen.findByText('操作成功！');
  expect(calls).toEqual([{ path: 'priority', body: { sorder: 90 } }]);
});

it('sends by how many days a delivery is open longer: a week unless told otherwise', async () => {
  open({ sstatus: 6, actions: ['extend'] });
  await buttons();
  press('延期');
  await screen.findByDisplayValue('7');
  await enter(/^延长天数/, '91');
  await answer('确定');
  await screen.findByText('请输入 1 到 90 之间的整数');
  await enter(/^延长天数/, '14');
  await answer('确定');
  await screen.findByText('延期成功！');
  expect(calls).toEqual([{ path: 'extension', body: { days: 14 } }]);
});

it('does not complete without the four papers, and names those that are missing before it asks', async () => {
  const attachments = [buildAttachment(6), buildAttachment(7)];
  open({ sstatus: 6, actions: ['complete'], attachments });
  await buttons();
  press('完成');
  await screen.findByText('请上传必传项！缺少：介绍信、身份证');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toEqual([]);
});
