import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Download as File } from '../api/types';
import { formatBytes } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { tokens } from '../tokens';

type Props = {
  downloads: readonly File[];
  ordername: string;
  /** In a row of a list: one small button, size in its name, the checksum behind an icon. */
  dense?: boolean;
  /** On a screen whose one filled button is another. */
  quiet?: boolean;
};

const DENSE = { display: 'inline-flex', alignItems: 'center', fontSize: tokens.icon.text } as const;

/** Everything that was ordered, in one press: a link over HTTPS that a browser resumes, with size and checksum. */
export function DownloadAll({ downloads, ordername, dense = false, quiet = false }: Props) {
  const m = useMessages();
  const name = (at: number) =>
    downloads.length === 1 ? m.fetch.all : m.fetch.part(at + 1, downloads.length);
  return downloads.map((file, at) => (
    <Box key={file.url} sx={{ minWidth: 0, ...(dense ? DENSE : {}) }}>
      <Button
        component="a"
        href={file.url}
        download={file.name}
        variant={dense ? 'text' : quiet ? 'outlined' : 'contained'}
        size={dense || quiet ? 'small' : 'large'}
        startIcon={<Download />}
        title={`${file.name} · ${m.fetch.hint}`}
        aria-label={`${m.fetch.named(name(at), ordername)} (${m.fetch.packaged(formatBytes(file.size))})`}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {name(at)} · {m.fetch.packaged(formatBytes(file.size))}
      </Button>
      {dense ? (
        <CopyButton
          text={file.sha256}
          name={`${m.fetch.checksum} ${file.name}`}
          shows={`${m.fetch.checksum} ${file.sha256}`}
        />
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0, color: 'text.secondary' }}>
          <Typography variant="caption" noWrap title={file.sha256}>
            {m.fetch.checksum} <code>{file.sha256.slice(0, 16)}…</code>
          </Typography>
          <CopyButton text={file.sha256} name={`${m.fetch.checksum} ${file.name}`} />
        </Box>
      )}
    </Box>
  ));
}
