const userEntries = 'Returns the entries of the signed-in user.'
const saveBeneficiary =
  'Saves the beneficiary for the signed-in user. A duplicate is rejected with `BENEFICIARY_KNOWN`.'

/** Descriptions of operations of accounts, from registration on. */
export const accountOperations = {
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
  getEmailSubscription: 'Returns whether the address of an unsubscribe link receives e-mail campaigns.',
  updateEmailSubscription:
    'Unsubscribes the address of an unsubscribe link from e-mail campaigns, or subscribes it again. Receipts, tokens, refunds and security messages are not affected.',
}
