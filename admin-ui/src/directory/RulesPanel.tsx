import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  byParameters,
  type DirectoryNode,
  directory,
  EmptyState,
  type IngestRules,
  type IngestRulesDraft,
  QueryResult,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { DraftBar } from '../parts/forms/DraftBar';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { useCall } from '../parts/useCall';
import { DryRunResult } from './DryRunResult';
import { FixedRules } from './FixedRules';
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
      {(rules) =>
        rules.mayChange ? (
          <Editor rules={rules} nodes={nodes} />
        ) : (
          <FixedRules rules={rules} nodes={nodes} />
        )
      }
    </QueryResult>
  );
}

/** The tree stands at the same address. */
const ANOTHER_TAB = byParameters('view');

/**
 * The rules as they are being written, over `rules` as the server has them now. What others save replaces nothing that is
 * written; after a refusal, which says so, the next try goes by theirs.
 */
function useWrittenRules(rules: IngestRules) {
  const { directory: m } = useAdminMessages();
  const queries = useQueryClient();
  const { run, busy } = useCall(RULES_TOPIC);
  const [opened, setOpened] = useState(rules);
  const [draft, setDraft] = useState<IngestRulesDraft>(() => draftOf(rules));
  const [isOvertaken, setOvertaken] = useState(false);
  const open = (now: IngestRules) => {
    setOpened(now);
    setDraft(draftOf(now));
    setOvertaken(false);
  };
  const dirty = !sameDraft(draft, opened);
  if (!dirty && rules.version > opened.version) open(rules);
  const send = async () => {
    const saved = await directory.saveRules((isOvertaken ? rules : opened).version, draft);
    queries.setQueryData([...RULES_TOPIC], saved);
    open(saved);
  };
  const save = async () => {
    const outcome = await run(send, { ok: m.saved, failed: m.failed });
    if (outcome === 'refused') setOvertaken(true);
  };
  return { draft, setDraft, dirty, busy, save, undo: () => open(rules) };
}

function Editor({ rules, nodes }: RulesPanelProps & { rules: IngestRules }) {
  const { directory: m, content } = useAdminMessages();
  const { draft, setDraft, dirty, busy, save, undo } = useWrittenRules(rules);
  const [tried, setTried] = useState<IngestRulesDraft | null>(null);
  const good = isGood(draft);
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
        onUndo={undo}
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
      <LeaveQuestion unsaved={dirty} text={content.leave} leaves={ANOTHER_TAB} />
    </>
  );
}
