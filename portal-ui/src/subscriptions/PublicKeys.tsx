import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
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
            <Alert severity="warning">
              {m.sharedKeyHint}
              <Box sx={{ mt: 1 }}>
                <Button variant="outlined" color="inherit" onClick={onChangeOver}>
                  {m.changeOver}
                </Button>
              </Box>
            </Alert>
          ) : null}
          {isShared && installationKey !== null ? (
            <KeyBox title={m.sharedKey} line={installationKey} />
          ) : null}
          <KeyBox title={m.publicKey} line={publicKey} hint={m.publicKeyHint} />
        </Stack>
      )}
    </QueryResult>
  );
}

function KeyBox({ title, line, hint }: { title: string; line: string; hint?: string }) {
  return (
    <Stack sx={{ gap: 0.5 }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          gap: 1,
          p: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
        }}
      >
        <Typography
          variant="body2"
          component="code"
          sx={{ flex: 1, minWidth: 0, fontFamily: 'monospace', wordBreak: 'break-all' }}
        >
          {line}
        </Typography>
        <CopyButton text={line} name={title} />
      </Stack>
      {hint === undefined ? null : (
        <Typography variant="caption" color="textSecondary">
          {hint}
        </Typography>
      )}
    </Stack>
  );
}
