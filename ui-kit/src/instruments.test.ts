import { expect, it } from 'vitest';
import { instrumentName, satelliteName, sensorName } from './instruments';

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
  expect(instrumentName('natural-earth', 'shaded-relief')).toBe('natural-earth shaded-relief');
  expect(sensorName('PMS')).toBe('PMS');
  expect(instrumentName('sentinel-2a', 'msi')).toBe('Sentinel-2A MSI');
  expect(instrumentName(null, null)).toBe('');
});
