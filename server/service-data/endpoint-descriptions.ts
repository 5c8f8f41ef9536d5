/** Descriptions of the endpoints that every service has. */
export const detailsText =
  'Returns the order once it is delivered. For the signed-in owner, the session that created the order, or with its access token; otherwise 404.'
export const storedLookupText =
  'Returns the stored lookup, to the browser session that created it and to the signed-in owner.'
export const processText =
  'Waits at most 10 seconds for the delivery. 200 when it is delivered, 202 with status `pending` while it is not decided (repeat the request), otherwise 409 with a code for the state of the money. Safe to retry.'
export const lookupText =
  'Stores an unpaid order and prices it; no money moves. The response has the `order_reference` to pay for and the `access_token` that gives access to the order. Rate-limited by number and by client.'
