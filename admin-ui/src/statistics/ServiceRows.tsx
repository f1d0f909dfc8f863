import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Conditions } from '../parts/list/listAddress';
import { EndlessList } from '../parts/list/ResourceList';
import type { ResourceName } from '../providers/resources';

interface ServiceRowsProps {
  resource: ResourceName;
  title: string;
  hint?: string;
  conditions: Conditions;
  /** What is asked beside them. */
  filter: object;
  /** The figures that these are the rows of. */
  back: string;
  filters: ReactNode;
  children: ReactNode;
}

/** The rows that the figures of a tab count, in its place. */
export function ServiceRows(props: ServiceRowsProps) {
  const { resource, title, hint, conditions, filter, back, filters, children } = props;
  const { service: m } = useAdminMessages();
  return (
    <Stack spacing={1.5}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Button component={RouterLink} to={back} size="small" startIcon={<ArrowBack />}>
          {m.back}
        </Button>
        <Typography component="h2" variant="h2">
          {title}
        </Typography>
      </Stack>
      <EndlessList resource={resource} title={title} conditions={conditions} filter={filter}>
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          {filters}
          {children}
        </Paper>
        {hint !== undefined && (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
            {hint}
          </Typography>
        )}
      </EndlessList>
    </Stack>
  );
}
