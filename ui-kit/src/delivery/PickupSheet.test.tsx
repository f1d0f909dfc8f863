import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Pickup } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { PickupSheet } from './PickupSheet';

afterEach(cleanup);

const PICKUP: Pickup = {
  ordername: '20261120WP1',
  applyuser: '王建国',
  applyUserPhone: '13800001111',
  applyUserUnit: '青海院',
  productName: '活动构造调查',
  contactTele: '010-1',
  contactAddress: '北京',
  dataCount: 2,
  totalSize: 3072,
  preparedAt: '2026-11-20T03:00:00Z',
  expiresAt: '2026-12-20T03:00:00Z',
  physicalPath: '/data/objects/d/7',
  files: [{ name: 'scenes/a.tif', size: 2048, sha256: 'b'.repeat(64) }],
};

function show(pickup: Pickup) {
  render(
    <LocaleProvider>
      <PickupSheet pickup={pickup} sysName="数据服务" />
    </LocaleProvider>,
  );
}

describe('the pick-up sheet', () => {
  it('names order, unit, applicant, place, path and files, with lines to sign', () => {
    show(PICKUP);
    for (const text of [
      '数据离线拷贝领取单',
      '数据服务',
      '20261120WP1',
      '青海院',
      '王建国',
      '北京',
      '/data/objects/d/7',
      'scenes/a.tif',
      '2.0 KB',
      'b'.repeat(64),
      '共 1 个文件，3.0 KB',
      '发放人（签字）',
      '领取人（签字）',
    ]) {
      screen.getByText(text);
    }
  });

  it('leaves the path out where it is not to be told', () => {
    show({ ...PICKUP, physicalPath: null });
    expect(screen.queryByText('物理路径')).toBeNull();
  });
});
