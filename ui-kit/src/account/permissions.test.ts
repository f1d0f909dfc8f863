import { describe, expect, it } from 'vitest';
import { en } from '../messages/en';
import { zhCN } from '../messages/zh-CN';
import { ownRoleNames } from './permissions';

describe('the roles of whoever is signed in', () => {
  it.each([
    ['operator', ['operator'], '运维人员', 'Operator'],
    // The role that says where somebody begins is the nearest, and need not be one that the person has.
    ['operator', ['0198a7b2c3d4'], '自定义角色', 'Custom role'],
    ['admin', ['admin', 'operator'], '管理员、运维人员', 'Administrator, Operator'],
    ['operator', ['operator', 'x1', 'x2'], '运维人员、自定义角色', 'Operator, Custom role'],
  ] as const)('%s with %j', (role, roleIds, chinese, english) => {
    const me = { role, roleIds: [...roleIds] };
    expect(ownRoleNames(me, zhCN)).toBe(chinese);
    expect(ownRoleNames(me, en)).toBe(english);
  });

  it('are called as administrators named them', () => {
    const roles = [
      { id: 'operator', name: '' },
      { id: 'x1', name: '数据审核岗' },
    ];
    const me = { role: 'operator', roleIds: ['operator', 'x1'], roles } as const;
    expect(ownRoleNames({ ...me, roleIds: [...me.roleIds] }, zhCN)).toBe('运维人员、数据审核岗');
    expect(ownRoleNames({ ...me, roleIds: [...me.roleIds] }, en)).toBe('Operator, 数据审核岗');
  });

  it('is the one where somebody begins, of a server of the version before', () => {
    expect(ownRoleNames({ role: 'admin' }, zhCN)).toBe('管理员');
  });
});
