import { fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { SITE } from '../test/portal';

const NAMES = ['任务来源说明', '分发登记表（签字）', '介绍信', '身份证'];

/** The server's side of an upload: what was sent gets the slot's number as its name. */
export const takesPapers = http.post(`${SITE}/api/attachments`, async ({ request }) => {
  const type = (await request.formData()).get('type');
  return HttpResponse.json({ attachmentId: `new-${type}`, fileName: `${type}.pdf` });
});

/** Puts a file into a slot, and waits until the server has it. */
export async function attach(name: string, link: string): Promise<void> {
  const input = screen.getByLabelText(name, { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], `${name}.pdf`)] } });
  await screen.findByRole('link', { name: link });
}

/** The four papers that a subscription needs. */
export async function attachPapers(): Promise<void> {
  for (const [at, name] of NAMES.entries()) {
    await attach(name, `${[6, 7, 2, 1][at]}.pdf`);
  }
}
