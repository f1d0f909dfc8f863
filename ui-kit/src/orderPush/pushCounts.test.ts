import { describe, expect, it } from 'vitest';
import { buildPush, buildPushedFile, buildPushes } from '../testing';
import { countFiles, isRunning, planPush } from './pushCounts';

const there = buildPushedFile('a.zip', { state: 'delivered', size: 10 });
const lost = buildPushedFile('b.zip', { state: 'missed', size: 20 });
const waiting = buildPushedFile('c.zip', { size: 40 });

it('counts every file once, and its bytes', () => {
  expect(countFiles(buildPush({ files: [there, lost, waiting] }))).toEqual({
    all: { files: 3, bytes: 70 },
    delivered: { files: 1, bytes: 10 },
    missed: { files: 1, bytes: 20 },
    waiting: { files: 1, bytes: 40 },
  });
});

it('runs while a file of any push waits', () => {
  const [done, running] = [buildPush({ files: [there, lost] }), buildPush({ files: [waiting] })];
  expect(isRunning(buildPushes({ items: [done] }))).toBe(false);
  expect(isRunning(buildPushes({ items: [done, running] }))).toBe(true);
});

describe('a push to a target', () => {
  const plan = (...items: ReturnType<typeof buildPush>[]) => planPush(buildPushes({ items }), 't1');
  const whole = { kind: 'whole', load: { files: 2, bytes: 3072 } };

  it('takes everything the first time', () => {
    expect(plan()).toEqual(whole);
    expect(plan(buildPush({ targetId: 't2' }))).toEqual(whole);
  });

  it('takes everything of a later delivery', () => {
    expect(plan(buildPush({ isCurrent: false, files: [there] }))).toEqual(whole);
  });

  it('takes only what was given up the second time', () => {
    expect(plan(buildPush({ files: [there, lost, waiting] }))).toEqual({
      kind: 'rest',
      load: { files: 1, bytes: 20 },
    });
  });

  it('has nothing to do while all is there or on its way', () => {
    expect(plan(buildPush({ files: [there] })).kind).toBe('allThere');
    expect(plan(buildPush({ files: [there, waiting] })).kind).toBe('onTheWay');
  });

  it('is not possible once the data are closed', () => {
    expect(planPush(buildPushes({ isOpen: false }), 't1').kind).toBe('closed');
  });
});
