/** Where somebody does what comes before everything else: the portal, which shares the session. */
export function goToDuty(): void {
  window.location.assign('/account');
}
