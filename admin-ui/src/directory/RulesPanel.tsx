import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  type DirectoryNode,
  directory,
  EmptyState,
  type IngestRules,
  type IngestRulesDraft,
  QueryResult,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { DraftBar } from '../parts/forms/DraftBar';
import { useCall } from '../parts/useCall';
import { DryRunResult } from './DryRunResult';
import { NodeSelect } from './NodeSelect';
import { RuleTable } from './RuleTable';
import { draftOf, emptyRule, isGood, sameDraft } from './ruleDraft';
import { RULES_TOPIC, useIngestRules } from './useDirectory';

interface RulesPanelProps {
  nodes: readonly DirectoryNode[];
}

/** Into which node data go that come in. */
export function RulesPanel({ nodes }: RulesPanelProps) {
  const query = useIngestRules();
  return (
    <QueryResult query={query}>
      {(rules) => <Editor key={rules.version} rules={rules} nodes={nodes} />}
    </QueryResult>
  );
}

function Editor({ rules, nodes }: RulesPanelProps & { rules: IngestRules }) {
  const { directory: m } = useAdminMessages();
  const { run, busy } = useCall(RULES_TOPIC);
  const [draft, setDraft] = useState<IngestRulesDraft>(() => draftOf(rules));
  const [tried, setTried] = useState<IngestRulesDraft | null>(null);
  const dirty = !sameDraft(draft, rules);
  const good = isGood(draft);
  const save = () =>
    run(() => directory.saveRules(rules.version, draft), { ok: m.saved, failed: m.failed });
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
        {m.rulesIntro} {m.rulesKeep}
      </Typography>
      {draft.rules.length === 0 ? (
        <EmptyState title={m.noRules} />
      ) : (
        <RuleTable
          rules={draft.rules}
          nodes={nodes}
          onChange={(next) => setDraft({ ...draft, rules: next })}
        />
      )}
      <Box sx={{ display: 'flex', gap: 2, p: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <Button
          startIcon={<Add />}
          onClick={() => setDraft({ ...draft, rules: [...draft.rules, emptyRule()] })}
        >
          {m.addRule}
        </Button>
        <Box sx={{ flex: 1 }} />
        <NodeSelect
          nodes={nodes}
          value={draft.fallbackId ?? null}
          none={m.fallbackNone}
          label={m.fallback}
          onChange={(fallbackId) => setDraft({ ...draft, fallbackId })}
          sx={{ width: { xs: '100%', sm: 320 } }}
        />
      </Box>
      {tried === null ? null : <DryRunResult draft={tried} nodes={nodes} />}
      <DraftBar
        words={m}
        isDirty={dirty}
        isGood={good}
        busy={busy}
        onUndo={() => setDraft(draftOf(rules))}
        onSave={() => void save()}
      >
        <Button
          disabled={!good}
          title={good ? m.dryRunHint : m.wrong}
          onClick={() => setTried(draft)}
        >
          {m.dryRun}
        </Button>
      </DraftBar>
    </>
  );
}
