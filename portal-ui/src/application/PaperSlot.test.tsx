import type { Paper } from '@scenedock/ui-kit';
import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { everyScreen, refusal, renderPortal, SITE, useServer } from '../test/portal';
import { PaperSlot } from './PaperSlot';

const server = useServer(everyScreen());

function Slot() {
  const [paper, setPaper] = useState<Paper>();
  return (
    <PaperSlot
      type={1}
      paper={paper}
      taken={[]}
      required={false}
      missed={false}
      onChange={setPaper}
      onUpload={() => undefined}
    />
  );
}

function choose() {
  renderPortal(<Slot />);
  const input = screen.getByLabelText('身份证', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], '证件.pdf')] } });
}

const answers = (answer: () => Response) => http.post(`${SITE}/api/attachments`, () => answer());

it('says that a paper has arrived, and asks before it is removed again', async () => {
  server.use(answers(() => HttpResponse.json({ attachmentId: 'a', fileName: '证件.pdf' })));
  choose();
  await screen.findByText('上传成功！');
  fireEvent.click(screen.getByRole('button', { name: '移除 证件.pdf' }));
  await screen.findByText('确定移除 证件.pdf？');
  fireEvent.click(screen.getByRole('button', { name: '确定' }));
  await screen.findByText('移除成功');
  expect(screen.queryByRole('link', { name: '证件.pdf' })).toBeNull();
});

it.each([
  ['the server', () => refusal(400, '文件已损坏'), '证件.pdf上传失败！文件已损坏'],
  ['nobody', () => HttpResponse.error(), '证件.pdf上传失败！网络连接失败，请检查网络后重试！'],
])('names a paper that did not arrive where %s answers, and says why', async (_, answer, words) => {
  server.use(answers(answer));
  choose();
  await screen.findByText(words);
});
