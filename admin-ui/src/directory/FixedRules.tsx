import Alert from '@mui/material/Alert';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type DirectoryNode, type IngestRules, useLocale, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { nameOf } from './directoryModel';
import { RuleFrame } from './RuleFrame';
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
        <RuleFrame>
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
        </RuleFrame>
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
