import { announcements, news, newsTypes } from './content';
import {
  auditLog,
  dataDownStat,
  dataReceiveStat,
  deliveredScenes,
  givenRatings,
  preparationFailures,
  registry,
  results,
  survey,
  tasks,
  userBehavioStat,
} from './logs';
import { orders } from './orders';
import { pushTargets, role, scopes, subscribeAudit, units, user } from './people';
import { dataSyncDb, dictionary, sensortranslation, webhooks } from './system';

/** Every resource of the back office, named as its address. */
export const resources = {
  announcements,
  auditLog,
  dataDownStat,
  dataReceiveStat,
  dataSyncDb,
  deliveredScenes,
  dictionary,
  givenRatings,
  news,
  newsTypes,
  orders,
  preparationFailures,
  pushTargets,
  registry,
  results,
  role,
  scopes,
  sensortranslation,
  subscribeAudit,
  survey,
  tasks,
  units,
  user,
  userBehavioStat,
  webhooks,
} as const;

export type ResourceName = keyof typeof resources;
