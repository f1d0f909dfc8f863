import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
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

it('shows the checksum in a row of a list, and copies it', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(
    <LocaleProvider>
      <DownloadAll dense downloads={[FILE]} ordername="WP1" />
    </LocaleProvider>,
  );
  const copy = screen.getByRole('button', { name: '复制 SHA-256 WP1.zip' });
  fireEvent.mouseOver(copy);
  expect(await screen.findByText(`SHA-256 ${FILE.sha256}`)).toBeTruthy();
  fireEvent.click(copy);
  await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith(FILE.sha256));
  vi.unstubAllGlobals();
});
