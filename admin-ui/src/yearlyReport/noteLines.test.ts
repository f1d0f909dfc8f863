import type { YearlyReport } from '@scenedock/ui-kit';
import { describe, expect, it } from 'vitest';
import { noteLines } from './NotesPanel';

describe('lines of notes', () => {
  it('are what is said and what stands out without a word, by month', () => {
    const report = {
      notes: [
        { month: 5, subject: 'provided', text: '集中领取' },
        { month: 3, subject: 'orders', text: '汛期' },
      ],
      spikes: [
        { month: 3, subject: 'orders' },
        { month: 3, subject: 'provided' },
      ],
    } as unknown as YearlyReport;
    expect(noteLines(report)).toEqual([
      { month: 3, subject: 'orders', text: '汛期', isSpike: true },
      { month: 3, subject: 'provided', text: '', isSpike: true },
      { month: 5, subject: 'provided', text: '集中领取', isSpike: false },
    ]);
  });
});
