import { zhApplying } from './applying.zh';
import { zhFigures } from './figures.zh';
import type { OperationNames } from './operationNames';
import { zhOrders } from './orders.zh';
import { zhPeople } from './people.zh';
import { zhPublishing } from './publishing.zh';
import { zhSystem } from './system.zh';

/** What the screens call each operation that needs a permission. One that is missing here does not compile. */
export const zhOperations: OperationNames = {
  ...zhApplying,
  ...zhOrders,
  ...zhFigures,
  ...zhPublishing,
  ...zhPeople,
  ...zhSystem,
};
