import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  errorText,
  FormDialog,
  fieldFaults,
  formatTime,
  QueryResult,
  singleSignOn,
  ToneChip,
  useConfig,
  useMessages,
  useSingleSignOnTexts,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';

const LINK = ['providerLink'];

/** One's own account at the identity provider, where there is a provider. */
export function ProviderPanel() {
  const config = useConfig().singleSignOn;
  return config ? <OwnLink /> : null;
}

function OwnLink() {
  const t = useSingleSignOnTexts();
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: LINK,
    queryFn: ({ signal }) => singleSignOn.link({ signal }),
  });
  const link = query.data?.link ?? null;
  const close = () => setAsking(false);
  return (
    <Panel
      title={t.title}
      side={
        query.data && (
          <ToneChip
            tone={link === null ? 'neutral' : 'success'}
            label={link === null ? t.none : t.linkedSince(formatTime(link.linkedAt))}
          />
        )
      }
    >
      <QueryResult query={query}>
        {() => (
          <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {link === null ? t.hint : `${t.subject}：${link.subject}`}
            </Typography>
            <Button
              variant={link === null ? 'contained' : 'outlined'}
              color={link === null ? 'primary' : 'error'}
              onClick={() => setAsking(true)}
            >
              {link === null ? t.link : t.unlink}
            </Button>
          </Stack>
        )}
      </QueryResult>
      {asking &&
        (link === null ? <LinkDialog onClose={close} /> : <UnlinkDialog onClose={close} />)}
    </Panel>
  );
}

function LinkDialog({ onClose }: { onClose: () => void }) {
  const t = useSingleSignOnTexts();
  const send = async (password: string) => {
    const { address } = await singleSignOn.beginLink(password);
    window.location.assign(address);
  };
  return <PasswordDialog title={t.link} hint={t.linkHint} send={send} onClose={onClose} />;
}

function UnlinkDialog({ onClose }: { onClose: () => void }) {
  const t = useSingleSignOnTexts();
  const notice = useNotice();
  const client = useQueryClient();
  const send = async (password: string) => {
    await singleSignOn.endLink(password);
    notice(t.unlinked);
    onClose();
    void client.invalidateQueries({ queryKey: LINK });
    void client.invalidateQueries({ queryKey: ['sessions'] });
  };
  return <PasswordDialog title={t.unlinkTitle} hint={t.unlinkHint} send={send} onClose={onClose} />;
}

type DialogProps = {
  title: string;
  hint: string;
  send: (password: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password: whoever sits down at somebody's open browser does not know it. */
function PasswordDialog({ title, hint, send, onClose }: DialogProps) {
  const { auth } = useMessages();
  const t = useSingleSignOnTexts();
  const notice = useNotice();
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(password),
    onError: (failure) => notice(errorText(failure, t.linkFailed), 'error'),
  });
  const fault = fieldFaults(error).password;
  return (
    <FormDialog title={title} busy={isPending} onSubmit={() => mutate()} onClose={onClose}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {hint}
      </Typography>
      <TextField
        type="password"
        label={auth.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fault !== undefined}
        helperText={fault}
        required
        fullWidth
        margin="dense"
      />
    </FormDialog>
  );
}
