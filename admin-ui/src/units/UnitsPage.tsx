import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { Loading } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { useMay, useMe } from '../providers/useMe';
import { AddUnitDialog } from './AddUnitDialog';
import { UnitBranches } from './UnitBranches';
import { UnitList } from './UnitList';
import { useUnitAddress } from './useUnitAddress';

/** The units that applicants choose from, and which belongs to which. */
export function UnitsPage() {
  const { units: m } = useAdminMessages();
  const mayAdd = useMay('/unit/add');
  // Members of a unit share what is granted to the units above it.
  const mayMove = useMay('/scope/save');
  const { q, find } = useUnitAddress();
  const [adding, setAdding] = useState(false);
  const done = () => setAdding(false);
  return (
    <>
      <PageHead title={m.title}>
        <TextField
          type="search"
          label={m.find}
          value={q}
          onChange={(event) => find(event.target.value)}
          sx={{
            width: { xs: 150, sm: 200 },
            '& .MuiInputBase-root': { bgcolor: 'background.paper' },
          }}
        />
        {(mayAdd || mayMove) && (
          <Button
            variant="contained"
            size="medium"
            startIcon={<Add />}
            onClick={() => setAdding(true)}
          >
            {m.add}
          </Button>
        )}
      </PageHead>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Units adding={adding} onAdded={done} text={q} />
      </Paper>
      {adding && !mayMove && <AddUnitDialog initial={q} onClose={done} />}
    </>
  );
}

interface UnitsProps {
  adding: boolean;
  onAdded: () => void;
  text: string;
}

/** The tree, or the list of those who may not say which unit belongs to which. */
function Units({ text, ...rest }: UnitsProps) {
  const mayMove = useMay('/scope/save');
  if (useMe() === undefined) return <Loading />;
  return mayMove ? <UnitBranches {...rest} /> : <UnitList text={text} />;
}
