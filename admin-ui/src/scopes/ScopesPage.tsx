import Add from '@mui/icons-material/Add';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import PersonSearch from '@mui/icons-material/PersonSearch';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, type ScopeGrant, useSettled } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { Pages } from '../parts/Pages';
import { SUBJECTS } from '../parts/useUnitTree';
import { ExplainDialog } from './ExplainDialog';
import { GrantDialog } from './GrantDialog';
import { GrantDrawer } from './GrantDrawer';
import { GrantTable } from './GrantTable';
import { RevokeDialog } from './RevokeDialog';
import { useScopeAddress } from './useScopeAddress';
import { PAGE_SIZE, useGrants } from './useScopes';

/** What is open over the page. */
type Open =
  | { what: 'grant'; grant?: ScopeGrant }
  | { what: 'revoke'; grant: ScopeGrant }
  | { what: 'explain' };

/** Who may see what of the catalogue. */
export function ScopesPage() {
  const { scopes: m } = useAdminMessages();
  const { grant, open: look } = useScopeAddress();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={m.title}>
        <Button size="medium" component={Link} to="/units" startIcon={<DomainOutlined />}>
          {m.units}
        </Button>
        <Button
          size="medium"
          variant="outlined"
          startIcon={<PersonSearch />}
          onClick={() => setOpen({ what: 'explain' })}
        >
          {m.explain}
        </Button>
        <Button
          size="medium"
          variant="contained"
          startIcon={<Add />}
          onClick={() => setOpen({ what: 'grant' })}
        >
          {m.add}
        </Button>
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Grants onOpen={setOpen} />
      </Paper>
      {grant !== null && (
        <GrantDrawer
          id={grant}
          onEdit={(edited) => setOpen({ what: 'grant', grant: edited })}
          onRevoke={(revoked) => setOpen({ what: 'revoke', grant: revoked })}
          onClose={() => look(null)}
        />
      )}
      {open?.what === 'grant' && <GrantDialog grant={open.grant} onClose={close} />}
      {open?.what === 'revoke' && (
        <RevokeDialog grant={open.grant} onClose={close} onGone={() => look(null)} />
      )}
      {open?.what === 'explain' && <ExplainDialog onClose={close} />}
    </>
  );
}

function Grants({ onOpen }: { onOpen: (open: Open) => void }) {
  const { scopes: m } = useAdminMessages();
  const { q, subject, page, find, choose, turn, open } = useScopeAddress();
  const query = useGrants(subject, useSettled(q.trim()), page);
  return (
    <>
      <TextField
        select
        label={m.subject}
        value={subject ?? ''}
        onChange={({ target }) => choose(SUBJECTS.find((one) => one === target.value) ?? null)}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        sx={{ width: 160, m: 1.5, mr: 0 }}
      >
        <MenuItem value="">{m.anySubject}</MenuItem>
        {SUBJECTS.map((one) => (
          <MenuItem key={one} value={one}>
            {m.subjects[one]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="search"
        label={m.find}
        value={q}
        onChange={(event) => find(event.target.value)}
        sx={{ width: 220, m: 1.5 }}
      />
      <QueryResult query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title={m.empty} hint={m.emptyHint} />
          ) : (
            <>
              <GrantTable
                grants={items}
                onOpen={open}
                onEdit={(grant) => onOpen({ what: 'grant', grant })}
                onRevoke={(grant) => onOpen({ what: 'revoke', grant })}
              />
              <Pages total={total} pageSize={PAGE_SIZE} page={page} onPage={turn} />
            </>
          )
        }
      </QueryResult>
    </>
  );
}
