import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { catchFiles, linesOf } from '../test/savedFiles';
import { server, useServer } from '../test/server';
import { PreviewedScenes } from './PreviewedScenes';

useServer();

it('saves how many scenes of each node somebody would see', async () => {
  const node = { id: 1, label: '卫星影像', labelEn: 'Imagery', count: 1234 };
  server.use(
    http.post('/api/roles/preview', () =>
      HttpResponse.json({ scenes: { total: 1234, nodes: [node] } }),
    ),
  );
  const files = catchFiles();
  render(
    <Stage at="/role">
      <PreviewedScenes permissions={[]} />
    </Stage>,
  );
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV 各目录的数据' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await linesOf(files[0]?.content)).toEqual(['目录,景数', '卫星影像,1234']);
});
