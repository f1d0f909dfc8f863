import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {
  type CatalogueSearch,
  downloadUrl,
  type ExportContent,
  statistics,
  useExport,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useCallback, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';

interface CoverageExportsProps {
  search: CatalogueSearch;
  scenes: number;
}

/** The table as a file, and the footprints behind it with and without what is known of their scenes. */
export function CoverageExports({ search, scenes }: CoverageExportsProps) {
  const mayExport = useMay('/export/list');
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <TableButton search={search} />
      {mayExport && <ShapefileButtons search={search} scenes={scenes} />}
    </Stack>
  );
}

function TableButton({ search }: { search: CatalogueSearch }) {
  const { coverage: m } = useAdminMessages();
  const { run, busy } = useCall(['coverageTable']);
  const save = () =>
    run(
      async () => {
        const url = URL.createObjectURL(await statistics.coverageTable(search));
        downloadUrl(url, `${m.title}.csv`);
        URL.revokeObjectURL(url);
      },
      { failed: m.tableFailed },
    );
  return (
    <Button
      variant="outlined"
      size="medium"
      startIcon={<FileDownloadOutlined />}
      loading={busy}
      onClick={() => void save()}
    >
      {m.table}
    </Button>
  );
}

/** The words of the old interface are exportShpWidthAttributes and exportShp. */
const CONTENTS = ['list', 'outlines'] as const satisfies ExportContent[];

function ShapefileButtons({ search, scenes }: CoverageExportsProps) {
  const { coverage: m } = useAdminMessages();
  const notify = useNotify();
  const tell = useCallback<Parameters<typeof useExport>[0]>(
    (text, severity) => notify(text, { type: severity }),
    [notify],
  );
  const { running, start, cancel } = useExport(tell);
  const [chosen, setChosen] = useState<ExportContent | null>(null);
  const isAtWork = (content: ExportContent) => running !== null && chosen === content;
  return (
    <>
      {CONTENTS.map((content) => (
        <Button
          key={content}
          variant="outlined"
          size="medium"
          startIcon={<FileDownloadOutlined />}
          disabled={scenes === 0 || (running !== null && !isAtWork(content))}
          loading={isAtWork(content)}
          loadingPosition="start"
          onClick={() => {
            setChosen(content);
            void start('shapefile', { search, content });
          }}
        >
          {m.shapefile[content]}
        </Button>
      ))}
      {running !== null && (
        <Button size="medium" onClick={cancel}>
          {m.stopWaiting}
        </Button>
      )}
    </>
  );
}
