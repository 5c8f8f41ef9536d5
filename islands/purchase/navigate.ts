/** Navigation to another page. An object, so that tests can replace it. */
export const navigate = {
  to: (address: string): void => window.location.assign(address),
  /** Replaces the history entry, so that Back skips a page that only waited for a result. */
  replace: (address: string): void => window.location.replace(address),
  reload: (): void => window.location.reload(),
}
