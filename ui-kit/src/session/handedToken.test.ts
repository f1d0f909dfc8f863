import { expect, it } from 'vitest';
import { withoutHandedToken } from './handedToken';

it.each([
  ['/search?token=x&actid=y', '/search'],
  ['/search?sat=GF-1&token=x#results', '/search?sat=GF-1#results'],
  ['/shopCar?actid=7&navHide', '/shopCar?navHide='],
  ['/admin/?token=x&actid=y#/user?sort=name', '/admin/#/user?sort=name'],
  ['/admin/#/resetPassword?token=x', null],
  ['/search?tokens=1', null],
  ['/search', null],
])('%s is cleaned to %s', (address, clean) => {
  const { pathname, search, hash } = new URL(address, 'http://localhost');
  expect(withoutHandedToken({ pathname, search, hash } as Location)).toBe(clean);
});
