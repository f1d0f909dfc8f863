import Add from '@mui/icons-material/Add';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import PersonSearch from '@mui/icons-material/PersonSearch';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ScopeGrant, ScopeGrantQuery } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChoiceFilter, FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ResourceList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { SUBJECTS } from '../parts/useUnitTree';
import { ExplainDialog } from './ExplainDialog';
import { GrantDialog } from './GrantDialog';
import { GrantDrawer } from './GrantDrawer';
import { GrantTable } from './GrantTable';
import { RevokeDialog } from './RevokeDialog';

const CONDITIONS = { subject: SUBJECTS, q: 'text' } as const;

/** What the list may be ordered by. */
const ORDERS = ['subject', 'until', '-created'] as const satisfies readonly NonNullable<
  ScopeGrantQuery['sort']
>[];

/** What is open over the page. */
type Open =
  | { what: 'grant'; grant?: ScopeGrant }
  | { what: 'revoke'; grant: ScopeGrant }
  | { what: 'explain' };

/** Who may see what of the catalogue. */
export function ScopesPage() {
  const { scopes: m } = useAdminMessages();
  const { openId: grant, open: look } = useOpenOne('grant');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <ResourceList resource="scopes" orders={ORDERS} title={m.title} conditions={CONDITIONS}>
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
        <Filters />
        <GrantTable
          onOpen={look}
          onEdit={(edited) => setOpen({ what: 'grant', grant: edited })}
          onRevoke={(revoked) => setOpen({ what: 'revoke', grant: revoked })}
        />
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
    </ResourceList>
  );
}

function Filters() {
  const { scopes: m } = useAdminMessages();
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <ChoiceFilter
        source="subject"
        label={m.subject}
        width={160}
        any={m.anySubject}
        choices={SUBJECTS.map((id) => ({ id, name: m.subjects[id] }))}
      />
      <FindFilter source="q" label={m.find} width={220} />
    </ListFilters>
  );
}
