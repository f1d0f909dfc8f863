import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Delivery } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { type Folder, type FtpAddress, filesIn, lftpCommand } from './commands';
import { FtpCommands } from './FtpCommands';

type Props = {
  delivery: Delivery;
  parts: FtpAddress;
  /** The folder on the person's machine. */
  into: string;
  /** Whether the password is to be seen. */
  open: boolean;
};

/** Commands for one of the two folders: both together would bring every scene twice. */
export function Commands({ delivery, parts, into, open }: Props) {
  const m = useMessages();
  const [folder, setFolder] = useState<Folder>('package');
  const names = delivery.files.map((file) => file.name);
  return (
    <>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2">{m.fetch.what}</Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={m.fetch.what}
          value={folder}
          onChange={(_, next: Folder | null) => {
            if (next !== null) setFolder(next);
          }}
        >
          <ToggleButton value="package">{m.fetch.package}</ToggleButton>
          <ToggleButton value="scenes">{m.fetch.scenes}</ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      <FtpCommands
        parts={parts}
        mirror={lftpCommand(parts, into, folder, names)}
        files={filesIn(folder, names)}
        into={into}
        tls={delivery.tls}
        tlsNote={m.delivery.tlsNote}
        open={open}
      />
    </>
  );
}
