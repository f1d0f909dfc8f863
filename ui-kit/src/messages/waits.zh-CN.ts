/** What is said around the reasons for which something waits; the reasons themselves the server says. */
export const zhWaits = {
  waits: {
    title: '等待原因',
    since: (time: string) => `自 ${time}`,
    tasks: (n: number) => `涉及 ${n} 个任务`,
  },
};
