const review =
  'For an order in the review queue. Needs the PIN in every request and is recorded in the audit log. Returns the state of the order.'
const unallocatedFunds =
  'For unallocated funds. Above the configured amount the request needs approval by a second manager: 202 with status `pending`.'

/** Descriptions of operations of the back office. */
export const managementOperations = {
  verifyPin:
    "Verifies the manager's PIN. It grants nothing: every endpoint that needs the PIN takes it again.",
  getManagedPaymentRequests:
    'Returns payment requests, by default the reported ones, newest first. Reading is logged.',
  blockPaymentRequest:
    'Blocks an open request, with a reason: it is unknown to payers, and a payment that arrives later is refunded. Recorded in the audit log.',
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
  getMessageProgress: 'Returns the progress of a campaign, with at most 500 recipients, failed ones first.',
}
