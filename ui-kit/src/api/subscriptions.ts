import type { BlankFormFormat } from '../orders/tables';
import { address, answer, type Signal, wire } from './client';
import type {
  AttachmentType,
  BackfillForm,
  PushTargetForm,
  PushTargetLimits,
  SceneSearch,
  SubscribedSceneState,
  SubscriptionDecision,
  SubscriptionDeskQuery,
  SubscriptionForm,
  SubscriptionFormFacts,
  SubscriptionStep,
} from './types';

const at = (id: string) => ({ path: { id } });

type PageOf = { page: number; pageSize: number };

/** Searches whose scenes are pushed as they come in, and where they are pushed to. Apart from the other calls: a search has no use for them. */
export const subscriptions = {
  list: (query: PageOf, options: Signal = {}) =>
    answer(wire.GET('/api/subscriptions', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/subscriptions/{id}', { ...options, params: at(id) })),
  /** Where it looks, for a map. */
  area: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/subscriptions/{id}/area', { ...options, params: at(id) })),
  create: (body: SubscriptionForm) => answer(wire.POST('/api/subscriptions', { body })),
  change: (id: string, body: SubscriptionForm) =>
    answer(wire.PUT('/api/subscriptions/{id}', { body, params: at(id) })),
  take: (ids: string[], step: SubscriptionStep) =>
    answer(wire.POST('/api/subscriptions/steps', { body: { ids, step } })),
  preview: (body: SceneSearch, options: Signal = {}) =>
    answer(wire.POST('/api/subscriptions/preview', { ...options, body })),
  /** The blank paper of a slot, filled in from a subscription that stands. */
  blankFormUrl: (id: string, type: AttachmentType, format: BlankFormFormat) =>
    address('/api/subscriptions/{id}/forms/{type}', { path: { id, type }, query: { format } }),
  /** The same for one that is not sent in yet. */
  blankForm: (type: AttachmentType, format: BlankFormFormat, body: SubscriptionFormFacts) =>
    answer(
      wire.POST('/api/subscriptions/forms/{type}', {
        body,
        params: { path: { type }, query: { format } },
        parseAs: 'blob',
      }),
    ),
  scenes: (
    id: string,
    query: PageOf & { state?: SubscribedSceneState | undefined },
    options: Signal = {},
  ) =>
    answer(
      wire.GET('/api/subscriptions/{id}/scenes', { ...options, params: { ...at(id), query } }),
    ),
  flow: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/subscriptions/{id}/flow', { ...options, params: at(id) })),
  backfills: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/subscriptions/{id}/backfills', { ...options, params: at(id) })),
  backfill: (id: string, body: BackfillForm) =>
    answer(wire.POST('/api/subscriptions/{id}/backfills', { body, params: at(id) })),
  cancelBackfill: (id: string, backfill: string) =>
    answer(
      wire.POST('/api/subscriptions/{id}/backfills/{backfill}/cancel', {
        params: { path: { id, backfill } },
      }),
    ),
  /** What a backfill would bring: of a subscription, or of a search that nobody has subscribed to. */
  previewBackfill: (of: string | SceneSearch, body: BackfillForm, options: Signal = {}) =>
    typeof of === 'string'
      ? answer(
          wire.POST('/api/subscriptions/{id}/backfills/preview', {
            ...options,
            body,
            params: at(of),
          }),
        )
      : answer(
          wire.POST('/api/subscriptions/backfill-preview', {
            ...options,
            body: { search: of, range: body },
          }),
        ),
  desk: (query: SubscriptionDeskQuery, options: Signal = {}) =>
    answer(wire.GET('/api/subscription-desk', { ...options, params: { query } })),
  decide: (id: string, body: SubscriptionDecision) =>
    answer(wire.POST('/api/subscriptions/{id}/decision', { body, params: at(id) })),
};

/** Places that scenes are pushed to. */
export const pushTargets = {
  list: (options: Signal = {}) =>
    answer(wire.GET('/api/push-targets', { ...options, params: { query: { pageSize: 100 } } })),
  create: (body: PushTargetForm) => answer(wire.POST('/api/push-targets', { body })),
  change: (id: string, body: PushTargetForm) =>
    answer(wire.PUT('/api/push-targets/{id}', { body, params: at(id) })),
  /** The public half of one's own key, and of the shared one while a target of one's own has it. */
  key: (options: Signal = {}) => answer(wire.GET('/api/push-targets/key', options)),
  remove: (id: string) => answer(wire.DELETE('/api/push-targets/{id}', { params: at(id) })),
  desk: (query: PageOf, options: Signal = {}) =>
    answer(wire.GET('/api/subscription-desk/targets', { ...options, params: { query } })),
  limit: (id: string, body: PushTargetLimits) =>
    answer(wire.PUT('/api/push-targets/{id}/limits', { body, params: at(id) })),
  tryOut: (id: string) => answer(wire.POST('/api/push-targets/{id}/trial', { params: at(id) })),
  stop: (id: string, reason: string) =>
    answer(wire.POST('/api/push-targets/{id}/stop', { body: { reason }, params: at(id) })),
  resume: (id: string) => answer(wire.POST('/api/push-targets/{id}/resume', { params: at(id) })),
};

/** Finished orders on their way to targets of their owners. */
export const orderPushes = {
  list: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/pushes', { ...options, params: at(id) })),
  send: (id: string, targetId: string) =>
    answer(wire.POST('/api/orders/{id}/pushes', { body: { targetId }, params: at(id) })),
};
