import Alert from '@mui/material/Alert';
import {
  type Fact,
  Facts,
  formatTime,
  QueryResult,
  ToneChip,
  type User,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useWholeRecord } from '../parts/forms/useWholeRecord';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { WayBack } from '../parts/WayBack';
import { useMay, useMe } from '../providers/useMe';
import { AccountChip } from './AccountChip';
import { AccountHistory } from './AccountHistory';
import { PersonalData } from './PersonalData';
import { ProviderLinks } from './ProviderLinks';
import { UserActions } from './UserActions';
import { UserRights } from './UserRights';
import { UserSessions } from './UserSessions';

/** One account: who it is, what may be done, where it is signed in, and what happened to it. */
export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useWholeRecord<User>('user', id);
  const { data } = query;
  const { notThere } = useMessages();
  return (
    <SideDrawer
      title={data?.loginName ?? (query.error ? notThere.title : '…')}
      width={560}
      onClose={onClose}
      chips={data && <AccountChip status={data.status} />}
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(user) => <Account user={user} />}
      </QueryResult>
    </SideDrawer>
  );
}

function Account({ user }: { user: User }) {
  const { common } = useMessages();
  const { users: m, roles: r } = useAdminMessages();
  const mayManage = useMay('/user/save');
  const own = useMe()?.id === user.id;
  return (
    <>
      {user.refusalReason !== '' && (
        <Alert severity="warning">
          {m.refusedBecause}
          {common.colon}
          {user.refusalReason}
        </Alert>
      )}
      <UserActions user={user} own={own} />
      <Panel
        title={m.facts}
        aside={(own || user.demo) && <ToneChip tone="neutral" label={own ? m.own : m.demo} />}
      >
        <AccountFacts user={user} />
        {mayManage && <PersonalData user={user} />}
      </Panel>
      <Panel title={r.rights}>
        <UserRights user={user} />
      </Panel>
      <ProviderLinks user={user} own={own} />
      {mayManage && (
        <Panel title={m.sessions}>
          <UserSessions id={user.id} own={own} />
        </Panel>
      )}
      <Panel title={m.history}>
        <AccountHistory id={user.id} />
      </Panel>
    </>
  );
}

function AccountFacts({ user }: { user: User }) {
  const { person: p, common } = useMessages();
  const nameOf = useRoleName();
  const { users: m } = useAdminMessages();
  const { person } = user;
  const sex = person.sex === 0 || person.sex === 1 ? p.sexes[person.sex] : '';
  const facts: Fact[] = [
    [m.name, person.name],
    [m.unit, person.unit],
    [m.type, m.types[user.type]],
    [m.role, user.roles.map(nameOf).join(common.listComma)],
    [p.phoneMobile, person.phoneMobile],
    [p.email, person.email],
    [p.phoneWork, person.phoneWork],
    [p.fax, person.fax],
    [p.address, person.address],
    [p.idNumber, person.idNumber],
    [p.nickName, person.nickName],
    [p.sex, sex],
    [m.created, formatTime(user.createdAt)],
    [m.validUntil, user.validUntil === null ? m.always : formatTime(user.validUntil)],
    [m.secondFactor, user.secondFactor ? m.secondFactorOn : m.secondFactorOff],
    [m.lastSignedIn, user.lastSignedInAt === null ? m.never : formatTime(user.lastSignedInAt)],
  ];
  return <Facts facts={facts} />;
}
