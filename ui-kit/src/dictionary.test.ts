import { describe, expect, it } from 'vitest';
import type { DictionaryWord } from './api/types';
import { dictionaryOf } from './dictionary';

const WORDS: DictionaryWord[] = [
  { kind: 'usage', name: '测绘', nameEn: 'Surveying', on: true },
  { kind: 'usage', name: '科研', nameEn: 'Research', on: false },
  { kind: 'usage', name: '碳汇监测', nameEn: '', on: true },
  { kind: 'processing_level', name: '测绘', nameEn: 'Maps', on: true },
];

describe('words of the dictionary', () => {
  it('are offered in their order, without those that are off', () => {
    const { usages, levels } = dictionaryOf(WORDS, 'zh-CN');
    expect(usages.offered.map(({ text }) => text)).toEqual(['测绘', '碳汇监测']);
    expect(levels.offered.map(({ text }) => text)).toEqual(['测绘']);
  });

  it('are read in the language of the page, or in Chinese, by their own list', () => {
    const { usages, levels } = dictionaryOf(WORDS, 'en');
    expect(usages.offered).toEqual([
      { name: '测绘', text: 'Surveying' },
      { name: '碳汇监测', text: '碳汇监测' },
    ]);
    expect(usages.text('科研')).toBe('Research');
    expect(levels.text('测绘')).toBe('Maps');
  });

  it('stay as orders keep them where the list does not have them', () => {
    expect(dictionaryOf(WORDS, 'en').usages.text('观光')).toBe('观光');
    expect(dictionaryOf([], 'en').usages.text('')).toBe('');
  });
});
