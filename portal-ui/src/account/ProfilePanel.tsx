import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  api,
  type Fact,
  Facts,
  type Faults,
  FormDialog,
  fieldFaults,
  holds,
  type Me,
  ownRoleNames,
  type Person,
  PersonFields,
  personFaults,
  QueryResult,
  useAccountRules,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';

const PROFILE = ['profile'];

/** Who is signed in, and what that person has told. */
export function ProfilePanel({ me }: { me: Me }) {
  const m = useMessages();
  const [editing, setEditing] = useState(false);
  const query = useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => api.auth.profile({ signal }),
  });
  const { data } = query;
  return (
    <Panel
      title={m.account.facts}
      side={
        data && (
          <Button variant="outlined" onClick={() => setEditing(true)}>
            {m.profile.edit}
          </Button>
        )
      }
    >
      <QueryResult query={query}>
        {(person) => <ProfileFacts me={me} person={person} />}
      </QueryResult>
      {editing && data && (
        <ProfileDialog
          before={data}
          hasPassword={me.hasPassword}
          complete={holds(me, '/order/create')}
          onClose={() => setEditing(false)}
        />
      )}
    </Panel>
  );
}

function ProfileFacts({ me, person }: { me: Me; person: Person }) {
  const m = useMessages();
  const optional: Fact[] = [
    [m.person.nickName, person.nickName],
    [m.person.phoneWork, person.phoneWork],
    [m.person.fax, person.fax],
    [m.person.address, person.address],
    [m.person.idNumber, person.idNumber],
    [m.person.sex, person.sex === 0 || person.sex === 1 ? m.person.sexes[person.sex] : ''],
  ];
  const facts: Fact[] = [
    [m.account.loginName, me.loginName],
    [m.account.userName, person.name],
    [m.account.role, ownRoleNames(me, m)],
    [m.account.unit, person.unit],
    [m.account.phone, person.phoneMobile],
    [m.person.email, person.email],
    ...optional.filter(([, value]) => value !== ''),
  ];
  return <Facts facts={facts} />;
}

type DialogProps = {
  before: Person;
  hasPassword: boolean;
  complete: boolean;
  onClose: () => void;
};

function ProfileDialog({ before, hasPassword, complete, onClose }: DialogProps) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const rules = useAccountRules();
  const [person, setPerson] = useState(before);
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.auth.saveProfile({ ...person, password }),
    onSuccess: (saved) => {
      client.setQueryData(PROFILE, saved);
      // The header and the order form show the name, the unit and the number too.
      void client.invalidateQueries({ queryKey: ['me'] });
      notice(m.account.saved);
      onClose();
    },
    onError: (failure) => {
      setFaults(fieldFaults(failure));
      notice(failureText(m.account.saveFailed, failure), 'error');
    },
  });
  const submit = () => {
    const found = personFaults(person, complete, rules, m);
    setFaults(found);
    if (Object.keys(found).length === 0) mutate();
  };
  return (
    <FormDialog title={m.profile.title} wide busy={isPending} onSubmit={submit} onClose={onClose}>
      <Stack spacing={2} sx={{ mt: 1 }}>
        <PersonFields person={person} faults={faults} complete={complete} onChange={setPerson} />
        {hasPassword && person.email !== before.email && (
          <TextField
            type="password"
            label={m.auth.password}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            error={faults.password !== undefined}
            helperText={faults.password ?? m.profile.passwordForEmail}
            required
            fullWidth
          />
        )}
      </Stack>
    </FormDialog>
  );
}
