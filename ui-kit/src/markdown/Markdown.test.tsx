import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { linkTarget, pictureSource } from './addresses';
import Markdown from './Markdown';

afterEach(cleanup);

const ID = '01890000-0000-7000-8000-000000000001';

describe('published texts', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    ['HTTP://example.org', 'HTTP://example.org'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['/search?q=1', '/search?q=1'],
    ['#part', '#part'],
    ['//example.org', null],
    ['/\\example.org', null],
    ['/a\\b', null],
    ['javascript:alert(1)', null],
    [' java\nscript:alert(1)', null],
    ['data:text/html,x', null],
    ['ftp://example.org', null],
    ['page', null],
  ])('lead from %s to %s', (url, target) => {
    expect(linkTarget(url)).toBe(target);
  });

  it('show uploaded pictures and no others', () => {
    expect(pictureSource(`/api/content/pictures/${ID}`)).toBe(`/api/content/pictures/${ID}`);
    for (const url of [
      'https://example.org/a.png',
      '/api/orders',
      `/api/content/pictures/${ID}/../../../orders`,
      'data:image/png;base64,AA',
    ])
      expect(pictureSource(url)).toBeNull();
  });

  it('keep HTML as text, and every address where it may lead', () => {
    const { container } = render(
      <Markdown
        text={[
          '# 标题',
          '<script>alert(1)</script>',
          '<img src=x onerror=alert(1)>',
          '[坏](javascript:alert(1)) [好](https://example.org)',
          `![图](/api/content/pictures/${ID}) ![外](https://example.org/a.png)`,
          '| 甲 | 乙 |\n|---|---|\n| 1 | 2 |',
        ].join('\n\n')}
      />,
    );
    screen.getByRole('heading', { level: 2, name: '标题' });
    expect(container.querySelector('script')).toBeNull();
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual([
      `/api/content/pictures/${ID}`,
    ]);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org']);
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
    screen.getByText('坏');
    screen.getByText('外');
    screen.getByRole('cell', { name: '1' });
  });
});
