import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type GrantablePermission,
  type Permission,
  QueryResult,
  type RoleDraft,
  type StoredRole,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useInput } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SwitchInput, TextInput } from '../parts/forms/inputs';
import { RecordDialog } from '../parts/forms/RecordDialog';
import { PermissionFields } from './PermissionFields';
import { RolePreview } from './RolePreview';
import { closed, usePermissions } from './useRoles';

interface RoleDialogProps {
  /** The role to change; none: a new one. */
  role?: StoredRole;
  onClose: () => void;
}

const EMPTY: RoleDraft = { name: '', note: '', permissions: [], secondFactor: false };

/** Makes a role, or changes what one is called and allows. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const { name, note, permissions, secondFactor } = role ?? EMPTY;
  const wordsOf = useRoleWords();
  return (
    <RecordDialog<RoleDraft, StoredRole>
      resource="role"
      title={role === undefined ? m.add : m.editTitle(nameOf(role))}
      record={role}
      draft={{ name, note, permissions, secondFactor }}
      wordsOf={wordsOf}
      toSend={(draft, base) => ({
        ...draft,
        name: draft.name.trim(),
        note: draft.note?.trim() ?? '',
        permissionsBefore: base?.permissions,
      })}
      texts={{ ok: m.saved, failed: m.failed }}
      wide
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        {role?.builtIn ? (
          <Alert severity="info">{m.builtInNote}</Alert>
        ) : (
          <>
            <TextInput source="name" label={m.name} maxLength={40} isRequired autoFocus />
            <TextInput source="note" label={m.note} maxLength={200} />
          </>
        )}
        <SwitchInput source="secondFactor" label={m.secondFactor} hint={m.secondFactorHint} />
        <PermissionsInput forRegistrants={role?.id === 'applicant'} saved={role?.permissions} />
      </Stack>
    </RecordDialog>
  );
}

/** What this form says of a role. */
function useRoleWords() {
  const { permission, common } = useMessages();
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  return (role: StoredRole) => {
    const allowed = role.permissions.map((code) => permission[code]).join(common.listComma);
    const secondFactor = role.secondFactor ? m.secondFactorShort : '';
    return [nameOf(role), role.note, allowed || m.none, secondFactor].filter(Boolean).join(' · ');
  };
}

/** What a role allows, and what that shows. */
function PermissionsInput({
  forRegistrants,
  saved,
}: Pick<AllowedProps, 'forRegistrants' | 'saved'>) {
  const query = usePermissions();
  const { field } = useInput<Permission[]>({ source: 'permissions' });
  return (
    <QueryResult query={query}>
      {({ items }) => (
        <Allowed
          permissions={items}
          ticked={new Set(field.value)}
          forRegistrants={forRegistrants}
          saved={saved}
          onChange={(ticked) => field.onChange([...ticked])}
        />
      )}
    </QueryResult>
  );
}

interface AllowedProps {
  permissions: readonly GrantablePermission[];
  ticked: ReadonlySet<Permission>;
  forRegistrants: boolean;
  /** What the role allows by now; a new one nothing. */
  saved: readonly Permission[] | undefined;
  onChange: (ticked: Set<Permission>) => void;
}

function Allowed({ permissions, ticked, forRegistrants, saved, onChange }: AllowedProps) {
  const { roles: m } = useAdminMessages();
  const implies = (code: Permission) => permissions.find((one) => one.code === code)?.implies ?? [];
  const allowed = closed(ticked, implies);
  const isSaved =
    saved !== undefined &&
    allowed.size === saved.length &&
    saved.every((code) => allowed.has(code));
  const title = isSaved ? m.previewSaved : m.preview;
  return (
    <>
      <PermissionFields
        permissions={permissions}
        ticked={ticked}
        forRegistrants={forRegistrants}
        onChange={onChange}
      />
      <Box
        component="section"
        aria-label={title}
        sx={{ p: 1.5, bgcolor: 'background.default', borderRadius: 1 }}
      >
        <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <RolePreview permissions={[...allowed]} />
      </Box>
    </>
  );
}
