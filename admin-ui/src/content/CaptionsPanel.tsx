import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import { type ContentLanguage, contentDesk, type GuideVideoState } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import { CONTENT } from './contentTopic';

const LANGUAGES: readonly ContentLanguage[] = ['zh', 'en'];

interface CaptionsPanelProps {
  video: NonNullable<GuideVideoState['video']>;
  mayReplace: boolean;
}

/** The captions of the video, in each language. */
export function CaptionsPanel({ video, mayReplace }: CaptionsPanelProps) {
  const { guideVideo: m, content } = useAdminMessages();
  const { run, busy } = useCall([CONTENT]);
  const texts = { ok: content.saved, failed: m.failed };
  return (
    <Panel title={m.captions} flush>
      <List disablePadding aria-label={m.captions}>
        {LANGUAGES.map((language, at) => {
          const name = content.languages[language];
          const has = video.captions.includes(language);
          return (
            <ListItem key={language} divider={at === 0}>
              <ListItemText primary={name} secondary={has ? m.hasCaptions : m.noCaptions} />
              {mayReplace && (
                <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
                  <Button component="label" variant="outlined" disabled={busy}>
                    {m.uploadCaptions(name)}
                    <input
                      type="file"
                      hidden
                      accept=".vtt,text/vtt"
                      onChange={({ target }) => {
                        const file = target.files?.[0];
                        if (file)
                          void run(() => contentDesk.video.setCaptions(language, file), texts);
                        target.value = '';
                      }}
                    />
                  </Button>
                  {has && (
                    <Button
                      disabled={busy}
                      onClick={() =>
                        void run(() => contentDesk.video.removeCaptions(language), texts)
                      }
                    >
                      {m.removeCaptions(name)}
                    </Button>
                  )}
                </Stack>
              )}
            </ListItem>
          );
        })}
      </List>
    </Panel>
  );
}
