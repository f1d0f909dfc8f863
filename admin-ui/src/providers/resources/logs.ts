import {
  type AnswersQuery,
  type AuditQuery,
  api,
  type BehaviourQuery,
  type DeliveredScenesQuery,
  type GivenRatingsQuery,
  type GivenSurveyAnswer,
  office,
  operations,
  type PreparationFailuresQuery,
  type ReceivedScenesQuery,
  type RegistryEntry,
  type RegistryQuery,
  type ResultDeskQuery,
  registry as registryDesk,
  researchResults,
  statistics,
  type TaskCursor,
  type TransfersQuery,
} from '@scenedock/ui-kit';
import { wordOf } from '../../parts/list/listOrder';
import { deskQuery } from '../../results/resultConditions';
import { type TaskConditions, taskFilter } from '../../tasks/taskConditions';
import { endless, type ListQuestion, paged, type ResourceCalls } from '../resource';

const since = <Cursor extends number | string>(before: Cursor | null) =>
  before === null ? {} : { before };

/** What administrators did, the newest first. Nobody changes it. */
export const auditLog = {
  list: endless((filter: AuditQuery, before: number | null, options) =>
    office.auditLog.list({ ...filter, ...since(before) }, options),
  ),
} satisfies ResourceCalls;

/** What people did, the newest first. */
export const userBehavioStat = {
  list: endless((filter: BehaviourQuery, before: string | null, options) =>
    office.behaviours.list({ ...filter, ...since(before) }, options),
  ),
} satisfies ResourceCalls;

/** The scenes that the archive took in, the last received first. One is called by its number. */
export const dataReceiveStat = {
  list: endless(async (filter: ReceivedScenesQuery, before: string | null, options) => {
    const query = { ...filter, ...since(before) };
    const { items, next } = await statistics.receivedScenes(query, options);
    return { items: items.map((scene) => ({ ...scene, id: scene.did })), next };
  }),
} satisfies ResourceCalls;

/** Single downloads, the last to end first. */
export const dataDownStat = {
  list: endless((filter: TransfersQuery, before: string | null, options) =>
    statistics.transfers({ ...filter, ...since(before) }, options),
  ),
} satisfies ResourceCalls;

/** Steps of preparations that failed for good, the last first. */
export const preparationFailures = {
  list: endless((filter: PreparationFailuresQuery, before: string | null, options) =>
    statistics.preparationFailures({ ...filter, ...since(before) }, options),
  ),
} satisfies ResourceCalls;

/** What was said of orders, the last first. A rating is called by its order. */
export const givenRatings = {
  list: endless(async (filter: GivenRatingsQuery, before: string | null, options) => {
    const query = { ...filter, ...since(before) };
    const { items, next } = await statistics.givenRatings(query, options);
    return { items: items.map((given) => ({ ...given, id: given.orderId })), next };
  }),
} satisfies ResourceCalls;

/** Scenes that were handed out for the first time, the last first. One is called by its number. */
export const deliveredScenes = {
  list: endless(async (filter: DeliveredScenesQuery, before: string | null, options) => {
    const query = { ...filter, ...since(before) };
    const { items, next } = await statistics.deliveredScenes(query, options);
    return { items: items.map((scene) => ({ ...scene, id: scene.did })), next };
  }),
} satisfies ResourceCalls;

/** What was provided to whom. An entry is called by its number. */
export const registry = {
  list: endless(async (filter: RegistryQuery, before: number | null, options) => {
    const { items, ...rest } = await registryDesk.list({ ...filter, ...since(before) }, options);
    return { ...rest, items: items.map(withId) };
  }),
} satisfies ResourceCalls;

const withId = (entry: RegistryEntry) => ({ ...entry, id: entry.number });

/** Tasks of the workers, the newest first. They are steered through the client itself. */
export const tasks = {
  list: endless((filter: TaskConditions, before: TaskCursor | null, options) =>
    operations.tasks(taskFilter(filter), before, options),
  ),
} satisfies ResourceCalls;

/** Results that were made with data. How many stand where is `meta`. */
export const results = {
  async list({ filter, pagination, sort, signal }: ListQuestion) {
    const word = wordOf(sort) as ResultDeskQuery['sort'];
    const query: ResultDeskQuery = {
      ...deskQuery(filter),
      page: pagination.page,
      pageSize: pagination.perPage,
      ...(word === undefined ? {} : { sort: word }),
    };
    const { items, total, states } = await researchResults.desk(
      query,
      signal === undefined ? {} : { signal },
    );
    return { data: items, total, meta: { states } };
  },
} satisfies ResourceCalls;

/** Answers of the survey. One is called by who gave it and when. */
export const survey = {
  list: paged(async (query: AnswersQuery, options) => {
    const { items, total } = await api.survey.answers(query, options);
    return { items: items.map(named), total };
  }),
} satisfies ResourceCalls;

const named = (answer: GivenSurveyAnswer) => ({
  ...answer,
  id: `${answer.loginName} ${answer.answeredAt}`,
});
