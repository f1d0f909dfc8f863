import type { AdminMessages } from '../i18n/zh';
import { layerFault, readLayer, readLayers } from './layers';
import type { EntryKind } from './sysKeys';

/** Characters of a text. */
const LONGEST = 500;

const isAddress = (text: string) =>
  /^\/(?![/\\])\S*$/.test(text) || (/^https?:\/\/\S+$/i.test(text) && !/["'<>;]/.test(text));

const isWhole = (text: string, most: number) => /^\d+$/.test(text) && Number(text) <= most;

const isDegrees = (text: string, most: number) =>
  /^[-+]?\d+(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most;

function scalarFault(content: EntryKind, text: string, m: AdminMessages['system']): string | null {
  if (text.length > LONGEST) return m.tooLong;
  if (content.kind === 'address') return isAddress(text) ? null : m.badAddress;
  if (content.kind === 'number')
    return isWhole(text, content.most) ? null : m.badNumber(content.most);
  if (content.kind === 'degrees') {
    return isDegrees(text, content.most) ? null : m.badDegrees(content.most);
  }
  return null;
}

/** What is wrong with a value, as the server would find it; null when nothing is. Only the name must not be empty. */
export function entryFault(
  content: EntryKind,
  value: string,
  m: AdminMessages['system'],
): string | null {
  const text = value.trim();
  if (text === '') return content.kind === 'text' && content.needed ? m.needed : null;
  if (content.kind !== 'layer' && content.kind !== 'layers') return scalarFault(content, text, m);
  const layers = content.kind === 'layer' ? [readLayer(text)] : (readLayers(text) ?? [null]);
  for (const layer of layers) {
    const fault = layer === null ? null : layerFault(layer);
    if (fault === 'name') return m.layer.nameNeeded;
    if (fault === 'url') return m.layer.urlNeeded;
    if (fault === 'address') return m.badAddress;
  }
  return null;
}
