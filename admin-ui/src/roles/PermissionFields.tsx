import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type GrantablePermission, type Permission, useMessages } from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { OpenedButtons } from './OpenedButtons';
import { closed } from './useRoles';

interface PermissionFieldsProps {
  permissions: readonly GrantablePermission[];
  /** What is ticked, without what that implies. */
  ticked: ReadonlySet<Permission>;
  /** Whether everybody gets it who registers: nothing is ticked then that does not belong to applicants. */
  forRegistrants: boolean;
  onChange: (ticked: Set<Permission>) => void;
}

/** What a role allows, by group, each with the buttons that it opens. What one may not give stays as it is; what is implied comes along. */
export function PermissionFields({
  permissions,
  ticked,
  forRegistrants,
  onChange,
}: PermissionFieldsProps) {
  const { roles: r } = useAdminMessages();
  const id = useId();
  const implies = (code: Permission) => permissions.find((one) => one.code === code)?.implies ?? [];
  const all = closed(ticked, implies);
  const lockOf = ({ code, group, grantable }: GrantablePermission): Lock | undefined => {
    // What is there from before can be taken away.
    if (forRegistrants && group !== 'applying' && !all.has(code)) return 'notForApplicants';
    if (!grantable) return 'notYours';
    return all.has(code) && !ticked.has(code) ? 'implied' : undefined;
  };
  const shared = sharedLock(permissions.map(lockOf));
  const toggle = (code: Permission) => {
    const next = new Set(ticked);
    if (!next.delete(code)) next.add(code);
    onChange(next);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="body2" color="textSecondary" component="p" sx={{ m: 0 }}>
          {r.opensHint}
        </Typography>
        {shared !== undefined && <SharedReason id={id} text={r.locked[shared]} />}
      </Box>
      {[...new Set(permissions.map(({ group }) => group))].map((group) => (
        <Box key={group} component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
          <FormLabel component="legend" sx={{ mb: 0.5, fontWeight: 600 }}>
            {r.groups[group]}
          </FormLabel>
          <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
            {permissions
              .filter((one) => one.group === group)
              .map((one) => (
                <PermissionField
                  key={one.code}
                  permission={one}
                  checked={all.has(one.code)}
                  lock={lockOf(one)}
                  reasonId={shared !== undefined && lockOf(one) === shared ? id : undefined}
                  onToggle={() => toggle(one.code)}
                />
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Why a box cannot be ticked or cleared, whatever else is ticked. */
type LastingLock = 'notForApplicants' | 'notYours';

/** The same, or because something else that is ticked brings it along. */
type Lock = LastingLock | 'implied';

/** The reason that several boxes have and no other; what a tick brings along comes and goes, and says so beside its box. */
function sharedLock(locks: readonly (Lock | undefined)[]): LastingLock | undefined {
  const lasting = locks.filter((lock) => lock !== undefined && lock !== 'implied');
  return lasting.length > 1 && new Set(lasting).size === 1 ? lasting[0] : undefined;
}

function SharedReason({ id, text }: { id: string; text: string }) {
  return (
    <Typography
      id={id}
      variant="body2"
      component="p"
      sx={{ m: 0, mt: 1, display: 'flex', alignItems: 'flex-start', gap: 0.75 }}
    >
      <LockOutlined fontSize="small" color="action" />
      {text}
    </Typography>
  );
}

interface PermissionFieldProps {
  permission: GrantablePermission;
  checked: boolean;
  lock: Lock | undefined;
  /** Where the reason of its lock stands, if that is not beside it. */
  reasonId: string | undefined;
  onToggle: () => void;
}

function PermissionField({ permission, checked, lock, reasonId, onToggle }: PermissionFieldProps) {
  const { permission: names } = useMessages();
  const { roles: m } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={checked}
              onChange={onToggle}
              slotProps={{ input: { 'aria-describedby': reasonId } }}
            />
          }
          disabled={lock !== undefined}
          label={
            <>
              {names[permission.code]}
              {lock !== undefined && reasonId === undefined && (
                <Typography
                  component="span"
                  variant="caption"
                  sx={{ display: 'block', textWrap: 'pretty' }}
                >
                  {m[lock]}
                </Typography>
              )}
            </>
          }
          sx={{
            ...{ mr: 0, flexGrow: 1, minWidth: 0, alignItems: 'flex-start' },
            '& .MuiFormControlLabel-label': { pt: 0.75 },
          }}
        />
        <IconButton
          size="small"
          title={m.opens}
          aria-label={m.opensOf(names[permission.code])}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          // As high as the first line of the label.
          sx={{ mt: 0.5 }}
        >
          {open ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
        </IconButton>
      </Box>
      {open && <OpenedButtons id={id} permission={permission} />}
    </Box>
  );
}
