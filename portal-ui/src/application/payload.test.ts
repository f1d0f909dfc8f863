import type { Scene } from '@scenedock/ui-kit';
import { APPLICANT, buildScene } from '@scenedock/ui-kit/testing';
import { describe, expect, it } from 'vitest';
import { keyKeeper } from './idempotency';
import { newApplication, toDraft } from './payload';

const ME = { ...APPLICANT, phone: null };

const scene = (dataid: string, datatype: number) => buildScene(dataid, { datatype });

describe('what is sent', () => {
  it('starts from what is known of the person', () => {
    const { form } = newApplication(0, ME, ['a']);
    expect(form).toMatchObject({
      applyuser: '王工',
      applyUserUnit: '地质一队',
      applyUserPhone: '',
    });
  });

  it('is archive data only when every ordered scene is', () => {
    const application = newApplication(0, ME, ['a', 'b']);
    const type = (scenes: Scene[]) => toDraft(application, scenes, 'save').dataType;
    expect(type([scene('a', 1), scene('b', 1)])).toBe('1');
    expect(type([scene('a', 1), scene('b', 0)])).toBe('0');
    expect(type([scene('a', 1), scene('b', 1), scene('not ordered', 0)])).toBe('1');
  });

  it('lists papers in the order of the slots, and trims', () => {
    const application = newApplication(0, ME, ['a']);
    application.papers = {
      1: { attachmentId: 'id', fileName: 'i' },
      6: { attachmentId: 'source', fileName: 's' },
    };
    application.form.productName = ' 项目 ';
    const draft = toDraft(application, [], 'submit');
    expect(draft.attachments.map((one) => one.type)).toEqual([6, 1]);
    expect(draft.form.productName).toBe('项目');
  });
});

describe('idempotency keys', () => {
  it('stay while the content stays', () => {
    let count = 0;
    const key = keyKeeper(() => {
      count += 1;
      return String(count);
    });
    expect([key('a'), key('a'), key('b'), key('a')]).toEqual(['1', '1', '2', '3']);
  });

  it('are long and differ', () => {
    expect(keyKeeper()('a')).toMatch(/^[0-9a-f]{32}$/);
    expect(keyKeeper()('a')).not.toBe(keyKeeper()('a'));
  });
});
