import type { components } from './schema';

/** Why a scene is recommended: what the person did, and where and with which satellites that was. */
export type Reason = components['schemas']['ReasonBody'];
