import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  type Permission,
  QueryResult,
  type RolePreview,
  type ScopeSubjectKind,
  useLocale,
} from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { nameOf } from '../directory/directoryModel';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveRows } from '../parts/list/SaveList';
import { type Named, SubjectFields } from '../parts/SubjectFields';
import { usePreviewedScenes } from './useRoles';

type Scenes = NonNullable<RolePreview['scenes']>;

/** How many scenes somebody would see with these permissions: a number, and nothing of that person. */
export function PreviewedScenes({ permissions }: { permissions: readonly Permission[] }) {
  const { roles: m } = useAdminMessages();
  const headingId = useId();
  const [subject, setSubject] = useState<ScopeSubjectKind>('everybody');
  const [chosen, setChosen] = useState<Named | null>(null);
  const isNamed = subject === 'everybody' || chosen !== null;
  return (
    <Stack component="section" aria-labelledby={headingId} spacing={1.5}>
      <Typography id={headingId} variant="caption" color="textSecondary" component="h3">
        {m.scenesOf}
      </Typography>
      <SubjectFields
        subject={subject}
        chosen={chosen}
        onSubject={setSubject}
        onChoose={setChosen}
      />
      {isNamed ? (
        <SubjectScenes permissions={permissions} subject={subject} id={chosen?.id ?? null} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {m.nameSomebody}
        </Typography>
      )}
    </Stack>
  );
}

interface SubjectScenesProps {
  permissions: readonly Permission[];
  subject: ScopeSubjectKind;
  id: string | null;
}

function SubjectScenes({ permissions, subject, id }: SubjectScenesProps) {
  const query = usePreviewedScenes(permissions, subject, id);
  return (
    <QueryResult query={query}>
      {({ scenes }) => scenes && <SceneCounts scenes={scenes} />}
    </QueryResult>
  );
}

function SceneCounts({ scenes: { total, nodes } }: { scenes: Scenes }) {
  const { roles: m } = useAdminMessages();
  const { locale } = useLocale();
  const digits = (count: number) => count.toLocaleString('en');
  return (
    <>
      <Typography variant="body2" role="status">
        {total === 0 ? m.seesNone : m.seesScenes(digits(total))}
      </Typography>
      {total > 0 && (
        <>
          <Table size="small" aria-label={m.byNode}>
            <TableBody>
              {nodes.map(({ id, count, ...node }) => (
                <TableRow key={id}>
                  <TableCell component="th" scope="row">
                    {nameOf(node, locale)}
                  </TableCell>
                  <TableCell align="right">{digits(count)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          <SaveRows
            name={m.byNode}
            columns={[
              { label: m.node, cellOf: (node) => nameOf(node, locale) },
              { label: m.scenes, cellOf: ({ count }) => ({ value: count, as: 'whole' }) },
            ]}
            source={{ days: {}, ask: async () => ({ rows: nodes, hasMore: false }) }}
          />
        </>
      )}
    </>
  );
}
