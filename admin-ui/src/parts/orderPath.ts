/** One order's page. */
export const orderPath = (id: string) => `/orderManage_details/${encodeURIComponent(id)}`;
