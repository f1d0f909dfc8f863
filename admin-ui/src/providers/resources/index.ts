import { orders } from './orders';
import { role, user } from './people';

/** Every resource of the back office, named as its address. */
export const resources = { orders, role, user } as const;

export type ResourceName = keyof typeof resources;
