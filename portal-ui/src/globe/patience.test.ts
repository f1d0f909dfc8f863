import { expect, it } from 'vitest';
import { Patience } from './patience';

function server() {
  let now = 1_000_000;
  const patience = new Patience(() => now);
  return { patience, wait: (ms: number) => (now += ms) };
}

const fail = (patience: Patience, times: number) => {
  for (let i = 0; i < times; i++) patience.failed();
};

it('stops asking a server that answers nothing, for longer each time', () => {
  const { patience, wait } = server();
  fail(patience, 7);
  expect(patience.worthAsking()).toBe(true);
  // Those that were under way fail too; they do not make the pause longer.
  fail(patience, 20);
  expect(patience.worthAsking()).toBe(false);
  wait(30_000);
  expect(patience.worthAsking()).toBe(true);
  fail(patience, 1);
  wait(59_999);
  expect(patience.worthAsking()).toBe(false);
  wait(1);
  expect(patience.worthAsking()).toBe(true);
});

it('waits five minutes at most', () => {
  const { patience, wait } = server();
  fail(patience, 8);
  for (let round = 0; round < 10; round++) {
    wait(300_000);
    expect(patience.worthAsking()).toBe(true);
    fail(patience, 1);
  }
});

it('is patient with holes: a tile that comes forgives the others', () => {
  const { patience } = server();
  for (let round = 0; round < 10; round++) {
    fail(patience, 7);
    patience.came();
  }
  expect(patience.worthAsking()).toBe(true);
});
