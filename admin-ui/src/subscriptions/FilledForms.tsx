import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { BLANK_FORM_TYPES, BlankFormLinks, subscriptions, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** The forms of a subscription as this system fills them in now, to compare with the papers that were handed in. */
export function FilledForms({ id }: { id: string }) {
  const { attachmentType } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  return (
    <Stack sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {m.filledForms}
      </Typography>
      <Stack component="ul" aria-label={m.filledForms} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {BLANK_FORM_TYPES.map((type) => (
          <Stack
            key={type}
            component="li"
            direction="row"
            sx={{ columnGap: 1, alignItems: 'center', flexWrap: 'wrap' }}
          >
            <Typography variant="body2">{attachmentType[type]}</Typography>
            <BlankFormLinks
              type={type}
              href={(format) => subscriptions.blankFormUrl(id, type, format)}
            />
          </Stack>
        ))}
      </Stack>
    </Stack>
  );
}
