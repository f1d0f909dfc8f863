import { expect, it } from 'vitest';
import { togglePhrase } from './RejectDialog';

it.each([
  ['', '缺少签字', '缺少签字'],
  ['缺少签字', '附件不清晰', '缺少签字\n附件不清晰'],
  ['缺少签字\n附件不清晰', '缺少签字', '附件不清晰'],
  ['另见电话记录', '缺少签字', '另见电话记录\n缺少签字'],
  ['\n', '缺少签字', '缺少签字'],
])('%j with the phrase %j is %j', (text, phrase, expected) => {
  expect(togglePhrase(text, phrase)).toBe(expected);
});
