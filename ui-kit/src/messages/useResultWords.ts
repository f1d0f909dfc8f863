import type { ResultKind, ResultState } from '../api/types';
import type { Tone } from '../orders/tables';
import { useLocale } from './LocaleProvider';
import type { Locale } from './locale';

export const RESULT_KINDS = [
  'paper',
  'report',
  'patent',
  'product',
  'award',
  'other',
] as const satisfies readonly ResultKind[];

export const RESULT_STATES = [
  'reported',
  'checked',
  'refused',
] as const satisfies readonly ResultState[];

export const RESULT_TONES: Record<ResultState, Tone> = {
  reported: 'info',
  checked: 'success',
  refused: 'danger',
};

const zh = {
  kind: '类型',
  kinds: {
    paper: '论文',
    report: '报告',
    patent: '专利',
    product: '产品',
    award: '获奖',
    other: '其他',
  } satisfies Record<ResultKind, string>,
  state: '状态',
  states: {
    reported: '待核实',
    checked: '已核实',
    refused: '未通过',
  } satisfies Record<ResultState, string>,
  name: '名称',
  authors: '作者（完成人）',
  month: '发表年月',
  venue: '刊物或发布处',
  doi: 'DOI',
  link: '链接',
  note: '备注',
  orders: '所依据的订单',
  satellites: '卫星',
  reported: '登记时间',
  reason: '未通过的原因',
};

const en: typeof zh = {
  kind: 'Kind',
  kinds: {
    paper: 'Paper',
    report: 'Report',
    patent: 'Patent',
    product: 'Product',
    award: 'Award',
    other: 'Other',
  },
  state: 'State',
  states: { reported: 'To be checked', checked: 'Checked', refused: 'Refused' },
  name: 'Title',
  authors: 'Authors',
  month: 'Came out',
  venue: 'Journal or publisher',
  doi: 'DOI',
  link: 'Link',
  note: 'Note',
  orders: 'Based on orders',
  satellites: 'Satellites',
  reported: 'Reported',
  reason: 'Why it was refused',
};

const WORDS: Record<Locale, typeof zh> = { 'zh-CN': zh, en };

/** What both apps say of results. */
export function useResultWords(): typeof zh {
  return WORDS[useLocale().locale];
}

/** Where a DOI leads. */
export const doiUrl = (doi: string) => `https://doi.org/${encodeURI(doi)}`;
