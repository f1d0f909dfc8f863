import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { deliveryRecords, ErrorState, Loading } from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { PageTitle } from '../parts/PageTitle';
import { RecordDrop } from './RecordDrop';
import { RecordFinding } from './RecordFinding';
import { useVerifyTexts } from './verifyTexts';

/** Tells anybody who has a delivery record or a published report whether it is genuine. */
export default function VerifyPage() {
  const m = useVerifyTexts();
  const { mutate, data, error, isPending, variables, reset } = useMutation({
    mutationFn: (file: File) => deliveryRecords.verify(file),
  });
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <PageTitle parts={[m.title]} />
      <Typography variant="h1">{m.title}</Typography>
      <Typography color="textSecondary">{m.intro}</Typography>
      {isPending ? (
        <Loading />
      ) : (
        <RecordDrop isAnother={variables !== undefined} onFile={mutate} onRefuse={reset} />
      )}
      <div role="status" aria-live="polite">
        {data && variables && <RecordFinding fileName={variables.name} verification={data} />}
      </div>
      {error && variables && <ErrorState error={error} onRetry={() => mutate(variables)} />}
    </Stack>
  );
}
