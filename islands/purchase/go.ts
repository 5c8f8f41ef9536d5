/** Leaving this page. An object, so that a journey can be watched without a browser that moves. */
export const go = {
  to: (address: string): void => window.location.assign(address),
  /** Leaves no trace in the history: Back skips a page that only waited. */
  instead: (address: string): void => window.location.replace(address),
  again: (): void => window.location.reload(),
}
