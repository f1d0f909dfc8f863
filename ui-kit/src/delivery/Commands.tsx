import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Delivery } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { CommandBox } from './CommandBox';
import {
  aria2Commands,
  curlCommands,
  type Folder,
  type FtpAddress,
  filesIn,
  lftpCommand,
  wgetCommands,
} from './commands';

/** Stands for a password that is not to be seen. */
const COVER = '••••••••';

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
  const files = filesIn(folder, names);
  const commands = [
    [m.delivery.lftp, lftpCommand(parts, into, folder, names)],
    [m.delivery.curl, curlCommands(parts, into, files, delivery.tls)],
    [m.fetch.wget, wgetCommands(parts, into, files)],
    [m.fetch.aria2, aria2Commands(parts, into, files)],
  ] as const;
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
      {commands.map(([title, command]) => (
        <CommandBox
          key={title}
          title={title}
          command={command}
          displayed={open ? command : command.replaceAll(parts.password, COVER)}
        />
      ))}
      {delivery.tls ? (
        <Typography variant="caption" color="textSecondary">
          {m.delivery.tlsNote}
        </Typography>
      ) : null}
    </>
  );
}
