import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { CopyButton, pushTargets, QueryResult } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { usePageWords } from './usePageWords';

type Props = {
  /** Whether the target keeps the key that everybody's targets shared before. */
  isShared: boolean;
  onChangeOver: () => void;
};

/** What the owner of the target's server lets one's own targets in with. */
export function PublicKeys({ isShared, onChangeOver }: Props) {
  const m = usePageWords();
  const query = useQuery({
    queryKey: ['pushKey'],
    queryFn: ({ signal }) => pushTargets.key({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryResult query={query}>
      {({ publicKey, installationKey }) => (
        <Stack sx={{ gap: 1.5 }}>
          {isShared ? (
            <Alert severity="warning" action={<ChangeOverButton onClick={onChangeOver} />}>
              {m.sharedKeyHint}
            </Alert>
          ) : null}
          {isShared && installationKey !== null ? (
            <KeyLine title={m.sharedKey} line={installationKey} />
          ) : null}
          <Stack sx={{ gap: 0.5 }}>
            <KeyLine title={m.publicKey} line={publicKey} />
            <Typography variant="caption" color="textSecondary">
              {m.publicKeyHint}
            </Typography>
            <div>
              <CopyButton text={publicKey} label={m.copyKey} />
            </div>
          </Stack>
        </Stack>
      )}
    </QueryResult>
  );
}

function ChangeOverButton({ onClick }: { onClick: () => void }) {
  const m = usePageWords();
  return (
    <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={onClick}>
      {m.changeOver}
    </Button>
  );
}

function KeyLine({ title, line }: { title: string; line: string }) {
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Typography
        variant="body2"
        component="code"
        sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
      >
        {line}
      </Typography>
    </div>
  );
}
