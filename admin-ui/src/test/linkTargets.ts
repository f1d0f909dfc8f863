import { within } from '@testing-library/react';

/** Where the links of a part lead, each address once, as people read it. */
export const linkTargets = (part: HTMLElement) => [
  ...new Set(
    within(part)
      .queryAllByRole('link')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? '')),
  ),
];
