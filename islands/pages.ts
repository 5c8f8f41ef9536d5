import type { Profile } from '../shared/accounts.ts'
import type { ServiceStatus } from '../shared/actions.ts'
import type { AirtimeInfo, AirtimeOrder } from '../shared/airtime.ts'
import type { Bank } from '../shared/banks.ts'
import type { Beneficiary } from '../shared/beneficiaries.ts'
import type { BulkPurchase } from '../shared/bulk.ts'
import type { CabletvInfo, CabletvNetwork, CabletvOrder } from '../shared/cabletv.ts'
import type { SavedCard } from '../shared/cards.ts'
import type { MeterTypeCode } from '../shared/constants.ts'
import type { DataOf, FieldErrors } from '../shared/contract.ts'
import type { DataInfo, DataNetwork, DataOrder } from '../shared/data.ts'
import type { EducationInfo, EducationOrder, EducationType } from '../shared/education.ts'
import type { Forecast } from '../shared/forecasts.ts'
import type { getAccountSummary, getTransactions, Transaction } from '../shared/history.ts'
import type { Notification } from '../shared/notifications.ts'
import type { OrderProgress, OrderStatus } from '../shared/orders.ts'
import type { PaymentOption } from '../shared/payments.ts'
import type { Disco, MeterInfo, PowerOrder, PowerRecord } from '../shared/power.ts'
import type { Referral } from '../shared/referral.ts'
import type { Schedule } from '../shared/schedules.ts'
import type { ManagerScope } from '../shared/scopes.ts'
import type { getActivityLogs, Session } from '../shared/security.ts'
import type { Network } from '../shared/service-contract.ts'
import type { Ticket } from '../shared/tickets.ts'
import type { ListedVirtualAccount } from '../shared/virtual-accounts.ts'
import type { getWalletTransactions, WalletBalance } from '../shared/wallet.ts'

/** Props the shell passes to every island; the server and the browser render from the same object. */
export interface BaseProps {
  signedIn: boolean
  /** Simulated providers: forms show the test values next to their fields. */
  simulated: boolean
  brandName: string
  /** Why the user was redirected here, in one sentence. */
  note: string | null
}

export interface PowerHistory {
  values: { meter_number: string; phone_number: string }
  records: PowerRecord[] | null
  errors: FieldErrors
  message: string | null
}

/** A service in the chooser and on its form. */
export interface ServiceTile extends ServiceStatus {
  /** One sentence on its service charge; null while the charge is unknown. */
  chargeNote?: string | null
}

/** The form of any service. */
export interface ServiceFormPage extends BaseProps {
  status: ServiceTile
  /** Cashback of registered customers, percent of the amount; 0 for none. */
  cashback: number
  /** Posted values, after a rejected post without JavaScript. */
  values: Record<string, string>
  /** A signed-in user's own phone, by field name; replaced by the last sent form. */
  prefilled?: Record<string, string>
  errors: FieldErrors
  message: string | null
  /** CSRF field of the form without JavaScript. Empty where the page is cached for all users. */
  csrf: string
}

export interface PowerFormPage extends ServiceFormPage {
  /** Both lists, so that the choice works before any request. */
  discos: { prepaid: Disco[]; postpaid: Disco[] }
  history: PowerHistory
}

export interface CabletvFormPage extends ServiceFormPage {
  /** Absent where the page does not contain them: the form fetches them. The same applies to each list below. */
  networks?: CabletvNetwork[]
}
export interface AirtimeFormPage extends ServiceFormPage {
  networks?: Network[]
}
export interface DataFormPage extends ServiceFormPage {
  networks?: DataNetwork[]
}
export interface EducationFormPage extends ServiceFormPage {
  types?: EducationType[]
}

export interface ChooserPage extends BaseProps {
  tiles: ServiceTile[]
  power: PowerFormPage
}

/** The purchase details before payment. `D` is the service's own type. */
export interface DetailsPage<D> extends BaseProps {
  reference: string
  /** Null when this session has no access to the order. */
  details: D | null
  status: OrderStatus | null
  /** The outage of the service; absent while it is available. */
  outage?: ServiceStatus | null
  options: PaymentOption[]
  /** Sentences of the trust strip, for the payment dialog. */
  trustSentences?: string[]
  /** CSRF field of the form without JavaScript. */
  csrf: string
}
export type PowerDetailsPage = DetailsPage<MeterInfo>
export type CabletvDetailsPage = DetailsPage<CabletvInfo>
export type AirtimeDetailsPage = DetailsPage<AirtimeInfo>
export type DataDetailsPage = DetailsPage<DataInfo>
export type EducationDetailsPage = DetailsPage<EducationInfo>

export interface ProcessPage extends BaseProps {
  service: OrderStatus['service']
  reference: string
  accessToken: string | null
  /** Null when this user may not read the order. */
  status: OrderProgress | null
  /** The order has been in its state for longer than usual. */
  isSlow?: boolean
  /** Why the order ended without a delivery, where the web server processed it for a browser without JavaScript. */
  failure?: string | null
  /** Name of the biller, if the shell could load it: "Ikeja Electric". */
  biller: string | null
  /** Product and number, if the shell could load them: "Ikeja Electric, meter 45012345678". */
  description?: string | null
  /** This browser has no access to the order: it was created in another browser, or the session has ended. */
  isUnknown: boolean
  csrf: string
  /** Postpaid bills have no token; null if the shell could not load the meter type. */
  meter_type?: MeterTypeCode | null
}

/** A delivered order. `O` is the service's own type. */
export interface SuccessPage<O> extends BaseProps {
  reference: string
  /** Access token from the URL: `order` or `p_ref`. */
  accessToken: string
  order: O | null
  message: string | null
  /** CSRF field of the form that opens an order unknown to this browser. */
  csrf: string
  appUrl: string
  helpUrl: string
  /** Null for visitors who may only view the order. */
  status: OrderProgress | null
}
export type PowerSuccessPage = SuccessPage<PowerOrder>
export type CabletvSuccessPage = SuccessPage<CabletvOrder>
export type AirtimeSuccessPage = SuccessPage<AirtimeOrder>
export type DataSuccessPage = SuccessPage<DataOrder>
export type EducationSuccessPage = SuccessPage<EducationOrder>

/** A form that is open to everyone. */
interface OpenFormPage extends BaseProps {
  /** Posted values, after a rejected post without JavaScript. */
  values: Record<string, string>
  errors: FieldErrors
  message: string | null
  /** CSRF field of the form without JavaScript. */
  csrf: string
}

export interface ReportPage extends OpenFormPage {
  reference: string
  accessToken: string | null
  /** Null for callers who may only view the order. */
  status: OrderProgress | null
  /** The name of the biller; null for a caller who did not create the order. */
  biller: string | null
  /** The ticket number, after a post without JavaScript. */
  number: string | null
}

export interface RefundAccountPage extends OpenFormPage {
  reference: string
  accessToken: string | null
  /** The order whose refund needs an account; the result is shown on the order's own page. */
  status: OrderStatus
  /** The refund's amount, formatted in its currency. */
  amount: string
  banks: Bank[]
  /** The checked account's name, after a post without JavaScript. */
  checked: { account: string; name: string | null } | null
  /** Masked e-mail that the payer confirmation code was sent to. */
  sentTo: string | null
  /** Idempotency key of the form without JavaScript. */
  idempotencyKey: string
}

export interface NotifyMePage extends OpenFormPage {
  service: ServiceStatus
  /** Confirmation after a successful post without JavaScript. */
  done: string | null
}

/** Stored by the service worker: the same for every visitor, without a session. */
export type OfflinePage = BaseProps

export interface PrintReceiptPage extends BaseProps {
  reference: string
  order: PowerOrder | null
  appUrl: string
  helpUrl: string
  /** CSRF field of the form that opens an order unknown to this browser. */
  csrf: string
}

/** An account form; passwords and codes are never returned in its values. */
export type AccountFormPage = OpenFormPage

export interface RegisterPage extends AccountFormPage {
  cashback: ServiceFormPage['cashback']
}

/** A form that stays on its page after success. */
export interface EmailFormPage extends AccountFormPage {
  /** Confirmation after a successful post without JavaScript. */
  done: string | null
}

/** `values` contain the token and the e-mail of the e-mailed link. */
export type ResetPasswordPage = AccountFormPage

/** A signed-in user's page. Data that failed to load is null; `message` gives the reason. */
export interface SignedInPage extends BaseProps {
  profile: Profile | null
  message: string | null
}

export interface AccountPage extends SignedInPage {
  /** Also null for a user with an unverified e-mail. */
  balance: WalletBalance | null
  walletTransactions: WalletTransactions | null
}
export type WalletTransactions = DataOf<typeof getWalletTransactions>

export interface DashboardPage extends SignedInPage {
  /** Also null for a user with an unverified e-mail. */
  balance: WalletBalance | null
  /** Orders that wait for the user, the most urgent first. */
  due: DueOrder[]
  /** The newest orders; null when they failed to load. */
  orders: Transaction[] | null
  summary: Summary | null
  /** Of prepaid meters, the soonest first; empty also when they failed to load. */
  forecasts: Forecast[]
  /** The most recently used beneficiaries. */
  saved: Beneficiary[]
  /** Recent orders of unsaved numbers, one for each number. */
  unsaved: Transaction[]
  options: PaymentOption[]
}
export type Summary = DataOf<typeof getAccountSummary>

/** `refund_account`: its refund needs a bank account. `payment`: not paid yet. `renewal`: a month has passed. */
export interface DueOrder {
  reason: 'refund_account' | 'payment' | 'renewal'
  order: Transaction
}

export interface WalletPage extends AccountPage {
  /** Virtual accounts; empty also when they failed to load. */
  virtualAccounts: ListedVirtualAccount[]
  /** Wallet history filters, from the URL. */
  filters: WalletTransactionFilters
  /** The amount of a cancelled top-up, naira, from the URL; empty without one. */
  topUpAmount: string
  cards: SavedCard[]
  options: PaymentOption[]
  /** CSRF field of the forms without JavaScript on this page. */
  csrf: string
}

export type WalletTransactionFilters = Record<'kind' | 'from' | 'to', string>

export interface BeneficiariesPage extends SignedInPage {
  beneficiaries: Beneficiary[] | null
  options: PaymentOption[]
  /** Of prepaid meters, the soonest first; empty also when they failed to load. */
  forecasts: Forecast[]
}

export interface NotificationsPage extends SignedInPage {
  notifications: Notification[] | null
}

export interface TransactionsPage extends SignedInPage {
  /** Filters from the URL. */
  filters: TransactionFilters
  transactions: Transactions | null
}
export type Transactions = DataOf<typeof getTransactions>
export type TransactionFilters = Record<'search' | 'service' | 'state' | 'from' | 'to', string>

export interface TicketsPage extends SignedInPage {
  tickets: Ticket[] | null
}

export interface CardsPage extends SignedInPage {
  cards: SavedCard[]
  /** CSRF field of the forms without JavaScript on this page. */
  csrf: string
}

export interface ReferralPage extends SignedInPage {
  referral: Referral | null
}

export interface SettingsPage extends SignedInPage {
  sessions: Session[] | null
  activity: Activities | null
  /** A data URL; the profile in a page does not contain it. */
  picture: string | null
}
export type Activities = DataOf<typeof getActivityLogs>

export interface SchedulesPage extends SignedInPage {
  schedules: Schedule[] | null
  /** Empty also when they failed to load. */
  forecasts: Forecast[]
  /** The delivered order that the URL names, to schedule it again. */
  order: ScheduledOrder | null
  /** Naira; null when it failed to load. */
  balance: number | null
}
export type ScheduledOrder = Pick<
  Transaction,
  'reference' | 'service' | 'title' | 'number' | 'amount' | 'network'
>

export interface BulkPurchasesPage extends SignedInPage {
  files: BulkPurchase[] | null
}

/** A back-office page: it fetches its own data. */
export interface ManagementPage extends BaseProps {
  helpUrl: string
  /** The manager's scopes: what they do not cover is hidden. Without them nothing is hidden; the API checks. */
  scopes?: readonly ManagerScope[]
  /** Query string of the URL, where the first render depends on it. */
  search?: string
}
export interface ManagementOrderPage extends ManagementPage {
  reference: string
}
export interface ManagementUserPage extends ManagementPage {
  uniqueid: string
}
/** An address below /management without a page, or a page that failed. */
export interface ManagementErrorPage extends ManagementPage {
  heading: string
  message: string
  /** There is no page at the address. */
  isMissing: boolean
}

export interface WalletResultPage extends BaseProps {
  reference: string
  /** The gateway's reference, when the URL contains one. */
  transactionReference: string | null
}
