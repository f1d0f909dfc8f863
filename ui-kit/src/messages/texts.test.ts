import { beforeAll, describe, expect, it } from 'vitest';
import { loadMessages } from './loaded';
import { textOf } from './texts';

const missing = {
  code: 'field.paper_missing',
  params: { paper: { code: 'paper.id_card' } },
};

it('shows what the server sent as long as no other catalogue has come', () => {
  expect(textOf(missing, '请上传身份证！', 'en')).toBe('请上传身份证！');
});

describe('for readers of English', () => {
  beforeAll(() => loadMessages('en'));

  it.each([
    [missing, 'Upload: ID card'],
    [{ code: 'too_large.file', params: { megabytes: 20 } }, 'Files may be at most 20 MB'],
    [
      { code: 'bad_json', params: { reason: '{reason} $&' } },
      'The request cannot be read: {reason} $&',
    ],
    [
      {
        code: 'notice.preparation_stuck',
        params: { number: 'WP1', said: { code: 'failure.no_space', params: { what: '/data' } } },
      },
      'The preparation of order WP1 has stalled: Out of storage space: /data',
    ],
    [
      {
        code: 'field.region_has_children',
        params: { count: 7, names: ['石家庄市', '唐山市', '…'] },
      },
      'Regions in it (7): 石家庄市, 唐山市…',
    ],
    [{ code: 'from.later' }, '中文'],
    [{}, '中文'],
    [null, '中文'],
    [undefined, '中文'],
  ])('renders %j', (message, text) => {
    expect(textOf(message, '中文', 'en')).toBe(text);
  });

  it('renders no deeper than the server', () => {
    let deep: { code: string; params?: Record<string, unknown> } = { code: 'not_found' };
    for (let depth = 0; depth < 100; depth += 1) {
      deep = { code: 'field.paper_missing', params: { paper: deep } };
    }
    expect(textOf(deep, '', 'en').length).toBeLessThan(200);
  });

  it('leaves Chinese to the server', () => {
    expect(textOf(missing, '请上传身份证！', 'zh-CN')).toBe('请上传身份证！');
  });
});
