import { describe, expect, it } from 'vitest';
import { zhPanels } from '../messages/panels.zh';
import { boxOf, checkBox, checkPoint, pointOf } from './locateRules';

const GOOD = { left: '115', top: '41', right: '117', bottom: '39' };

describe('locating by box', () => {
  it.each([
    [{ left: '', top: '', right: '', bottom: '' }, 'left', '请填写左上角经度'],
    [{ top: '', right: '', bottom: '' }, 'top', '请填写左上角纬度'],
    [{ right: '', bottom: '' }, 'right', '请填写右下角经度'],
    // All four must be there before any bound is looked at.
    [{ left: '200', bottom: '' }, 'bottom', '请填写右下角纬度'],
    [{ left: '200', right: '300', top: '91' }, 'left', '左上角经度请在-180°~+180°之间'],
    [{ right: '-180.1', top: '91' }, 'right', '右下角经度请在-180°~+180°之间'],
    [{ top: '90.5', bottom: '-91' }, 'top', '左上角纬度在-90°~+90°之间'],
    [{ bottom: '-91' }, 'bottom', '右下角纬度在-90°~+90°之间'],
    [{ left: 'x' }, 'left', '左上角经度请在-180°~+180°之间'],
    [{ left: '118' }, 'left', '左上角经度应小于右下角经度'],
    [{ top: '38' }, 'top', '左上角纬度应大于右下角纬度'],
  ])('%j', (part, field, text) => {
    expect(checkBox(zhPanels, { ...GOOD, ...part })).toEqual({ field, text });
  });

  it('takes the bounds themselves', () => {
    const whole = { left: '-180', top: '90', right: '180', bottom: '-90' };
    expect(checkBox(zhPanels, whole)).toBeNull();
    expect(boxOf(whole)).toEqual([-180, -90, 180, 90]);
  });
});

describe('locating by point', () => {
  it.each([
    [{ longitude: '', latitude: '' }, 'longitude', '请填写经度！'],
    [{ longitude: '500', latitude: ' ' }, 'latitude', '请填写纬度！'],
    [{ longitude: '180.01', latitude: '91' }, 'longitude', '经度请在-180°~+180°之间'],
    [{ longitude: '180', latitude: '-90.1' }, 'latitude', '纬度在-90°~+90°之间'],
  ])('%j', (fields, field, text) => {
    expect(checkPoint(zhPanels, fields)).toEqual({ field, text });
  });

  it('takes a degree sign and a full-width minus', () => {
    const fields = { longitude: ' 116.39° ', latitude: '－33.5' };
    expect(checkPoint(zhPanels, fields)).toBeNull();
    expect(pointOf(fields)).toEqual([116.39, -33.5]);
  });
});
