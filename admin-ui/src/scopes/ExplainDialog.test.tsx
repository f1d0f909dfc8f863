import type { ExplainedScope } from '@scenedock/ui-kit';
import { buildUser, recording } from '@scenedock/ui-kit/testing';
import { readAloud } from '@scenedock/ui-kit/testing/readAloud';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { problem, server, useServer } from '../test/server';
import { ExplainDialog } from './ExplainDialog';

useServer();

type Grant = ExplainedScope['grants'][number];

const UNIT = { id: 'u1', name: '青海省地质调查院' };
const OTHER_UNIT = { id: 'u2', name: '地质一队' };

/** A grant by which the scene that is asked about is seen. */
const GRANT: Grant = {
  id: 'g1',
  subject: 'unit',
  subjectName: UNIT.name,
  nodeIds: [2],
  areaName: '青海省',
  until: '2027-11-25T16:00:00Z',
  inNodes: true,
  inArea: true,
  inTime: true,
};

const EXPLAINED: ExplainedScope = { unit: UNIT, seesAll: false, sees: true, grants: [GRANT] };

/** Of which scenes it was asked; null: of none. */
const requested: (string | null)[] = [];
const members: unknown[] = [];
let explained = EXPLAINED;

const node = (id: number, label: string) => ({ id, label, objType: 'WX', count: 3, children: [] });
const unit = (one: typeof UNIT) => ({ ...one, parentId: null, members: 0, grants: 0 });

beforeEach(() => {
  requested.length = 0;
  members.length = 0;
  explained = EXPLAINED;
  server.use(
    http.get('/api/users', () => HttpResponse.json({ items: [buildUser()], total: 1 })),
    http.get('/api/users/1/scope', ({ request }) => {
      const scene = new URL(request.url).searchParams.get('dataId');
      requested.push(scene);
      if (scene !== null) return HttpResponse.json(explained);
      const grants = explained.grants.map((one) => ({ ...one, inNodes: null, inArea: null }));
      return HttpResponse.json({ ...explained, sees: null, grants });
    }),
    http.get('/api/units/tree', () =>
      HttpResponse.json({ items: [unit(UNIT), unit(OTHER_UNIT)], total: 2 }),
    ),
    http.get('/api/catalog/tree', () =>
      HttpResponse.json([node(2, '高分一号'), node(3, '高分二号')]),
    ),
    recording(http.put, '/api/users/1/unit', members, {}),
  );
});

/** Asks about the person, and about the scene if one is named. */
async function ask(scene?: string) {
  render(
    <Stage>
      <ExplainDialog onClose={() => undefined} />
    </Stage>,
  );
  const person = screen.getByRole('combobox', { name: '用户' });
  fireEvent.change(person, { target: { value: '王' } });
  fireEvent.click(await screen.findByRole('option', { name: '王工 (applicant)' }));
  await screen.findByRole('combobox', { name: '所属单位（数据范围）' });
  if (scene === undefined) return;
  fireEvent.change(screen.getByLabelText('数据标识（选填）'), { target: { value: ` ${scene} ` } });
  await waitFor(() => expect(requested).toContain(scene));
}

/** What is said of each condition of a grant: its words, and whether it holds. */
async function verdicts(grant: Partial<Grant>) {
  explained = { ...EXPLAINED, sees: false, grants: [{ ...GRANT, ...grant }] };
  await ask('GF1-7');
  await screen.findByText('此人看不到该数据。');
  return (['目录', '空间范围', '有效期'] as const).map((condition) => {
    const words = screen.getByText(new RegExp(`^${condition}：`));
    const mark = words.parentElement?.querySelector('title')?.textContent;
    return `${words.textContent} ${mark}`;
  });
}

describe('why somebody sees a scene', () => {
  it('is a grant of which every condition holds', async () => {
    await ask('GF1-7');
    await screen.findByText('此人能看到该数据。');
    screen.getByText('目录：高分一号');
    screen.getByText('空间范围：青海省');
    screen.getByText('有效期：2027-11-26 00:00');
    expect(screen.getAllByTitle('符合')).toHaveLength(3);
    expect(screen.queryByTitle('不符合')).toBeNull();
    expect(await readAloud()).toEqual([]);
  });

  it('is the permission to see everything, grants or none', async () => {
    explained = { unit: null, seesAll: true, sees: true, grants: [] };
    await ask('GF1-7');
    await screen.findByText('此人能看到该数据。');
    screen.getByText('此人拥有“查看全部数据”权限，能看到全部数据。');
    screen.getByText('此人没有任何授权。');
    expect(await readAloud()).toEqual([]);
  });
});

describe('why somebody does not see a scene', () => {
  it('is a node that the grant does not have', async () => {
    expect(await verdicts({ nodeIds: [3], inNodes: false })).toEqual([
      '目录：高分二号 不符合',
      '空间范围：青海省 符合',
      '有效期：2027-11-26 00:00 符合',
    ]);
    expect(await readAloud()).toEqual([]);
  });

  it('is an area that it lies outside of', async () => {
    expect(await verdicts({ areaName: '甘肃省', inArea: false })).toEqual([
      '目录：高分一号 符合',
      '空间范围：甘肃省 不符合',
      '有效期：2027-11-26 00:00 符合',
    ]);
  });

  it('is a grant that is over', async () => {
    expect(await verdicts({ until: '2026-01-01T00:00:00Z', inTime: false })).toEqual([
      '目录：高分一号 符合',
      '空间范围：青海省 符合',
      '有效期：2026-01-01 08:00 不符合',
    ]);
  });

  it('is that there is no grant', async () => {
    explained = { unit: null, seesAll: false, sees: false, grants: [] };
    await ask('GF1-7');
    await screen.findByText('此人看不到该数据。');
    screen.getByText('此人没有任何授权。');
    expect(await readAloud()).toEqual([]);
  });
});

describe('grants of a person', () => {
  it('are listed before a scene is asked about, and judged by their time alone', async () => {
    await ask();
    await screen.findByText('目录：高分一号');
    expect(requested).toEqual([null]);
    expect(screen.getAllByTitle('符合')).toHaveLength(1);
    expect(screen.queryByText(/^此人[能看]/)).toBeNull();
  });

  it('that cannot be read say so', async () => {
    server.use(
      http.get('/api/users/1/scope', () => problem(503, 'database_away', '数据库暂不可用')),
    );
    render(
      <Stage>
        <ExplainDialog onClose={() => undefined} />
      </Stage>,
    );
    fireEvent.change(screen.getByRole('combobox', { name: '用户' }), { target: { value: '王' } });
    fireEvent.click(await screen.findByRole('option', { name: '王工 (applicant)' }));
    await screen.findByText('数据库暂不可用');
    screen.getByRole('button', { name: '重试' });
  });
});

describe('the unit whose grants a person shares', () => {
  const field = () =>
    screen.getByRole<HTMLInputElement>('combobox', { name: '所属单位（数据范围）' });

  const save = () => fireEvent.click(screen.getByRole('button', { name: '保存所属单位' }));

  it('is asked for below the answer, and there is nothing to save before it is changed', async () => {
    await ask('GF1-7');
    const answer = await screen.findByText('此人能看到该数据。');
    expect(answer.compareDocumentPosition(field())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: '保存所属单位' });
    expect(button.disabled).toBe(true);
    fireEvent.mouseOver(button.parentElement as HTMLElement);
    await screen.findByRole('tooltip', { name: '所属单位没有变化' });
  });

  it('is set here, and everything is explained anew', async () => {
    await ask();
    expect(field().value).toBe(UNIT.name);
    explained = { ...EXPLAINED, unit: OTHER_UNIT, grants: [] };
    fireEvent.mouseDown(field());
    fireEvent.click(await screen.findByRole('option', { name: OTHER_UNIT.name }));
    expect(members).toEqual([]);
    save();
    await screen.findByText('所属单位已保存');
    expect(members).toEqual([{ unitId: OTHER_UNIT.id }]);
    await screen.findByText('此人没有任何授权。');
    expect(field().value).toBe(OTHER_UNIT.name);
  });

  it('stays chosen while another scene is looked at', async () => {
    await ask();
    fireEvent.mouseDown(field());
    fireEvent.click(await screen.findByRole('option', { name: OTHER_UNIT.name }));
    fireEvent.change(screen.getByLabelText('数据标识（选填）'), { target: { value: 'GF1-7' } });
    await screen.findByText('此人能看到该数据。');
    expect(field().value).toBe(OTHER_UNIT.name);
  });

  it('is taken away here', async () => {
    await ask();
    explained = { ...EXPLAINED, unit: null, grants: [] };
    fireEvent.change(field(), { target: { value: '' } });
    save();
    await screen.findByText('所属单位已保存');
    expect(members).toEqual([{ unitId: null }]);
    await screen.findByText('此人没有任何授权。');
    expect(field().value).toBe('');
  });

  it('stays what it was where the server refuses, which is said', async () => {
    server.use(
      http.put('/api/users/1/unit', () => problem(403, 'scope_beyond_own', '不能超出自己的范围')),
    );
    await ask();
    fireEvent.mouseDown(field());
    fireEvent.click(await screen.findByRole('option', { name: OTHER_UNIT.name }));
    save();
    await screen.findByText('操作失败。 不能超出自己的范围');
    // What was chosen can be seen and sent again; the answer above goes by what is stored.
    expect(field().value).toBe(OTHER_UNIT.name);
    screen.getByText('目录：高分一号');
  });
});
