import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  FtpAccount,
  FtpCommands,
  mirrorCommand,
  parseAddress,
  type Shelf,
  shelf as shelfCalls,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { SHELF } from './useShelf';
import { useShelfWords } from './useShelfWords';

/** The folder on the person's machine. */
const INTO = 'shelf';

type Props = {
  shelf: Shelf;
  /** Of the files that the page lists. */
  paths: readonly string[];
};

/** How the files are fetched over FTP. */
export function ShelfAccount({ shelf, paths }: Props) {
  const m = useShelfWords();
  const { delivery } = useMessages();
  const { ftpClientUrl } = useConfig();
  const [open, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const parts = parseAddress(shelf.login);
  return (
    <Panel title={m.account} side={<NewPassword />}>
      <Stack sx={{ gap: 2 }}>
        <FtpAccount address={shelf.login} parts={parts} open={open} onOpen={setOpen} />
        {ftpClientUrl === '' ? null : (
          <Link href={ftpClientUrl} target="_blank" rel="noopener">
            {delivery.client}
          </Link>
        )}
        {parts === null ? null : (
          <Button
            aria-expanded={unfolded}
            startIcon={unfolded ? <ExpandLess /> : <ExpandMore />}
            onClick={() => setUnfolded(!unfolded)}
            sx={{ alignSelf: 'flex-start' }}
          >
            {m.commands}
          </Button>
        )}
        {parts !== null && unfolded ? (
          <>
            <Typography variant="body2" color="textSecondary">
              {m.commandsHint}
            </Typography>
            <FtpCommands
              parts={parts}
              mirror={mirrorCommand(parts, { from: '/', to: INTO })}
              files={paths}
              into={INTO}
              tls={shelf.tls}
              tlsNote={m.tlsNote}
              open={open}
            />
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}

/** Another password in place of one that somebody else may know. */
function NewPassword() {
  const m = useShelfWords();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: shelfCalls.renewPassword,
    onSuccess: () => notice(m.newPasswordDone),
    onError: (error) => notice(failureText(m.failed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: SHELF }),
  });
  const renew = async () => {
    const answer = await ask({ title: m.newPassword, text: m.newPasswordConfirm, danger: true });
    if (answer !== null) mutate();
  };
  return (
    <Button variant="outlined" disabled={isPending} onClick={() => void renew()}>
      {m.newPassword}
    </Button>
  );
}
