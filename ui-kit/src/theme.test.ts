import { describe, expect, it } from 'vitest';
import { createAppTheme } from './theme';
import { textStyle } from './tokens';

/** Those that the apps use. */
const VARIANTS = [
  ...(['h1', 'h2', 'h3', 'h5', 'h6', 'subtitle2'] as const),
  ...(['body1', 'body2', 'caption', 'button'] as const),
];

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  it.each(VARIANTS)('writes %s in a size of the scale', (variant) => {
    const sizes: unknown[] = Object.values(textStyle).map(({ fontSize }) => fontSize);
    expect(sizes).toContain(createAppTheme('en', scheme).typography[variant].fontSize);
  });
});
