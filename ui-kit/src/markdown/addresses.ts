import { CONTENT_PICTURES } from '../api/published';

const SCHEMES = /^(?:https?:|mailto:)/i;

/** Whether it leads to a path of this site: not to another one by `//`, whatever slashes it is written with. */
const isOwn = (url: string) => /^\/(?![/\\])/.test(url) && !url.includes('\\');

/** What a link may lead to: the web, a mailbox, a page of this site, a place on the same page. Null: nowhere. */
export function linkTarget(url: string): string | null {
  // Browsers drop these before they read what stands before the colon.
  const text = [...url].filter((letter) => letter > ' ').join('');
  return SCHEMES.test(text) || isOwn(text) || text.startsWith('#') ? text : null;
}

/** What a picture may be: one that was uploaded for a text. Null: nothing. */
export function pictureSource(url: string): string | null {
  const id = url.startsWith(CONTENT_PICTURES) ? url.slice(CONTENT_PICTURES.length) : '';
  return /^[\da-f-]{36}$/i.test(id) ? url : null;
}

/** Whether a link leaves this site. */
export const isForeign = (target: string) => /^https?:/i.test(target);
