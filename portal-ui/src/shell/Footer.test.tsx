import type { Config } from '@scenedock/ui-kit';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import ContactPage from '../contact/ContactPage';
import { CONFIG, openAt, SITE, useServer } from '../test/portal';
import { Footer } from './Footer';

let config: Config = CONFIG;
useServer(
  [
    http.get(`${SITE}/api/config`, () => HttpResponse.json(config)),
    http.get(`${SITE}/api/guide/pages/contactUs`, () =>
      HttpResponse.json({ page: 'contactUs', bodyZh: '', bodyEn: '' }),
    ),
  ],
  null,
);

const SET = { ...CONFIG, copyright: '版权所有 某局', record: '京ICP备1号' };

it('says copyright and record number as they are configured', async () => {
  config = SET;
  openAt('/search', <Footer />);
  const footer = await screen.findByRole('contentinfo');
  expect([...footer.children].map((part) => part.textContent)).toEqual([
    '版权所有 某局',
    '京ICP备1号',
  ]);
});

it('is not there where neither is configured', async () => {
  config = { ...SET, copyright: '', record: '' };
  openAt('/search', <Footer />);
  await waitFor(() => expect(screen.queryByRole('contentinfo')).toBeNull());
});

it('leads the page of contacts by what is configured: telephone, address, postcode', async () => {
  config = { ...SET, contactTele: '0971-123', contactAddress: '西宁市', contactPost: '810000' };
  openAt('/contactUs', <ContactPage />);
  const phone = await screen.findByRole('link', { name: '0971-123' });
  expect(phone.getAttribute('href')).toBe('tel:0971123');
  for (const text of ['西宁市', '810000', '版权所有 某局', '京ICP备1号']) screen.getByText(text);
});
