import { contentDesk } from '@scenedock/ui-kit';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Stage } from '../test/Stage';
import { useServer } from '../test/server';
import { VideoUpload } from './VideoUpload';

useServer();

it('gives the video up that is on its way when the page is left', async () => {
  const replace = vi
    .spyOn(contentDesk.video, 'replace')
    .mockReturnValue(new Promise(() => undefined));
  const { unmount } = render(
    <Stage>
      <VideoUpload maxBytes={100} isFirst />
    </Stage>,
  );
  const file = new File(['x'], 'guide.mp4', { type: 'video/mp4' });
  fireEvent.change(screen.getByLabelText('上传视频', { selector: 'input' }), {
    target: { files: [file] },
  });
  await screen.findByRole('progressbar');
  const signal = replace.mock.calls[0]?.[2];
  expect(signal?.aborted).toBe(false);
  unmount();
  expect(signal?.aborted).toBe(true);
});
