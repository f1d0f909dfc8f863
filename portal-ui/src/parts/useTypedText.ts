import { useSettled } from '@scenedock/ui-kit';
import { useEffect, useRef, useState } from 'react';

/**
 * What stands in a field whose text the address keeps. It is the field's own while somebody types; `onSettled` hears it when
 * it has settled. An address changes a moment later, and a field that followed it would put letters back and end the
 * composing of Chinese.
 */
export function useTypedText(
  text: string,
  onSettled: (text: string) => void,
): [typed: string, type: (text: string) => void] {
  const [typed, setTyped] = useState(text);
  const settled = useSettled(typed);
  const lastText = useRef(text);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    // Changed elsewhere: by Back, or by the button that clears it.
    if (text === lastText.current) return;
    lastText.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (settled === lastText.current) return;
    lastText.current = settled;
    latest.current(settled);
  }, [settled]);
  return [typed, setTyped];
}
