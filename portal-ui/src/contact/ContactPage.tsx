import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { Fragment } from 'react';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useConfig } from '../parts/useConfig';

/** Whom to ask, and where to fetch offline copies. */
export default function ContactPage() {
  const m = useMessages();
  const { contactTele, contactAddress, contactPost, copyright, record } = useConfig();
  const more = [
    [m.site.post, contactPost],
    [m.site.copyright, copyright],
    [m.site.record, record],
  ] as const;
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <PageTitle parts={[m.contact.title]} />
      <Typography variant="h1">{m.contact.title}</Typography>
      <Typography color="textSecondary">{m.contact.intro}</Typography>
      <Panel title={m.order.contact}>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 3,
            rowGap: 1,
            '& dt': { color: 'text.secondary' },
            '& dd': { m: 0, overflowWrap: 'anywhere' },
          }}
        >
          <dt>{m.contact.phone}</dt>
          <dd>
            {contactTele === '' ? (
              m.contact.none
            ) : (
              <Link href={`tel:${contactTele.replace(/[^\d+]/g, '')}`}>{contactTele}</Link>
            )}
          </dd>
          <dt>{m.contact.address}</dt>
          <dd>{contactAddress || m.contact.none}</dd>
          {more.map(([name, value]) =>
            value ? (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ) : null,
          )}
        </Box>
      </Panel>
    </Stack>
  );
}
