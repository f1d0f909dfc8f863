import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExportList, useMessages } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { SceneFilterForm } from '../parts/sceneFilter/SceneFilterForm';
import { searchOf } from '../parts/sceneFilter/sceneConditions';
import { StartExport } from './StartExport';
import { useExportAddress } from './useExportAddress';

/** The metadata of everything that a search finds, as a file: first counted, then made by a worker. */
export function MetadataExportPage() {
  const { account } = useMessages();
  const { metadataExport: m } = useAdminMessages();
  const notify = useNotify();
  const { conditions, format, find, choose } = useExportAddress();
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.hint}
      </Typography>
      <Stack spacing={2}>
        <SceneFilterForm conditions={conditions} action={m.count} onSubmit={find} />
        <StartExport search={searchOf(conditions)} format={format} onFormat={choose} />
        <section aria-labelledby="my-exports">
          <Typography id="my-exports" component="h2" variant="h2" sx={{ mb: 0.5 }}>
            {account.exportsTitle}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {account.exportsHint}
          </Typography>
          <ExportList
            notify={(text, severity) => notify(text, { type: severity })}
            emptyHint={m.empty}
          />
        </section>
      </Stack>
    </>
  );
}
