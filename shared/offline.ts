/** Receipts on this device, readable without a connection; also shown in place of a page that is not stored. */
export const offlinePath = '/offline'
/** The path of the copy of a page that is shown while there is no connection. */
export const offlineCopyPath = (path: string) => `${offlinePath}${path}`
