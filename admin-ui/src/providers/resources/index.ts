import { announcements, news, newsTypes } from './content';
import { auditLog, registry, tasks, userBehavioStat } from './logs';
import { orders } from './orders';
import { role, user } from './people';

/** Every resource of the back office, named as its address. */
export const resources = {
  announcements,
  auditLog,
  news,
  newsTypes,
  orders,
  registry,
  role,
  tasks,
  user,
  userBehavioStat,
} as const;

export type ResourceName = keyof typeof resources;
