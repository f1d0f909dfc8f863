import { describe, expect, it } from 'vitest';
import { cloudColour, tokens } from './tokens';

describe('the colour of a cloud cover', () => {
  it.each([
    [0, 'upTo10'],
    [10, 'upTo10'],
    [10.1, 'upTo30'],
    [30, 'upTo30'],
    [60, 'upTo60'],
    [60.5, 'upTo100'],
    [100, 'upTo100'],
    [null, 'unknown'],
  ] as const)('of %s percent is %s', (percent, name) => {
    expect(cloudColour(percent)).toBe(tokens.cloud[name]);
  });
});
