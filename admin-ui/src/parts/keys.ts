/** Fields that take no text: a key pressed on them is no writing. */
const WORDLESS = ['checkbox', 'radio', 'button', 'submit', 'range'];

/** Whether keys are letters of something that somebody writes there. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !WORDLESS.includes(target.type);
  return target.matches('textarea, select, [contenteditable], [contenteditable] *');
}

/** Something lies over the page, and has keys of its own. */
export const isCovered = () =>
  document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;
