import Typography from '@mui/material/Typography';
import { useMessages } from '../messages/LocaleProvider';
import { CommandBox } from './CommandBox';
import { aria2Commands, curlCommands, type FtpAddress, wgetCommands } from './commands';
import { COVER } from './FtpAccount';

type Props = {
  parts: FtpAddress;
  /** The command for lftp, which takes everything at once. */
  mirror: string;
  /** What the other tools fetch, by path at the gateway. */
  files: readonly string[];
  /** The folder on the person's machine. */
  into: string;
  tls: boolean;
  /** What whoever uses them should know where the transfer is encrypted. */
  tlsNote: string;
  /** Whether the password is to be seen. */
  open: boolean;
};

/** Ready-made commands that fetch from the FTP gateway. */
export function FtpCommands({ parts, mirror, files, into, tls, tlsNote, open }: Props) {
  const m = useMessages();
  const each = [
    [m.delivery.curl, curlCommands(parts, into, files, tls)],
    [m.fetch.wget, wgetCommands(parts, into, files)],
    [m.fetch.aria2, aria2Commands(parts, into, files)],
  ] as const;
  const commands = [[m.delivery.lftp, mirror], ...(files.length === 0 ? [] : each)] as const;
  return (
    <>
      {commands.map(([title, command]) => (
        <CommandBox
          key={title}
          title={title}
          command={command}
          displayed={open ? command : command.replaceAll(parts.password, COVER)}
        />
      ))}
      {tls ? (
        <Typography variant="caption" color="textSecondary">
          {tlsNote}
        </Typography>
      ) : null}
    </>
  );
}
