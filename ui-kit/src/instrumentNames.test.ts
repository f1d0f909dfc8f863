import { describe, expect, it } from 'vitest';
import { instrumentNames } from './instrumentNames';

const row = (satellite: string, sensor: string, name: string, nameEn = '') => ({
  satellite,
  sensor,
  name,
  nameEn,
});
const ROWS = [
  row('gf1', '', '高分一号', 'Gaofen-1'),
  row('gf1', 'pms', '全色多光谱相机', 'PMS camera'),
  row('gf2', 'pms', '全色多光谱相机'),
  row('gf1', 'wfv', '宽幅相机'),
  row('gf6', 'wfv', '宽视场相机'),
];

describe('names of instruments', () => {
  it('are those that administrators gave, in the language of the page', () => {
    const zh = instrumentNames(ROWS, 'zh-CN');
    expect(zh.satellite('gf1')).toBe('高分一号');
    expect(zh.instrument('gf1', 'pms')).toBe('高分一号 全色多光谱相机');
    const en = instrumentNames(ROWS, 'en');
    expect(en.instrument('gf1', 'pms')).toBe('Gaofen-1 PMS camera');
  });

  it('are the codes, written out, where nobody gave any', () => {
    const zh = instrumentNames(ROWS, 'zh-CN');
    expect(zh.instrument('gf2', 'mux')).toBe('GF-2 MUX');
    expect(zh.instrument('gf1', null)).toBe('高分一号');
    expect(zh.instrument(null, null)).toBe('');
    expect(instrumentNames(ROWS, 'en').satellite('gf6')).toBe('GF-6');
  });

  it('leave a sensor its code where satellites call it differently and none is meant', () => {
    const zh = instrumentNames(ROWS, 'zh-CN');
    expect(zh.sensor('pms')).toBe('全色多光谱相机');
    expect(zh.sensor('wfv')).toBe('WFV');
    expect(zh.sensor('wfv', 'gf6')).toBe('宽视场相机');
    expect(zh.value('sensor', 'wfv', 'gf1')).toBe('宽幅相机');
    expect(zh.value('dataname', 'wfv')).toBe('wfv');
  });
});
