import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LocaleProvider } from '../messages/LocaleProvider';
import { DownloadAll } from './DownloadAll';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const FILE = { name: 'WP1.zip', url: '/z', size: 382.2 * 1024, sha256: 'ab'.repeat(32) };

it('says that its size is that of the package, not of the data', () => {
  render(
    <LocaleProvider>
      <DownloadAll downloads={[FILE]} ordername="WP1" />
    </LocaleProvider>,
  );
  const link = screen.getByRole('link', { name: '下载全部 WP1 (打包后 382.2 KB)' });
  expect(link.textContent).toBe('下载全部 · 打包后 382.2 KB');
});
