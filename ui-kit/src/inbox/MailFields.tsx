import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { InboxSettings } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';

type MailFieldsProps = {
  settings: InboxSettings;
  busy: boolean;
  /** The id of what explains the switch. */
  describedBy?: string;
  onChange: (settings: InboxSettings) => void;
};

/** Languages are called by their own names, so that who reads only one of them finds it. */
const LANGUAGES = [
  ['zh-CN', '简体中文'],
  ['en', 'English'],
] as const satisfies readonly (readonly [InboxSettings['language'], string])[];

/** Whether notices come by mail, and in which language. */
export function MailFields({ settings, busy, describedBy, onChange }: MailFieldsProps) {
  const { account } = useMessages();
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={settings.mailNotices}
            disabled={busy}
            slotProps={{ input: { 'aria-describedby': describedBy } }}
            onChange={(_, mailNotices) => onChange({ ...settings, mailNotices })}
          />
        }
        label={account.mail}
        sx={{ ml: -0.5, mr: 0 }}
      />
      {settings.mailNotices && (
        <TextField
          select
          size="small"
          label={account.mailLanguage}
          value={settings.language}
          disabled={busy}
          onChange={(event) =>
            onChange({ ...settings, language: event.target.value as InboxSettings['language'] })
          }
          sx={{ minWidth: 140 }}
        >
          {LANGUAGES.map(([tag, name]) => (
            <MenuItem key={tag} value={tag} lang={tag}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}
