import { expect, it } from 'vitest';
import { UNNAMED_INSTRUMENTS } from './instrumentNames';
import { satelliteName, sensorName } from './instruments';

const { instrument: instrumentName, value: instrumentValue } = UNNAMED_INSTRUMENTS;

it('calls satellites what people call them', () => {
  const table: [string | null, string][] = [
    ['sentinel-2a', 'Sentinel-2A'],
    ['sentinel-1b', 'Sentinel-1B'],
    ['landsat-8', 'Landsat 8'],
    ['landsat-9', 'Landsat 9'],
    ['cbers-4a', 'CBERS-4A'],
    ['amazonia-1', 'Amazonia-1'],
    ['gf1', 'GF-1'],
    ['gf-2', 'GF-2'],
    ['sentinel-2', 'Sentinel-2'],
    ['natural-earth', 'Natural Earth'],
    ['unheard of 7', 'unheard of 7'],
    ['terra', 'Terra'],
    ['GF-1', 'GF-1'],
    ['高分一号', '高分一号'],
    [null, ''],
  ];
  for (const [name, known] of table) expect(satelliteName(name)).toBe(known);
});

it('writes several instruments with a stroke', () => {
  expect(sensorName('oli,tirs')).toBe('OLI/TIRS');
  expect(sensorName('msi')).toBe('MSI');
  expect(sensorName('c-sar')).toBe('C-SAR');
  expect(sensorName('etm+')).toBe('ETM+');
  expect(sensorName('hyperspectral')).toBe('hyperspectral');
  expect(instrumentName('natural-earth', 'shaded-relief')).toBe('Natural Earth shaded relief');
  expect(sensorName('PMS')).toBe('PMS');
  expect(instrumentName('sentinel-2a', 'msi')).toBe('Sentinel-2A MSI');
  expect(instrumentName(null, null)).toBe('');
});

it('names the values of the two fields that are instruments, and of no other', () => {
  expect(instrumentValue('satelite', 'landsat-8')).toBe('Landsat 8');
  expect(instrumentValue('sensor', 'oli,tirs')).toBe('OLI/TIRS');
  expect(instrumentValue('dataname', 'msi')).toBe('msi');
});
