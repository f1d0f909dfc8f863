import Alert from '@mui/material/Alert';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type DirectoryNode, type IngestRules, useLocale, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { nameOf } from './directoryModel';
import { PATTERNS } from './ruleDraft';

interface FixedRulesProps {
  rules: IngestRules;
  nodes: readonly DirectoryNode[];
}

/** The rules for somebody who may not change them, because some lead out of the person's data scope. */
export function FixedRules({ rules: { rules, fallbackId }, nodes }: FixedRulesProps) {
  const { locale } = useLocale();
  const { common } = useMessages();
  const { directory: m } = useAdminMessages();
  const name = (id: number) => {
    const node = nodes.find((one) => one.id === id);
    return node === undefined ? String(id) : nameOf(node, locale);
  };
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
        {m.rulesIntro} {m.rulesKeep}
      </Typography>
      <Alert severity="info" sx={{ mx: 1.5, mb: 1.5 }}>
        {m.rulesNotYours}
      </Alert>
      {rules.length === 0 ? null : (
        <TableContainer tabIndex={0} role="group" aria-label={m.rules}>
          <Table
            aria-label={m.rules}
            sx={{ ...blockRows(920), display: { xs: 'block', sm: 'table' } }}
          >
            <TableHead>
              <TableRow>
                <TableCell sx={{ width: 40 }} />
                {PATTERNS.map((pattern) => (
                  <TableCell key={pattern}>{m[pattern]}</TableCell>
                ))}
                <TableCell sx={{ width: 240 }}>{m.target}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rules.map((rule) => (
                <TableRow key={rule.number} hover>
                  <TableCell data-label="">{rule.number}</TableCell>
                  {PATTERNS.map((pattern) => (
                    <TableCell key={pattern} data-label={m[pattern]}>
                      {rule[pattern] || '*'}
                    </TableCell>
                  ))}
                  <TableCell data-label={m.target}>{name(rule.nodeId)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {fallbackId === null ? null : (
        <Typography variant="body2" sx={{ p: 1.5 }}>
          {m.fallback}
          {common.colon}
          {name(fallbackId)}
        </Typography>
      )}
    </>
  );
}
