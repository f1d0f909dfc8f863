import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import type { DirectoryNode, IngestRule } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { moved } from '../parts/moved';
import { NodeSelect } from './NodeSelect';
import { RuleFrame } from './RuleFrame';
import { isEmpty, NO_NODE, PATTERNS } from './ruleDraft';

interface RuleTableProps {
  rules: readonly IngestRule[];
  nodes: readonly DirectoryNode[];
  onChange: (rules: IngestRule[]) => void;
}

/** Rules in their order: the first that fits decides. */
export function RuleTable({ rules, nodes, onChange }: RuleTableProps) {
  const { directory: m } = useAdminMessages();
  const set = (at: number, part: Partial<IngestRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...part } : rule)));
  return (
    <RuleFrame hasOperations>
      {rules.map((rule, at) => (
        <TableRow key={at}>
          <TableCell data-label="">
            <span>{at + 1}</span>
          </TableCell>
          {PATTERNS.map((name) => (
            <TableCell key={name} data-label={m[name]}>
              <TextField
                fullWidth
                value={rule[name] ?? ''}
                placeholder="*"
                error={isEmpty(rule)}
                title={isEmpty(rule) ? m.ruleEmpty : undefined}
                slotProps={{
                  htmlInput: { maxLength: 100, 'aria-label': m.of(m[name], at + 1) },
                }}
                onChange={({ target }) => set(at, { [name]: target.value })}
              />
            </TableCell>
          ))}
          <TableCell data-label={m.target}>
            <NodeSelect
              required
              nodes={nodes}
              value={rule.nodeId === NO_NODE ? null : rule.nodeId}
              none={m.chooseNode}
              name={m.of(m.target, at + 1)}
              error={rule.nodeId === NO_NODE}
              onChange={(id) => set(at, { nodeId: id ?? NO_NODE })}
            />
          </TableCell>
          <TableCell sx={{ whiteSpace: 'nowrap', textAlign: { sm: 'right' } }}>
            <span>
              <IconTool
                name={m.upRule(at + 1)}
                why={at === 0 ? m.first : null}
                onClick={() => onChange(moved(rules, at, at - 1))}
              >
                <ArrowUpward fontSize="small" />
              </IconTool>
              <IconTool
                name={m.downRule(at + 1)}
                why={at === rules.length - 1 ? m.last : null}
                onClick={() => onChange(moved(rules, at, at + 1))}
              >
                <ArrowDownward fontSize="small" />
              </IconTool>
              <IconTool
                name={m.removeRule(at + 1)}
                onClick={() => onChange(rules.filter((_, index) => index !== at))}
              >
                <DeleteOutlined fontSize="small" />
              </IconTool>
            </span>
          </TableCell>
        </TableRow>
      ))}
    </RuleFrame>
  );
}
