import { allServiceData } from '../../service-data/index.ts'

const userEntries = 'Returns the entries of the signed-in user.'
const saveBeneficiary =
  'Saves the beneficiary for the signed-in user. A duplicate is rejected with `BENEFICIARY_KNOWN`.'
const review =
  'For an order in the review queue. Needs the PIN in every request and is recorded in the audit log. Returns the state of the order.'
const unallocatedFunds =
  'For unallocated funds. Above the configured amount the request needs approval by a second manager: 202 with status `pending`.'

/**
 * Descriptions of operations beyond their summary, by endpoint name. Kept out of the contracts, which are sent to
 * browsers.
 */
export const operationDescriptions: Readonly<Record<string, string>> = {
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
  ...Object.assign({}, ...allServiceData.map(({ api }) => api.descriptions)),
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
  registerAccount:
    'Creates an account. Status `success`: a code was e-mailed, send it to `verify-email`. Status `created`: no code could be e-mailed, sign in and request one. A registered e-mail address gets the same response, and its owner is notified.',
  verifyEmail: 'Verifies an e-mail address with the e-mailed code. An API client signs in afterwards.',
  resendVerification: 'Sends another code. The response is the same for every e-mail address.',
  signIn:
    'Signs in and returns the profile. An API client, which sends no session cookie and no `Origin`, receives `api_token`, the token of the new session, and no cookie. The token sent with the request is revoked.',
  signOut: 'Revokes the token sent with the request. A request without a token succeeds.',
  requestPasswordReset:
    'Sends a password reset link by e-mail. The response is the same for every e-mail address.',
  resetPassword:
    'Sets a new password with the token of the e-mailed link. All sessions of the user are revoked.',
  getProfile: 'Returns the profile, or one field of it.',
  updateProfile:
    'Updates only the fields that are sent. A picture is a PNG, JPEG or WebP of at most 60 KB as a data: address.',
  exportAccountData:
    'Returns the data stored about the user, by kind, without password, PIN, tokens and card numbers. It is recorded in the activity log.',
  getClosingConditions:
    'Returns the conditions that are not met yet, what the user loses, and what is kept afterwards and for how long.',
  closeAccount:
    'Closes the account for good. Needs the password and the PIN, or the e-mail when no PIN is set. Unmet conditions are named in `errors`. Personal data is deleted, all sessions are revoked, and the e-mail can register again.',
  updatePassword: 'Changes the password. All sessions of the user are revoked, including this one.',
  updatePinLimit:
    'Chooses above which amount wallet and saved-card payments ask for the PIN. Null: never, which is the default.',
  updatePin: 'Sets or changes the authentication PIN. Needs the password. Unlocks a locked PIN.',
  getSessions: 'Returns the sessions of the account, the current session first.',
  endOtherSessions: 'Revokes all sessions except the current one.',
  endSession: 'Revokes one session.',
  updateUserLanguage:
    'Stores the language of the user: of SMS and the USSD menu, and of browsers in which no language was chosen.',
  toggleActivityLogs: 'Toggles the activity log and returns the new value.',
  getActivityLogs: 'Returns the activity log, newest first. Nothing is recorded while the log is off.',
  verifyPin:
    "Verifies the manager's PIN. It grants nothing: every endpoint that needs the PIN takes it again.",
  getMeterBeneficiaries: userEntries,
  getSmartcardBeneficiaries: userEntries,
  getPhoneBeneficiaries: userEntries,
  getDeviceBeneficiaries: userEntries,
  getRecentBeneficiaries:
    'Returns at most six beneficiaries of all types: the most recently used first, then the newest.',
  addMeter: saveBeneficiary,
  addSmartcard: saveBeneficiary,
  addPhone: saveBeneficiary,
  addDevice: saveBeneficiary,
  restoreBeneficiary:
    'Restores a deleted beneficiary under the same id, with `undo` from the response of the deletion, for an hour.',
  updateBeneficiary: 'Updates only the fields that are sent. The number cannot be changed.',
  deleteBeneficiary: 'Removes a saved beneficiary.',
  getBanks:
    'Returns banks with the codes of the gateway that verifies identities, or of the given gateway. Use the codes with the same gateway only.',
  getStates: 'Returns the states of Nigeria.',
  getPhoneCodes: 'Returns countries with their calling codes.',
  getCashback: 'Returns the cashback of a signed-in buyer for a delivered order, in percent of the amount.',
  getServiceStatuses: 'Returns which services are available, and the reason if one is not.',
  getServiceHealth:
    'Returns for each service, and for each electricity company, whether it works now, and the delivery rate and time of orders paid in the last hour. Updated every 60 seconds.',
  getVirtualAccountRequirements:
    'Returns the consent and fee of a virtual account, and the verified BVN with its account name.',
  verifyBvn:
    'Checks that a BVN and a bank account have the same owner, and stores the BVN if so. A mismatch does not reveal which value was wrong.',
  reserveAccount:
    'Creates a virtual account for a saved meter or smartcard, or returns the existing one. 202 with status `pending` while the bank creates it.',
  setAutomaticPurchase:
    'Sets whether deposits to a virtual account automatically buy for its beneficiary. The wallet is credited first; if the purchase fails, the money stays there.',
  getNotifications: 'Returns the newest hundred notifications, newest first.',
  getUnreadNotifications: 'Returns how many notifications are not read, up to 100.',
  markAllNotificationsRead: 'Marks every notification read. Idempotent.',
  markNotificationRead: 'Marks one notification read. Idempotent: the first time is kept.',
  deleteNotification: 'Deletes one notification.',
  restoreNotification:
    'Restores a deleted notification under the same id, with `undo` from the response of the deletion, for an hour.',
  streamAccountEvents:
    'Server-sent events: each `data:` line is one JSON event (schema `AccountEvent`). The stream ends after 15 minutes and when the session ends; then reconnect.',
  getTransactions:
    'Returns orders, newest first. `search` is the full number that was served or notified, or the reference; days are Lagos days, both included.',
  getTransactionReceipt: 'Returns the receipt of a delivered order as a PDF file.',
  buyAgain:
    'Returns an order that can still be paid, or creates a copy of an undelivered order at the current price. No money moves.',
  getAccountSummary:
    'Returns delivered orders by month of delivery and by service; months without orders have zeros.',
  createTicket:
    'Creates a support ticket, optionally for an order. The same text again returns the same number.',
  getTickets: 'Returns at most a hundred tickets, newest first.',
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
  getManagedPaymentRequests:
    'Returns payment requests, by default the reported ones, newest first. Reading is logged.',
  blockPaymentRequest:
    'Blocks an open request, with a reason: it is unknown to payers, and a payment that arrives later is refunded. Recorded in the audit log.',
  reportOrder: 'Creates a ticket for an order, for a caller with access to it.',
  getReferral: 'Returns the referral code, the bonus and the newest hundred friends.',
  redeemBonus: 'Transfers bonus to the wallet, one to one.',
  getSchedules: 'Returns at most fifty schedules: those that have not ended first, then the newest.',
  getSchedule:
    'Returns a schedule with its last fifty runs. A run whose order is paid has the state of that order.',
  createSchedule:
    'Looks up and prices the purchase of an order or a beneficiary and schedules it. Charges nothing. A run buys at 8 am Lagos time at the price of that day, at most once per period; a run above a limit is skipped.',
  skipSchedule: 'Skips the next run, named by its day.',
  pauseSchedule: 'Pauses a schedule. A run that waits for its next attempt is skipped.',
  resumeSchedule: 'Resumes a paused schedule from its next day. Missed runs are not made up for.',
  endSchedule: 'Ends a schedule. A run whose payment has started is completed.',
  payScheduleRun:
    'Returns the details page of an order for a run that bought nothing, where its owner pays. Charges nothing.',
  getForecasts: 'Returns the forecasts of prepaid meters with at least three purchases, the soonest first.',
  setLowUnitsAlert:
    'Chooses where one message per purchase is sent when the units of a meter are about to run low.',
  getBulkPurchases: 'Returns the last fifty files, newest first. For company accounts.',
  getBulkPlans:
    'Returns a CSV file with every company, bouquet, plan and kind of PIN that a row may name, and its price.',
  getBulkTemplate: 'Returns a CSV file with the column names and one row of each service.',
  checkBulkFile:
    'Accepts a CSV file and validates every row. 202 with status `pending` while rows are looked up. No money moves.',
  startBulkPurchase:
    'Holds the total in the wallet and purchases row by row. A repeated request returns the progress.',
  getBulkPurchase:
    'Returns progress and rows of a file. With `format=csv` the whole file with the result of each row.',
  getPushKey: 'Returns the public key with which a browser subscribes to notifications.',
  subscribeToPush:
    'Sends notifications about delivered orders, refunds and available services to a browser: of the signed-in user until sign-out, or of the guest session.',
  unsubscribeFromPush: 'Deletes the subscription of a browser. Repeating it changes nothing.',
  subscribeToServiceAlert: 'Subscribes to one SMS or e-mail when a service is available again.',
  getReviews: 'Returns orders and refunds in the review queue, the longest waiting first. Reading is logged.',
  requeryOrder: `Requeries the gateway and the vendor now. Does not vend again; the order changes only by their responses. ${review}`,
  deliverOrder: `Marks an order with an unknown outcome as delivered, with the vendor's delivery. ${review}`,
  refundOrder: `Refunds an order whose outcome is unknown, that was never sent to a vendor, or whose attempts all failed. Above the configured amount it needs approval by a second manager: 202 with status \`pending\`. ${review}`,
  rejectAccountOfRefund: `Rejects the bank account submitted for a refund; the customer is asked for another. ${review}`,
  closeReview: `Removes a completed order from the queue. ${review}`,
  getReconciliation:
    'Returns open reconciliation breaks, oldest first, those resolved in the last week, and the metrics of the last thirty days.',
  resolveBreak: 'Resolves a reconciliation break with a reason. Needs the PIN; recorded in the audit log.',
  openFloatBalance:
    "Records the opening balance of a vendor's float: the balance that the vendor reports now. Needs the PIN; recorded in the audit log.",
  getVendorFloats:
    'Returns the float at each vendor: opening balance and spending of today, the balance that the vendor reported last, and the hours left.',
  getSettlements:
    'Returns the settlements of the gateways, newest first, with the number of lines that match our payments.',
  getSettlement: 'Returns one settlement with its lines, those that do not match first.',
  getDisputes: 'Returns disputes of payments: open ones by deadline, then closed ones.',
  sendDisputeResponse:
    'Accepts a dispute, or contests it with evidence (a PDF, PNG or JPEG). Sent to the gateway immediately; above the configured amount an acceptance needs approval by a second manager: 202 with status `pending`. Needs the PIN; recorded in the audit log.',
  refreshVendorFloats: 'Reads the balance at each vendor now.',
  creditUnallocatedFunds: `Credits the funds to the wallet of the user they were meant for. ${unallocatedFunds}`,
  returnUnallocatedFunds: `Refunds the funds to their payer: by a completed bank transfer, or as a refund at the gateway. ${unallocatedFunds}`,
  getAuditLogs: 'Returns audit events, newest first. `action` is a full action or its part before the dot.',
  getUserChoices:
    'Returns at most fifty users by name, to choose from. `search` narrows by name, e-mail or phone.',
  getUsers: 'Returns every user, newest first, page by page.',
  getUserDetails: 'Returns contact details, wallet and totals of a user. Reading is logged.',
  getUserMeters: 'Returns the saved meters of a user. Reading is logged.',
  getUserSmartcards: 'Returns the saved smartcards of a user. Reading is logged.',
  getUserWalletTransactions: 'Returns the wallet history of a user, newest first. Reading is logged.',
  getUserCards: 'Returns the saved cards of a user, masked to the last four digits. Reading is logged.',
  getUserTickets: 'Returns the tickets of a user, newest first. Reading is logged.',
  getUserSessions: 'Returns the open sessions of a user. Reading is logged.',
  getUserNotes: "Returns managers' notes about a user, newest first. Reading is logged.",
  addUserNote:
    'Adds a note about a user. Notes cannot be changed or deleted, and the user does not see them.',
  blockUser:
    'Blocks an account: its sessions end and it cannot sign in. Paid orders continue until they are delivered or refunded, and the wallet keeps its money. Needs the PIN and is recorded in the audit log.',
  unblockUser: 'Unblocks an account. Needs the PIN and is recorded in the audit log.',
  signOutUser: 'Ends every session of a user. Needs the PIN and is recorded in the audit log.',
  resetUserPin:
    'Removes the PIN of a user, who is notified by e-mail and sets a new one with the password. Needs the PIN of the manager and is recorded in the audit log.',
  requestUserScopes:
    'Requests other scopes for a user: those of a manager, or none for an ordinary user. Another admin approves it: always 202 with status `pending`.',
  getSecondFactorState: 'Returns whether the caller has an authenticator app, and the recovery codes left.',
  startSecondFactor: 'Creates the key of an authenticator app. It counts once it is confirmed with a code.',
  confirmSecondFactor:
    'Confirms the key with a code of the app. Returns the recovery codes, this once. Ten wrong codes in half an hour delay further ones.',
  disableSecondFactor: 'Removes the authenticator app, with the password and a code.',
  getSiteConfigs:
    'Returns the provider of each service and which services are on, with the version for updates.',
  updateSiteConfigs: 'Updates the settings that are sent, all or none.',
  getFeesAndLimits: 'Returns fees, cashback and limits with their bounds.',
  updateFeesAndLimits: 'Updates the fees and limits that are sent, all or none. Null restores the default.',
  getConfigHistory: 'Returns setting changes, newest first.',
  getTranslationCounts: 'Returns how many texts of each language are reviewed, waiting or missing.',
  getTranslations:
    'Returns the texts of one language (Pidgin unless another is named): those that wait for review, then missing ones, then reviewed ones.',
  getTranslation: 'Returns one text with its placeholders, its version and the history of its changes.',
  updateTranslation:
    'Changes a translation, marks it as reviewed, or both. Every process shows it within about a second. An unusable translation is rejected with the reason. Recorded in the history and the audit log.',
  getTranslationChanges:
    'Returns the translations that replace those of the catalogues, for web servers in front of this API.',
  getManagementOverview: 'Returns orders, vendors, floats and revenue of the last days.',
  getManagedOrders:
    'Returns orders, newest first: all, or those with a phone, meter or smartcard number (in full or its last four digits), an e-mail or a reference. With `format=csv` a file of at most 50,000 rows. Reading is logged.',
  getManagedOrder: 'Returns one order with its timeline. Tokens and PINs are not in it. Reading is logged.',
  showOrderCodes:
    'Returns the token or the PINs of one delivered order. Needs the PIN; recorded in the audit log.',
  resendDelivery:
    'Sends the delivery message again, by SMS or e-mail, at most five times an hour. An SMS to another phone has no link to the order. Needs the PIN; recorded in the audit log.',
  payGoodwill:
    'Pays goodwill for a delivered order, into the wallet of its customer or back through the gateway of its payment. Above the configured amount it needs approval by a second manager: 202 with status `pending`. Needs the PIN; recorded in the audit log.',
  addOrderNote: 'Adds a note that only managers see. Notes are never changed or removed.',
  getManagedTransactions:
    'Returns orders, manual records and wallet top-ups, newest first. A filter by service, state, vendor or review leaves out top-ups. With `format=csv` a file of at most 50,000 rows. Reading is logged.',
  getTransactionTotals: 'Returns totals of the newest 50,000 transactions that a filter finds.',
  searchRecords:
    'Returns at most five orders, payments, top-ups, users, meters, phones, tickets and manual records each, by any part of reference, phone, meter, e-mail or name, in any word order, in the whole history. Needs three letters or digits. Reading is logged.',
  getManagedTopUps:
    'Returns wallet top-ups by a reference, or by name, e-mail, phone or account number of the user, newest first. Reading is logged.',
  getManagedTickets: 'Returns tickets in one state, open ones by default, longest waiting first.',
  replyToTicket: 'Sends a reply to the customer by e-mail and stores it with the ticket.',
  closeTicket: 'Closes a ticket.',
  purchasePowerForUser:
    'Buys a verified electricity order for a user from our own balance. 202 with status `pending` while the delivery is not decided, 409 `REFUNDED` when nothing was bought.',
  purchaseCabletvForUser:
    'Renews a verified TV subscription for a user from our own balance. 202 with status `pending` while the delivery is not decided, 409 `REFUNDED` when nothing was bought.',
  topUpWallet:
    'Credits the wallet of a user. Above the configured amount it needs approval by a second manager: 202 with status `pending`.',
  getApprovals: 'Returns pending approvals and recent decisions.',
  approve: "Approves another manager's request and executes it.",
  reject: "Rejects another manager's request.",
  createRecord: 'Records a purchase made on another platform. No money moves.',
  getServiceDetails: 'Returns the details for a message about an order. Reading is logged.',
  getEmailTemplates: 'Returns the templates of a service.',
  createTemplate: 'Adds a template.',
  updateTemplate: 'Replaces a template.',
  deleteTemplate: 'Deletes a template.',
  sendEmail:
    'Sends an e-mail to a group, with at most one file. The HTML is reduced to the tags of the editor. Send multipart/form-data.',
  sendSms: 'Sends an SMS to a group.',
  getMessages: 'Returns the last fifty campaigns, newest first.',
  previewMessage:
    'Returns the recipients, SMS segments and cost of a message, and the first 100 recipients that cannot receive it. Nothing is sent.',
  getInvalidRecipients:
    'Returns every recipient that cannot receive the message, with the reason, as a CSV file.',
  sendTestMessage: "Sends the message to the manager's own e-mail address or phone.",
  updateScheduledMessage:
    'Changes the time, subject or text of a campaign before its sending starts. Above the number of recipients in the settings the PIN is required.',
  pauseMessage:
    'Pauses a campaign. Recipients to whom its message is being sent at this moment still get it.',
  continueMessage: 'Resumes a paused campaign.',
  stopMessage:
    'Stops a campaign permanently, or cancels a scheduled one. Recipients without its message are cancelled.',
  getEmailSubscription: 'Returns whether the address of an unsubscribe link receives e-mail campaigns.',
  updateEmailSubscription:
    'Unsubscribes the address of an unsubscribe link from e-mail campaigns, or subscribes it again. Receipts, tokens, refunds and security messages are not affected.',
  getMessageProgress: 'Returns the progress of a campaign, with at most 500 recipients, failed ones first.',
}
