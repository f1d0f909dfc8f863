/** One order's page. */
export const orderPath = (id: string) => `/orderManage_details/${encodeURIComponent(id)}`;

/** Every attempt at the tasks of one order. */
export const attemptsPath = (id: string) => `/tasks?view=attempts&order=${encodeURIComponent(id)}`;
