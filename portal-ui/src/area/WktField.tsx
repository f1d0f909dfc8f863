import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { catalogue, errorText, textSize, useMessages } from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LONGEST_WKT, readArea } from '../geo/readWkt';
import { type AreaChoice, chooseWkt } from './areaChoice';

type Props = { onApply: (area: AreaChoice) => void };

class TooLarge extends Error {}

/** The choice for a text that was read, once the server has found nothing wrong with it. */
async function checked(wkt: string, tooLarge: string): Promise<AreaChoice> {
  const judged = await catalogue.checkArea(wkt);
  if (judged.tooLarge) throw new TooLarge(tooLarge);
  return chooseWkt(judged.wkt);
}

/** An area pasted as WKT. */
export function WktField({ onApply }: Props) {
  const m = useMessages();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  // It is there because somebody wants to type or paste.
  useEffect(() => input.current?.focus(), []);
  const send = useMutation({
    mutationFn: (wkt: string) => checked(wkt, m.tools.tooLarge),
    onSuccess: (area) => {
      setText('');
      onApply(area);
    },
    onError: (error) =>
      setFault(error instanceof TooLarge ? error.message : errorText(error, m.tools.checkFailed)),
  });
  const change = (next: string) => {
    setText(next);
    setFault(null);
  };
  const onPaste = (event: ClipboardEvent) => {
    // A text this long would hold the page up; it does not even get into the field.
    if (event.clipboardData.getData('text').length <= LONGEST_WKT) return;
    event.preventDefault();
    setFault(m.wkt.faults.long());
  };
  const apply = () => {
    const area = readArea(text);
    if ('wkt' in area) send.mutate(area.wkt);
    else setFault(m.wkt.faults[area.fault](area.at));
  };
  const empty = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a word of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!empty && !send.isPending) apply();
  };
  return (
    <Stack spacing={1}>
      <TextField
        multiline
        fullWidth
        inputRef={input}
        rows={3}
        label={m.wkt.label}
        placeholder="POLYGON((116 39,117 39,117 40,116 39))"
        value={text}
        error={fault !== null}
        helperText={fault ?? m.wkt.hint}
        onChange={(event) => change(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: {
            spellCheck: false,
            style: { fontFamily: 'ui-monospace, monospace', fontSize: textSize.note },
          },
          formHelperText: { role: fault === null ? undefined : 'alert' },
        }}
      />
      <Tooltip title={empty ? m.wkt.needText : ''}>
        <span>
          <Button
            fullWidth
            variant="outlined"
            loading={send.isPending}
            disabled={empty}
            onClick={apply}
          >
            {m.wkt.apply}
          </Button>
        </span>
      </Tooltip>
    </Stack>
  );
}
