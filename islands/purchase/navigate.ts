/** Navigation to another page. An object, so that tests can replace it. */
export const navigate = {
  to: (address: string): void => window.location.assign(address),
  /** Replaces the history entry: Back skips a page that only waited. */
  replace: (address: string): void => window.location.replace(address),
  reload: (): void => window.location.reload(),
}
