import { describe, expect, it } from 'vitest';
import { generatedPassword } from './generatedPassword';

describe('a generated password', () => {
  it('is what the rules take, and never the same', () => {
    const made = Array.from({ length: 500 }, generatedPassword);
    for (const password of made) {
      expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$/);
      expect(password).not.toMatch(/[lIO01]/);
    }
    expect(new Set(made).size).toBe(500);
  });

  it('begins with any kind of character', () => {
    const firsts = Array.from({ length: 200 }, () => generatedPassword().charAt(0));
    for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/]) {
      expect(firsts.some((first) => kind.test(first))).toBe(true);
    }
  });
});
