import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PaperContent, type PreviewedPaper } from './PaperPreview';

afterEach(cleanup);

const PICTURE: PreviewedPaper = {
  fileName: '身份证.png',
  mediaType: 'image/png',
  url: '/api/attachments/a4',
  size: 2048,
};

describe('a paper', () => {
  it('whose picture does not load says so, and is loaded anew', () => {
    render(<PaperContent paper={PICTURE} />);
    fireEvent.error(screen.getByRole('img', { name: '身份证.png' }));
    expect(screen.getByRole('alert').textContent).toBe('加载失败重试');
    expect(screen.queryByText('暂无文件！')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(screen.getByRole('img', { name: '身份证.png' }).getAttribute('src')).toBe(PICTURE.url);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('without content is no file', () => {
    render(<PaperContent paper={{ ...PICTURE, size: 0 }} />);
    screen.getByText('暂无文件！');
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });
});
