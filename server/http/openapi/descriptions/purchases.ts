/** Descriptions of operations that sell, pay for and report orders, and of their reference lists. */
export const purchaseOperations = {
  getOrderState:
    "Returns the order's state, page and money status. Poll it after a checkout, at most every two seconds, until the state is `delivered`, `refunded` or `expired`.",
  findOwnOrder:
    'Returns the `access_token` of an order for its reference, the phone of its customer, and the last four digits of the meter, smartcard, profile or phone number that it was bought for. Allows five attempts; every failure returns the same error. The token allows reading the order, but not submitting a refund account.',
  getOrderReceipt:
    'Returns the receipt of a delivered order as a PDF file, to the session that created it, its owner, or with its access token.',
  repeatOrder:
    'Returns the order while it can be paid, or creates one like it at the current price when it has ended. No money moves.',
  openOrderLink:
    'Returns the `access_token` of the order whose SMS has the link `/o/{code}`. The token has the same rights as the link in its e-mail. An unpaid order continues in the browser session that opened its link. Unknown codes are limited per IP address.',
  checkRefundAccount:
    'Returns the name on a bank account, as verified at the gateway, before a refund is paid to it. Only while the order state has `refund_account`.',
  setRefundAccount:
    'Submits the bank account for a refund that the original payment method could not accept. Only while the order state has `refund_account`.',
  sendRefundAccountCode:
    "Sends a code to the payer's e-mail address. The code is valid for this browser session only, so an API client cannot use it.",
  confirmRefundAccountCode:
    'Confirms the e-mailed code: for half an hour this session can submit the bank account.',
  getPaymentOptions: 'Returns the payment methods in display order.',
  initiatePayment:
    "Starts a payment of a stored order and returns the checkout URL. `amount` is the order total in naira: it must match the stored order. Wallet and saved-card payments need the owner's session token.",
  returnFromCheckout:
    'Returns the order of a payment after the payer returns from the checkout. The access token is returned only to the session that started the payment.',
  getWalletBalance: 'Returns the available balance, the held balance, the bonus and the top-up limits.',
  getWalletTransactions:
    'Returns the wallet history, newest first. With `format=csv` all matching entries as a file.',
  getVirtualAccounts:
    'Returns the virtual accounts that have a number, oldest first. Transfers to them are credited to the wallet.',
  getWalletStatement:
    'Returns a statement as a PDF file: opening and closing balance, totals and every transaction of the period, at most one year.',
  initiateTopUp:
    "Starts a top-up of the caller's wallet and returns the checkout URL. The amount confirmed by the gateway is credited.",
  verifyTopUp:
    'Verifies a top-up at the gateway and credits it exactly once. 202 with status `pending` while the gateway has not decided.',
  getPaymentCards:
    'Returns the saved cards, newest first. Card numbers and gateway tokens are never returned.',
  deletePaymentCard: 'Deletes a saved card here and at the gateway.',
  initiateCardPayment:
    'Charges a saved card for a stored order, or for a top-up when `payment_for` is `wallet_topup`. Returns the order page, or a gateway page for authentication.',
  getBanks:
    'Returns banks with the codes of the gateway that verifies identities, or of the given gateway. Use the codes with the same gateway only.',
  getStates: 'Returns the states of Nigeria.',
  getPhoneCodes: 'Returns countries with their calling codes.',
  getCashback: 'Returns the cashback of a signed-in buyer for a delivered order, in percent of the amount.',
  getServiceStatuses: 'Returns which services are available, and the reason if one is not.',
  getServiceHealth:
    'Returns for each service, and for each electricity company, whether it works now, and the delivery rate and time of orders paid in the last hour. Updated every 60 seconds.',
  createPaymentRequest:
    'Turns a quoted order of the user into a link that another person pays. The same order returns its open request. At most twenty open requests and twenty new ones a day.',
  getPaymentRequests: 'Returns at most a hundred requests, newest first, with the order that paid each.',
  cancelPaymentRequest: 'Cancels an open request. A payment that arrives later is refunded to its payer.',
  getPaymentRequest:
    'Returns what a payer sees: first name of the requester, last four digits of the number, amount and note. Unknown codes are limited per IP address.',
  createPaymentRequestOrder:
    'Creates the order that pays the request, with current prices. The same payer gets the same unpaid order. Pay it with `initiatePayment`.',
  getPayerOrder:
    'Returns status and amounts of the order to its payer, without its token and full number. Verifies an open payment first.',
  reportPaymentRequest: 'Stores a report for managers. Five a day per request and IP address.',
  reportOrder: 'Creates a ticket for an order, for a caller with access to it.',
  subscribeToServiceAlert: 'Subscribes to one SMS or e-mail when a service is available again.',
}
