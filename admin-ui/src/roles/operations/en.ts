import { enApplying } from './applying.en';
import { enFigures } from './figures.en';
import type { OperationNames } from './operationNames';
import { enOrders } from './orders.en';
import { enPeople } from './people.en';
import { enPublishing } from './publishing.en';
import { enSystem } from './system.en';

/** The same in English. */
export const enOperations: OperationNames = {
  ...enApplying,
  ...enOrders,
  ...enFigures,
  ...enPublishing,
  ...enPeople,
  ...enSystem,
};
