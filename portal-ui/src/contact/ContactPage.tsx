import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Fact, Facts, useConfig, useMessages, useRecordTexts } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { PublishedText } from '../parts/PublishedText';

/** Whom to ask, and where to fetch offline copies. */
export default function ContactPage() {
  const m = useMessages();
  const { verify } = useRecordTexts();
  const { contactTele, contactAddress, contactPost, copyright, record } = useConfig();
  const facts: Fact[] = [
    [
      m.contact.phone,
      contactTele === '' ? (
        m.contact.none
      ) : (
        <Link key="phone" href={`tel:${contactTele.replace(/[^\d+]/g, '')}`}>
          {contactTele}
        </Link>
      ),
    ],
    [m.contact.address, contactAddress || m.contact.none],
    [m.site.post, contactPost],
    [m.site.copyright, copyright],
    [m.site.record, record],
  ];
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <PageTitle parts={[m.contact.title]} />
      <Typography variant="h1">{m.contact.title}</Typography>
      <PublishedText page="contactUs">
        <Typography color="textSecondary">{m.contact.intro}</Typography>
      </PublishedText>
      <Panel title={m.order.contact}>
        <Facts facts={facts.filter(([, value]) => value)} />
      </Panel>
      <Typography>
        <Link component={RouterLink} to="/verify">
          {verify}
        </Link>
      </Typography>
    </Stack>
  );
}
