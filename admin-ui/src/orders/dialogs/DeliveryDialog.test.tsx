import type { Delivery, Order } from '@scenedock/ui-kit';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { order } from '../../test/fixtures';
import { Stage } from '../../test/Stage';
import { server, useServer } from '../../test/server';
import { DeliveryDialog } from './DeliveryDialog';

useServer();

const FILE = { name: 'scenes/黄 河.tif', size: 2048, sha256: 'a'.repeat(64) };

function show(getMethod: Order['getMethod'], delivery: Partial<Delivery>) {
  server.use(
    http.get('/api/config', () =>
      HttpResponse.json({
        contactTele: '010-1',
        contactAddress: '北京',
        ftpClientUrl: 'https://f/',
      }),
    ),
    http.get('/api/orders/7/delivery', () =>
      HttpResponse.json({
        address: null,
        ftp: null,
        https: null,
        tls: false,
        files: [FILE],
        expiresAt: '2026-11-29T03:04:05Z',
        physicalPath: null,
        ...delivery,
      }),
    ),
  );
  render(
    <Stage>
      <DeliveryDialog order={order({ sstatus: 6, getMethod })} onClose={() => undefined} />
    </Stage>,
  );
}

describe('a delivery', () => {
  it('for download shows the address, the client and links to the files', async () => {
    show(0, { address: 'u:p@h:21', ftp: 'ftp://h:21/', https: '/api/orders/7/files/' });
    await screen.findByDisplayValue('u:p@h:21');
    expect((await screen.findByText(/FTP 客户端/)).getAttribute('href')).toBe('https://f/');
    const file = screen.getByRole('link', { name: FILE.name });
    expect(file.getAttribute('href')).toBe('/api/orders/7/files/scenes/%E9%BB%84%20%E6%B2%B3.tif');
  });

  it('as an offline copy shows where to fetch it and where it lies, and no address', async () => {
    show(2, { physicalPath: '/data/objects/deliveries/7' });
    await screen.findByDisplayValue('/data/objects/deliveries/7');
    screen.getByRole('button', { name: /物理路径/ });
    await screen.findByText('010-1');
    screen.getByText('北京');
    screen.getByText(FILE.name);
    expect(screen.queryByRole('link', { name: FILE.name })).toBeNull();
    expect(screen.queryByLabelText('FTP 地址')).toBeNull();
  });

  it('as an offline copy that is not staged yet says so', async () => {
    show(2, {});
    await screen.findByText('离线拷贝目录尚未就绪');
  });
});
