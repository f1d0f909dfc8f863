import type { Attachment, Subscription } from '@scenedock/ui-kit';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stage } from '../test/Stage';
import { useServer } from '../test/server';
import { PapersOf } from './PapersOf';

useServer();

const paper = (type: Attachment['type'], name: string): Attachment => ({
  attachmentId: `paper-${type}`,
  type,
  fileName: name,
  fDataName: `20261121WP150405006${name}`,
  fDataPath: `/api/attachments/paper-${type}`,
  size: 2048,
  mediaType: 'application/pdf',
  creattime: '2026-11-21T07:04:05Z',
});

function show(...attachments: Attachment[]) {
  render(
    <Stage>
      <PapersOf one={{ attachments } as Subscription} />
    </Stage>,
  );
}

it('shows the papers of a subscription one by one, and which is missing', async () => {
  show(paper(6, '任务书.pdf'), paper(4, '附图.pdf'));
  expect((await screen.findByTitle('任务书.pdf')).getAttribute('src')).toBe(
    '/api/attachments/paper-6',
  );
  expect(screen.getAllByRole('tab')).toHaveLength(5);
  fireEvent.click(screen.getByRole('tab', { name: '5 其他附件' }));
  await screen.findByTitle('附图.pdf');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/attachments/paper-4');
  fireEvent.click(screen.getByRole('tab', { name: '4 身份证' }));
  expect(screen.queryByTitle('附图.pdf')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('says that a subscription from before there were papers has none', async () => {
  show();
  await screen.findByText('没有附件');
});
