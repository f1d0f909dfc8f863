import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import {
  byParameters,
  ConfirmDialog,
  type ContentLanguage,
  type ContentPageTexts,
  contentDesk,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { CONTENT, WRITING } from './contentTopic';
import { MarkdownEditor } from './MarkdownEditor';
import type { PageChange } from './pageChange';
import { RevisionsPanel } from './RevisionsPanel';

/** Another page is another address of the same screen. */
const ANOTHER_PAGE = byParameters('name');

/** What stands in place of a page's own text, in both languages, and what did before. */
export function PageEditor({ stored }: { stored: ContentPageTexts }) {
  const { contentPages: m, content } = useAdminMessages();
  const mayWrite = useMay('/content/save');
  const [language, setLanguage] = useState<ContentLanguage>('zh');
  const [texts, setTexts] = useState({ zh: stored.zh ?? '', en: stored.en ?? '' });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const { change, busy } = useChange(stored);
  const dirty = texts.zh !== (stored.zh ?? '') || texts.en !== (stored.en ?? '');
  const missing = tried && texts.zh.trim() === '';
  const save = () => {
    setTried(true);
    if (texts.zh.trim() === '') return setLanguage('zh');
    const base = stored.revisions[0]?.id ?? null;
    void change(() => contentDesk.pages.save(stored.page, { ...texts, base }), content.saved);
  };
  return (
    <Stack spacing={2}>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Tabs
          value={language}
          onChange={(_, next: ContentLanguage) => setLanguage(next)}
          aria-label={content.body}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="zh" label={content.languages.zh} />
          <Tab value="en" label={content.languages.en} />
        </Tabs>
        <Stack spacing={2} sx={{ p: 2 }}>
          <MarkdownEditor
            key={language}
            label={`${content.body} · ${content.languages[language]}`}
            value={texts[language]}
            onChange={(text) => setTexts((now) => ({ ...now, [language]: text }))}
            fault={missing && language === 'zh' ? m.zhNeeded : undefined}
            locked={!mayWrite}
          />
          {mayWrite && (
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
              <Button variant="contained" loading={busy} disabled={!dirty} onClick={save}>
                {content.save}
              </Button>
              {stored.zh !== null && (
                <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
                  {m.revert}
                </Button>
              )}
            </Stack>
          )}
        </Stack>
      </Paper>
      <RevisionsPanel
        stored={stored}
        onChange={mayWrite ? change : null}
        busy={busy}
        unsaved={dirty}
      />
      {asking && (
        <ConfirmDialog
          text={m.revertConfirm}
          danger
          busy={busy}
          onConfirm={() => {
            void change(() => contentDesk.pages.revert(stored.page), m.restored);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
      <LeaveQuestion unsaved={dirty && !busy} text={content.leave} leaves={ANOTHER_PAGE} />
    </Stack>
  );
}

/** Changes the page; what it answers is what the page is from then on. */
function useChange(stored: ContentPageTexts): { change: PageChange; busy: boolean } {
  const { content } = useAdminMessages();
  const { run, busy } = useCall([CONTENT]);
  const queries = useQueryClient();
  const change: PageChange = (call, ok) =>
    run(
      async () => {
        queries.setQueryData([WRITING, 'page', stored.page], await call());
      },
      { ok, failed: content.failed },
    );
  return { change, busy };
}
