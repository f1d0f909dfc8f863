import { expect, it } from 'vitest';
import { NOBODY } from '../account/personForm';
import { wholePerson } from './person';

it('has an empty text for what a person left out', () => {
  const person = { name: '李四', unit: '地质一队', phoneMobile: '13800000000', email: 'a@b.cn' };
  expect(wholePerson(person)).toEqual({ ...NOBODY, ...person });
  expect(wholePerson({ ...person, fax: '010' }).fax).toBe('010');
});
