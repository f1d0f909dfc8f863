/** Leaves the portal for another page of the same server. Going back skips the address that led there. */
export function leaveFor(address: string): void {
  window.location.replace(address);
}
