import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { api, errorText, formatTime, QueryResult, ToneChip, useMessages } from '@scenedock/ui-kit';
import { SecondFactorSetup } from '@scenedock/ui-kit/SecondFactorSetup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { NewCodes } from './NewCodes';
import { SecondFactorProof } from './SecondFactorProof';

const STATE = ['secondFactor'];

/** So few recovery codes are worth a word. */
const FEW_CODES = 3;

type FactorDialog = 'renew' | 'off' | null;

type OnCodes = { onCodes: (codes: readonly string[]) => void };

/** Whether signing in asks for a second factor, and everything that one does about it. */
export function SecondFactorPanel({ asksPassword }: { asksPassword: boolean }) {
  const m = useMessages();
  const refresh = useRefresh();
  // Above what is on or off, which is read anew while they are shown.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (made: readonly string[]) => {
    setCodes(made);
    refresh();
  };
  const query = useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => api.auth.secondFactor({ signal }),
  });
  const on = query.data?.since;
  return (
    <Panel
      title={m.secondFactor.title}
      side={
        query.data && (
          <ToneChip
            tone={on ? 'success' : 'neutral'}
            label={on ? m.secondFactor.on : m.secondFactor.off}
          />
        )
      }
    >
      {codes === null ? (
        <QueryResult query={query}>
          {({ since, recoveryCodesLeft }) =>
            since === null ? (
              <TurnOn asksPassword={asksPassword} onCodes={show} />
            ) : (
              <TurnedOn
                since={since}
                left={recoveryCodesLeft}
                asksPassword={asksPassword}
                onCodes={show}
              />
            )
          }
        </QueryResult>
      ) : (
        <NewCodes codes={codes} onNoted={() => setCodes(null)} />
      )}
    </Panel>
  );
}

function useRefresh() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: STATE });
    void client.invalidateQueries({ queryKey: ['me'] });
  };
}

function TurnOn({ asksPassword, onCodes }: OnCodes & { asksPassword: boolean }) {
  const { secondFactor: m } = useMessages();
  const notice = useNotice();
  const [open, setOpen] = useState(false);
  if (!open) {
    return (
      <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
        <Typography variant="body2" color="textSecondary">
          {m.hint}
        </Typography>
        <Button variant="contained" onClick={() => setOpen(true)}>
          {m.setUp}
        </Button>
      </Stack>
    );
  }
  const show = (codes: readonly string[]) => {
    notice(m.turnedOn);
    onCodes(codes);
  };
  return (
    <SecondFactorSetup
      asksPassword={asksPassword}
      onRefused={(error) => notice(errorText(error, m.failed), 'error')}
      onCodes={show}
      onCancel={() => setOpen(false)}
    />
  );
}

type TurnedOnProps = OnCodes & { since: string; left: number; asksPassword: boolean };

function TurnedOn({ since, left, asksPassword, onCodes }: TurnedOnProps) {
  const { secondFactor: m } = useMessages();
  const notice = useNotice();
  const refresh = useRefresh();
  const [dialog, setDialog] = useState<FactorDialog>(null);
  const end = () => {
    setDialog(null);
    refresh();
  };
  return (
    <Stack spacing={2}>
      <Typography variant="body2">
        {m.since(formatTime(since))} · {m.codesLeft(left)}
      </Typography>
      {left < FEW_CODES && <Alert severity="warning">{m.fewCodes}</Alert>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="outlined" onClick={() => setDialog('renew')}>
          {m.renew}
        </Button>
        <Button variant="outlined" color="error" onClick={() => setDialog('off')}>
          {m.turnOff}
        </Button>
      </Stack>
      {dialog === 'renew' && (
        <SecondFactorProof
          title={m.renew}
          hint={m.renewHint}
          onProved={async ({ code }) =>
            onCodes((await api.auth.renewRecoveryCodes({ code })).recoveryCodes)
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'off' && (
        <SecondFactorProof
          title={m.turnOffTitle}
          hint={asksPassword ? m.turnOffHint : m.turnOffByCode}
          withPassword={asksPassword}
          onProved={async (proof) => {
            await api.auth.endSecondFactor(proof);
            notice(m.turnedOff);
            end();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Stack>
  );
}
