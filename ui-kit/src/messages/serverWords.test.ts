import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import english from '../../../texts/en.json';
import texts from '../../../texts/zh-CN.json';
import { ATTACHMENT_TYPES } from '../orders/tables';
import { en } from './en';
import { zhCN as m } from './zh-CN';

/**
 * The words of the server, read from its sources, against those of the screens: both check the same form and name the
 * same things, and nobody should meet two words for one.
 */
const source = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

/** The text in quotes that follows a piece of source at once. */
function textAfter(text: string, piece: string): string {
  const at = text.indexOf(`${piece}"`);
  if (at < 0) throw new Error(`the source has no text after ${piece}`);
  return text.slice(at + piece.length + 1).split('"')[0] ?? '';
}

const PAPER_CODES = {
  6: 'paper.task_source',
  7: 'paper.distribution_form',
  2: 'paper.introduction_letter',
  1: 'paper.id_card',
  4: 'paper.other',
} as const;

describe('the application form', () => {
  it.each([
    ['nothing_changed', m.form.needChange],
    ['required_empty', m.form.needAll],
    ['no_scenes', m.form.needData],
    ['papers_missing', m.form.needAttachments],
    ['form_invalid', m.form.needValid],
    ['catalogue_only_undecided', m.form.chooseCatalogueOnly],
    ['field.applicant_missing', m.form.emptyUser],
    ['field.applicant_unit_missing', m.form.emptyUnit],
    ['field.project_missing', m.form.emptyProject],
    ['field.usage_missing', m.form.emptyUsage],
    ['field.phone_missing', m.form.emptyPhone],
    ['field.get_method_missing', m.form.emptyMethod],
    ['field.phone_wrong', m.form.badPhone],
    ['field.elements_missing', m.form.emptyElements],
  ] as const)('objects in the same words: %s', (code, words) => {
    expect(texts[code]).toBe(words);
  });
});

it.each([
  ['cause_missing', m.detail.causeNeeded],
  ['cause_missing.cancel', m.detail.cancelNeeded],
  ['reason_missing', m.detail.extensionNeeded],
  ['one_file', m.form.oneFile],
  ['shared_file_name', m.form.sameName],
  ['field.larger_than_nation', m.tools.tooLarge],
] as const)('a refusal reads as the screens say it: %s', (code, words) => {
  expect(texts[code]).toBe(words);
});

describe('a file that is not taken is refused in the same words', () => {
  it.each([
    ['wrong_file_type', m.form.fileType, en.form.fileType],
    ['wrong_file_type.document', m.detail.feedbackFileType, en.detail.feedbackFileType],
  ] as const)('by its type: %s', (code, chinese, inEnglish) => {
    expect(texts[code]).toBe(chinese);
    // The server's sentences have no full stop where they are alone.
    expect(`${english[code]}.`).toBe(inEnglish);
  });

  it('by its size', () => {
    const filled = (template: string) => template.replace('{megabytes}', '20');
    expect(filled(texts['too_large.file'])).toBe(m.form.fileTooLarge('20MB'));
    expect(`${filled(english['too_large.file'])}.`).toBe(en.form.fileTooLarge('20 MB'));
  });

  it("a paper, by its type: in the specification's", () => {
    expect(texts.wrong_file_type).toBe('上传文件只能是 JPG 或者pdf 格式!');
  });
});

it('names papers, but for what the form adds about their signature', () => {
  const kinds = source('domain/src/attachment.rs');
  const rust = {
    6: 'TaskSource',
    7: 'DistributionForm',
    2: 'IntroductionLetter',
    1: 'IdCard',
    4: 'Other',
  } as const;
  for (const type of ATTACHMENT_TYPES) {
    const shown = m.attachmentType[type].replace('（签字）', '');
    expect(textAfter(kinds, `Self::${rust[type]} => `)).toBe(shown);
    expect(texts[PAPER_CODES[type]]).toBe(shown);
  }
});

it('names the states of a scene in exported lists', () => {
  const jobs = source('workers/src/jobs/export.rs');
  const rust = { 0: 'Extracted', 1: 'Extracting', 2: 'Failed' } as const;
  for (const state of [0, 1, 2] as const) {
    expect(textAfter(jobs, `SceneState::${rust[state]} => `)).toBe(m.sceneState[state]);
  }
});

it('says of how many days near its end a delivery is as the notices do', () => {
  const notices = source('texts/zh-CN.json');
  expect(notices).toContain('将在3天内关闭');
  expect(notices).toContain('将在1天内关闭');
  expect(m.inbox.kind.expires_in_3_days).toContain('3天内');
  expect(m.inbox.kind.expires_in_1_day).toContain('1天内');
  expect(m.detail.reasons.expires_in_3_days).toBe('3天内到期');
  expect(m.detail.reasons.expires_in_1_day).toBe('1天内到期');
});

it('has one word for an order whose delivery was never fetched, and for the button that says so', () => {
  expect(m.inbox.kind.overdue).toContain(m.orderStatus[5]);
  expect(m.orderAction.mark_overdue).toContain(m.orderStatus[5]);
  expect(source('texts/zh-CN.json')).toContain(`已${m.orderStatus[5]}`);
});

it('calls every stage of a preparation that the server names', () => {
  const progress = source('domain/src/order/progress.rs');
  const names = /pub enum Stage \{([^}]*)\}/.exec(progress)?.[1] ?? '';
  const told = [...names.matchAll(/\/\/\/ (\S+?):[^\n]*\n\s+(\w+),/g)];
  expect(told).toHaveLength(3);
  const { stages } = m;
  expect(told.map(([, word]) => word)).toEqual([stages.extract, stages.package, stages.verify]);
});

it('counts the days of a time range in one way', () => {
  expect(m.orders.last(7)).toBe('近7天');
  expect(m.search.last(7)).toBe(m.orders.last(7));
});
