/** Receipts on this device, readable without a connection. */
export const offlinePath = '/offline'
/** The copy of a page that is shown while there is no connection. */
export const offlineCopyOf = (path: string) => `${offlinePath}${path}`
