import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { OrderChanges as Changes, Order } from '../api/types';
import { type Dictionary, useDictionary } from '../dictionary';
import { useMessages } from '../messages/LocaleProvider';
import type { Messages } from '../messages/zh-CN';
import { textSize } from '../tokens';

function fieldName(field: string, m: Messages): string {
  const names: Record<string, unknown> = m.order;
  const name = names[field];
  return typeof name === 'string' ? name : field;
}

function fieldValue(field: string, value: string, m: Messages, words: Dictionary): string {
  if (value === '') return m.changes.empty;
  if (field === 'applyUserUsed') return words.usages.text(value);
  if (field === 'assignment') return words.levels.text(value);
  if (field !== 'getMethod') return value;
  return value === '0' ? m.getMethod[0] : m.getMethod[2];
}

/** What else changed beside the form, a line each. */
function otherLines({ scenesAdded, scenesRemoved, papers }: Changes, m: Messages): string[] {
  const names = papers.map((type) => m.attachmentType[type]).join(m.common.listComma);
  return [
    ...(scenesAdded > 0 ? [m.changes.scenesAdded(scenesAdded)] : []),
    ...(scenesRemoved > 0 ? [m.changes.scenesRemoved(scenesRemoved)] : []),
    ...(names === '' ? [] : [m.changes.papers(names)]),
  ];
}

function FieldChanges({ changes }: { changes: Changes }) {
  const m = useMessages();
  const words = useDictionary();
  return changes.fields.map(({ field, before, after }) => (
    <Box component="li" key={field} sx={{ overflowWrap: 'anywhere' }}>
      {fieldName(field, m)}
      {m.common.colon}
      <Box component="del" sx={{ color: 'text.secondary' }}>
        {fieldValue(field, before, m, words)}
      </Box>
      {' → '}
      <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
        {fieldValue(field, after, m, words)}
      </Box>
    </Box>
  ));
}

/** What was asked when an order was rejected, and what its applicant has changed since. */
export function ChangesList({ order }: { order: Order }) {
  const m = useMessages();
  const { changes } = order;
  if (changes === undefined) return null;
  const lines = otherLines(changes, m);
  const nothing = changes.fields.length === 0 && lines.length === 0;
  return (
    <section aria-label={m.changes.title}>
      {order.sstatus === 0 && order.cause ? (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {m.changes.asked}
          {m.common.colon}
          {order.cause}
        </Typography>
      ) : null}
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {order.cancelledBy === null ? m.changes.title : m.changes.titleCancelled}
      </Typography>
      {nothing ? (
        <Typography variant="body2" color="textSecondary">
          {m.changes.none}
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: textSize.body, lineHeight: 1.7 }}>
          <FieldChanges changes={changes} />
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      )}
    </section>
  );
}

/** Whether an order differs from what was rejected, by what is stored. */
export function hasChanged({ changes }: Pick<Order, 'changes'>): boolean {
  if (changes === undefined) return false;
  const { fields, scenesAdded, scenesRemoved, papers } = changes;
  return fields.length + scenesAdded + scenesRemoved + papers.length > 0;
}
