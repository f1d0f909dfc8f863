import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import {
  ConfirmDialog,
  formatTime,
  type ProviderLink,
  QueryResult,
  singleSignOn,
  type User,
  useConfig,
  useMessages,
  useSingleSignOnTexts,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { USERS_TOPIC, useProviderLinks } from './useUsers';

interface ProviderLinksProps {
  user: User;
  /** Whether it is the account of who looks at it: one ends one's own link in the portal, with the password. */
  own: boolean;
}

/** The accounts at identity providers that somebody can sign in with, where there is a provider, and the end of each. */
export function ProviderLinks({ user, own }: ProviderLinksProps) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  const mayManage = useMay('/user/save');
  const query = useProviderLinks(user.id);
  const [ending, setEnding] = useState<ProviderLink | null>(null);
  if (!config) return null;
  return (
    <Panel title={t.title}>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {t.none}
            </Typography>
          ) : (
            <LinkList links={items} {...(mayManage && !own ? { onEnd: setEnding } : {})} />
          )
        }
      </QueryResult>
      {ending !== null && (
        <EndLinkDialog user={user} link={ending} onClose={() => setEnding(null)} />
      )}
    </Panel>
  );
}

interface LinkListProps {
  links: readonly ProviderLink[];
  onEnd?: (link: ProviderLink) => void;
}

function LinkList({ links, onEnd }: LinkListProps) {
  const { common } = useMessages();
  const { users: m } = useAdminMessages();
  const t = useSingleSignOnTexts();
  return (
    <List disablePadding>
      {links.map((link, at) => (
        <ListItem
          key={`${link.issuer} ${link.subject}`}
          disableGutters
          divider={at < links.length - 1}
          sx={{
            gap: 2,
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            '&:first-of-type': { pt: 0 },
            '&:last-of-type': { pb: 0 },
          }}
        >
          <ListItemText
            primary={`${t.subject}${common.colon}${link.subject}`}
            secondary={`${link.issuer} · ${t.linkedSince(formatTime(link.linkedAt))}`}
            slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
            sx={{ my: 0, overflowWrap: 'anywhere' }}
          />
          {onEnd !== undefined && (
            <Button
              variant="outlined"
              color="error"
              aria-label={m.endProviderLinkOf(link.subject)}
              onClick={() => onEnd(link)}
              sx={{ flex: 'none' }}
            >
              {m.endProviderLink}
            </Button>
          )}
        </ListItem>
      ))}
    </List>
  );
}

interface EndLinkDialogProps {
  user: User;
  link: ProviderLink;
  onClose: () => void;
}

function EndLinkDialog({ user, link, onClose }: EndLinkDialogProps) {
  const { users: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(USERS_TOPIC);
  const end = async () => {
    const texts = { ok: m.providerLinkEnded, failed: m.failed, inPlace: true };
    const outcome = await run(() => singleSignOn.endLinkOf(user.id, link), texts);
    if (outcome === 'accepted') onClose();
  };
  return (
    <ConfirmDialog
      title={m.endProviderLink}
      confirm={m.endProviderLink}
      text={m.endProviderLinkConfirm(user.loginName, link)}
      danger
      busy={busy}
      refusal={refusal}
      onConfirm={() => void end()}
      onCancel={onClose}
    />
  );
}
