import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AttachmentType } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { BLANK_FORM_TYPES, type BlankFormFormat } from '../orders/tables';

/** Both stand beside their name in a slot of a phone's width. */
const NARROW = { minWidth: 0, px: 0.75 } as const;

const FORMATS: readonly BlankFormFormat[] = ['pdf', 'docx'];

type Props = {
  type: AttachmentType;
  busy?: boolean;
  /** Where the paper of a kept order is. */
  href?: (format: BlankFormFormat) => string;
  /** What to do for an application that is not kept yet. */
  onPick?: (format: BlankFormFormat) => void;
};

/** The blank paper of a slot, filled in, to print and sign; nothing for slots without a form. */
export function BlankFormLinks({ type, busy = false, href, onPick }: Props) {
  const m = useMessages();
  if (!BLANK_FORM_TYPES.includes(type)) return null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', mt: 0.5 }}>
      <Typography variant="caption" color="textSecondary">
        {m.form.blankForm}
      </Typography>
      {FORMATS.map((format) => {
        const name = format.toUpperCase();
        const label = m.form.blankFor(m.attachmentType[type], name);
        const shared = { title: label, 'aria-label': label, sx: NARROW } as const;
        return href === undefined ? (
          <Button key={format} {...shared} disabled={busy} onClick={() => onPick?.(format)}>
            {name}
          </Button>
        ) : (
          <Button key={format} {...shared} href={href(format)} download>
            {name}
          </Button>
        );
      })}
    </Stack>
  );
}
