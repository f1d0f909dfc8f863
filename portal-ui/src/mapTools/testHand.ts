import { act, fireEvent } from '@testing-library/react';

/** Works a screen in tests. */
export const hand = {
  click: (element: Element) => {
    if (element instanceof HTMLElement) act(() => element.focus());
    fireEvent.click(element);
  },
  /** Types a value; `enter` also sends the form. */
  type: (field: Element, value: string, { enter = false } = {}) => {
    fireEvent.change(field, { target: { value } });
    const form = field.closest('form');
    if (enter && form !== null) fireEvent.submit(form);
  },
  /** Pastes; a paste that is refused changes nothing. */
  paste: (field: Element, text: string) => {
    const clipboardData = { getData: () => text };
    if (fireEvent.paste(field, { clipboardData })) hand.type(field, text);
  },
  press: (key: string) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  },
  upload: (input: Element, file: File) => {
    fireEvent.change(input, { target: { files: [file] } });
  },
};
