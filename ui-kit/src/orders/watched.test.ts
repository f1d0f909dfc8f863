import { expect, it } from 'vitest';
import { AUTHORITIES, buildOrder } from '../testing/builders';
import { standingOf } from './watched';

const ORDER = buildOrder({ loginUser: 'lisi' });
const BOTH = [...AUTHORITIES.applicant, ...AUTHORITIES.operator];

it.each([
  ['an auditor of somebody else’s', 'admin', AUTHORITIES.admin, 'auditor'],
  ['an auditor of one’s own', 'lisi', AUTHORITIES.admin, 'watcher'],
  ['an applicant of one’s own', 'lisi', AUTHORITIES.applicant, 'owner'],
  ['an operator with orders of their own, of somebody else’s', 'wangwu', BOTH, 'watcher'],
  ['an operator with orders of their own, of one’s own', 'lisi', BOTH, 'owner'],
] as const)('%s', (_, loginName, authorities, standing) => {
  expect(standingOf({ loginName, authorities: [...authorities] }, ORDER)).toBe(standing);
});

it('nobody who is not known yet is more than a watcher', () => {
  expect(standingOf(undefined, ORDER)).toBe('watcher');
});
