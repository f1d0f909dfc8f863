import { type Subscription, type SubscriptionStep, subscriptions } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

type Steps = { ids: string[]; step: SubscriptionStep };

/** What an owner does to subscriptions, one or several. */
export function useSteps() {
  const m = usePageWords();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ ids, step }: Steps) => subscriptions.take(ids, step),
    onSuccess: ({ refused }) => {
      const [first] = refused;
      if (first === undefined) notice(m.done);
      else notice(m.refusedSome(refused.length, first.reason), 'error');
    },
    onError: (error) => notice(failureText(m.failed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  const take = async (ids: string[], step: SubscriptionStep) => {
    // What went wrong was said.
    await mutateAsync({ ids, step }).catch(() => undefined);
  };
  const end = async (one: Subscription) => {
    const yes = await ask({ text: m.endConfirm(one.name), danger: true });
    if (yes !== null) await take([one.id], 'end');
  };
  return { take, end, busy: isPending };
}
