import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/client';
import type { DataPercent } from '../api/types';
import { LocaleProvider } from '../messages/LocaleProvider';
import { newsOf } from './NewsBar';
import { PreparationBar } from './PreparationBar';
import { StateChip } from './StateChip';
import { ErrorState } from './States';

const ONE: DataPercent = {
  percentStr: '50%',
  allSize: 1,
  isin: 1,
  failed: 0,
  doing: 0,
  bytesDone: 1,
  bytesAll: 2,
  stage: 'package',
  stagePercent: 0,
};

const show = (what: React.ReactNode) => render(<LocaleProvider>{what}</LocaleProvider>);

describe('the preparation', () => {
  it('shows its stages: one scene of one is a whole extraction, not half of something', () => {
    show(<PreparationBar value={ONE} />);
    expect(screen.getByText('提取 ✓')).toBeTruthy();
    expect(screen.getByText('打包 0%')).toBeTruthy();
    expect(screen.getByText('校验')).toBeTruthy();
    expect(screen.queryByText(/50%/)).toBeNull();
  });
});

describe('a refusal', () => {
  it('says which permission it needs and who grants it, and offers no second try', () => {
    const denied = new ApiError(403, 'forbidden', '没有权限执行此操作', [], ['/order/audit']);
    show(<ErrorState error={denied} onRetry={() => undefined} />);
    expect(screen.getByText('没有权限')).toBeTruthy();
    expect(screen.getByText('此内容需要“审核和处理订单”权限。')).toBeTruthy();
    expect(screen.getByText('如需使用，请联系系统管理员开通。')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a cancelled order', () => {
  it('is not called rejected', () => {
    show(<StateChip status={2} cancelledBy="owner" />);
    expect(screen.getByText('已取消')).toBeTruthy();
    show(<StateChip status={2} />);
    expect(screen.getByText('审核驳回')).toBeTruthy();
  });
});

describe('what is new in a list', () => {
  const rows = (ids: string[], total = ids.length) => ({ items: ids.map((id) => ({ id })), total });

  it('counts by the total, and sees that rows have gone', () => {
    expect(newsOf(rows(['a', 'b']), rows(['c', 'a'], 3))).toEqual({ fresh: 1, changed: true });
    expect(newsOf(rows(['a', 'b']), rows(['a']))).toEqual({ fresh: 0, changed: true });
    expect(newsOf(rows(['a', 'b']), rows(['a', 'b']))).toEqual({ fresh: 0, changed: false });
    expect(newsOf(undefined, rows(['a']))).toEqual({ fresh: 0, changed: false });
  });
});
