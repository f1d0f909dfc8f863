import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
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
  const groups = [...new Set(permissions.map(({ group }) => group))];
  const implies = (code: Permission) => permissions.find((one) => one.code === code)?.implies ?? [];
  const all = closed(ticked, implies);
  const toggle = (code: Permission) => {
    const next = new Set(ticked);
    if (!next.delete(code)) next.add(code);
    onChange(next);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="body2" color="textSecondary" component="p" sx={{ m: 0 }}>
        {r.opensHint}
      </Typography>
      {groups.map((group) => (
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
                  implied={all.has(one.code) && !ticked.has(one.code)}
                  // What is there from before can be taken away.
                  barred={forRegistrants && group !== 'applying' && !all.has(one.code)}
                  onToggle={() => toggle(one.code)}
                />
              ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

interface PermissionFieldProps {
  permission: GrantablePermission;
  checked: boolean;
  /** Ticked because another one needs it. */
  implied: boolean;
  /** Not for those who have the role. */
  barred: boolean;
  onToggle: () => void;
}

function reasonOf(
  { permission, implied, barred }: PermissionFieldProps,
  m: ReturnType<typeof useAdminMessages>['roles'],
): string | undefined {
  if (!permission.grantable) return m.notYours;
  if (implied) return m.implied;
  return barred ? m.notForApplicants : undefined;
}

function PermissionField(props: PermissionFieldProps) {
  const { permission, checked, onToggle } = props;
  const { permission: names } = useMessages();
  const { roles: m } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const id = useId();
  const why = reasonOf(props, m);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start' }}>
        <FormControlLabel
          control={<Checkbox size="small" checked={checked} onChange={onToggle} />}
          disabled={why !== undefined}
          label={
            <>
              {names[permission.code]}
              {why !== undefined && (
                <Typography component="span" variant="caption" sx={{ display: 'block' }}>
                  {why}
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
        >
          {open ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
        </IconButton>
      </Box>
      {open && <OpenedButtons id={id} permission={permission} />}
    </Box>
  );
}
