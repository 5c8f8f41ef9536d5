import type { Profile } from '../shared/accounts.ts'
import type { ServiceStatus } from '../shared/actions.ts'
import type { AirtimeInfo, AirtimeOrder } from '../shared/airtime.ts'
import type { Bank } from '../shared/banks.ts'
import type { Beneficiary } from '../shared/beneficiaries.ts'
import type { BulkPurchase } from '../shared/bulk.ts'
import type { CabletvInfo, CabletvNetwork, CabletvOrder } from '../shared/cabletv.ts'
import type { SavedCard } from '../shared/cards.ts'
import type { MeterType } from '../shared/constants.ts'
import type { DataOf, FieldErrors } from '../shared/contract.ts'
import type { DataInfo, DataNetwork, DataOrder } from '../shared/data.ts'
import type { EducationInfo, EducationOrder, EducationType } from '../shared/education.ts'
import type { accountSummary, allTransactions, Transaction } from '../shared/history.ts'
import type { Network } from '../shared/journeys.ts'
import type { Notification } from '../shared/notifications.ts'
import type { OrderStatus } from '../shared/orders.ts'
import type { PaymentOption } from '../shared/payments.ts'
import type { Disco, MeterInfo, PowerOrder, PowerRecord } from '../shared/power.ts'
import type { Referral } from '../shared/referral.ts'
import type { allActivity, Session } from '../shared/security.ts'
import type { Ticket } from '../shared/tickets.ts'
import type { getWalletMovements, WalletBalance } from '../shared/wallet.ts'

/** What the shell gives each island; the same object renders the page on the server and in the browser. */
export interface EveryPage {
  signedIn: boolean
  /** Simulated money: forms show the test values beside their fields. */
  simulated: boolean
  brandName: string
  /** Why the visitor was led here, in one sentence. */
  note: string | null
}

export interface PowerHistory {
  values: { meter_number: string; phone_number: string }
  records: PowerRecord[] | null
  errors: FieldErrors
  message: string | null
}

/** The form of any service. */
export interface ServiceFormPage extends EveryPage {
  status: ServiceStatus
  /** What registered customers get back, percent of the amount; 0 for nothing. */
  cashback: number
  /** What was typed, after a post without script that was refused. */
  values: Record<string, string>
  errors: FieldErrors
  message: string | null
  /** The hidden field of the script-off form. Empty where the page is rendered once for everybody. */
  csrf: string
}

export interface PowerFormPage extends ServiceFormPage {
  /** Both lists, so that the choice works before any call. */
  discos: { prepaid: Disco[]; postpaid: Disco[] }
  history: PowerHistory
}

export interface CabletvFormPage extends ServiceFormPage {
  /** Empty where the page does not bring them: the form asks. So for each list below. */
  networks: CabletvNetwork[]
}
export interface AirtimeFormPage extends ServiceFormPage {
  networks: Network[]
}
export interface DataFormPage extends ServiceFormPage {
  networks: DataNetwork[]
}
export interface EducationFormPage extends ServiceFormPage {
  types: EducationType[]
}

export interface ChooserPage extends EveryPage {
  tiles: ServiceStatus[]
  power: PowerFormPage
}

/** Who is served and what is charged, before paying. `D` is the service's own. */
export interface DetailsPage<D> extends EveryPage {
  reference: string
  /** Null when the order is unknown to this session. */
  details: D | null
  status: OrderStatus | null
  options: PaymentOption[]
  /** The hidden field of a form without script on this page. */
  csrf: string
}
export type PowerDetailsPage = DetailsPage<MeterInfo>
export type CabletvDetailsPage = DetailsPage<CabletvInfo>
export type AirtimeDetailsPage = DetailsPage<AirtimeInfo>
export type DataDetailsPage = DetailsPage<DataInfo>
export type EducationDetailsPage = DetailsPage<EducationInfo>

export interface ProcessPage extends EveryPage {
  service: OrderStatus['service']
  reference: string
  second: string | null
  /** Null when this visitor may not read the order. */
  status: OrderStatus | null
  /** Names the company that is asked, where the shell knows it: "Ikeja Electric". */
  company: string | null
  /** A postpaid bill has no token to wait for; where the shell knows it. */
  meter_type?: MeterType | null
}

/** What was delivered. `O` is the service's own. */
export interface SuccessPage<O> extends EveryPage {
  reference: string
  /** The other value of the address: `order`, or `p_ref`. */
  second: string
  order: O | null
  message: string | null
  appUrl: string
  /** Money of it waits for an account to be paid into: naira. */
  refund?: number | null
}
export type PowerSuccessPage = SuccessPage<PowerOrder>
export type CabletvSuccessPage = SuccessPage<CabletvOrder>
export type AirtimeSuccessPage = SuccessPage<AirtimeOrder>
export type DataSuccessPage = SuccessPage<DataOrder>
export type EducationSuccessPage = SuccessPage<EducationOrder>

/** A form that anybody may be led to. */
export interface OpenFormPage extends EveryPage {
  /** What was typed, after a post without script that was refused. */
  values: Record<string, string>
  errors: FieldErrors
  message: string | null
  /** The hidden field of the script-off form. */
  csrf: string
}

export interface ReportPage extends OpenFormPage {
  reference: string
  second: string | null
  /** Null for who may only view the order. */
  status: OrderStatus | null
  /** The report's number, after a post without script. */
  number: string | null
}

export interface RefundAccountPage extends OpenFormPage {
  reference: string
  second: string | null
  /** It waits for an account; what became of it is said on the order's own page. */
  status: OrderStatus
  amount: number
  banks: Bank[]
  /** Whose account was checked, after a post without script. */
  checked: { account: string; name: string | null } | null
  /** The key of the script-off form. */
  idempotencyKey: string
}

export interface TellMePage extends OpenFormPage {
  service: ServiceStatus
  /** After a post without script that worked. */
  done: string | null
}

export interface PrintReceiptPage extends EveryPage {
  order: PowerOrder | null
}

/** A form about an account; passwords and codes never come back in its values. */
export type AccountFormPage = OpenFormPage

export interface RegisterPage extends AccountFormPage {
  cashback: ServiceFormPage['cashback']
}

/** A form that stays where it is when it has worked. */
export interface MailFormPage extends AccountFormPage {
  /** What was done, after a post without script that worked. */
  done: string | null
}

/** `values` bring the token and the e-mail of the mailed link. */
export type ResetPasswordPage = AccountFormPage

/** A signed-in person's page. What could not be had is null; `message` says why. */
export interface PersonPage extends EveryPage {
  profile: Profile | null
  message: string | null
}

export interface AccountPage extends PersonPage {
  /** Null for an unverified person too. */
  balance: WalletBalance | null
  movements: Movements | null
}
export type Movements = DataOf<typeof getWalletMovements>

export interface DashboardPage extends AccountPage {
  /** The newest orders; null when they could not be had. */
  orders: Transaction[] | null
  summary: Summary | null
  /** Saved beneficiaries that are bought for most likely. */
  saved: Beneficiary[]
  /** Late orders of numbers that are not saved, one for each. */
  unsaved: Transaction[]
  options: PaymentOption[]
}
export type Summary = DataOf<typeof accountSummary>

export interface WalletPage extends AccountPage {
  /** Which movements, as the address has it. */
  filters: MovementFilters
  cards: SavedCard[]
  options: PaymentOption[]
  /** The hidden field of the forms without script on this page. */
  csrf: string
}

export type MovementFilters = Record<'kind' | 'from' | 'to', string>

export interface BeneficiariesPage extends PersonPage {
  beneficiaries: Beneficiary[] | null
  options: PaymentOption[]
}

export interface NotificationsPage extends PersonPage {
  notifications: Notification[] | null
}

export interface TransactionsPage extends PersonPage {
  /** As the address has them. */
  filters: TransactionFilters
  transactions: Transactions | null
}
export type Transactions = DataOf<typeof allTransactions>
export type TransactionFilters = Record<'search' | 'service' | 'state' | 'from' | 'to', string>

export interface TicketsPage extends PersonPage {
  tickets: Ticket[] | null
}

export interface CardsPage extends PersonPage {
  cards: SavedCard[]
  /** The hidden field of the forms without script on this page. */
  csrf: string
}

export interface ReferralPage extends PersonPage {
  referral: Referral | null
}

export interface SettingsPage extends PersonPage {
  sessions: Session[] | null
  activity: Activities | null
  /** A data: address; the profile of a page has none. */
  picture: string | null
}
export type Activities = DataOf<typeof allActivity>

export interface BulkPage extends PersonPage {
  files: BulkPurchase[] | null
}

/** A screen of the back office: it asks for what it shows. */
export interface ManagementPage extends EveryPage {
  helpUrl: string
}
export interface ManagementOrderPage extends ManagementPage {
  reference: string
}
export interface ManagementUserPage extends ManagementPage {
  uniqueid: string
}

export interface WalletResultPage extends EveryPage {
  reference: string
  /** The gateway's own name for it, when the address brings one. */
  transactionReference: string | null
}

/** The islands by name, with the props of each. */
export interface IslandProps {
  chooser: ChooserPage
  'power-form': PowerFormPage
  'power-details': PowerDetailsPage
  'cabletv-form': CabletvFormPage
  'cabletv-details': CabletvDetailsPage
  'cabletv-success': CabletvSuccessPage
  'airtime-form': AirtimeFormPage
  'airtime-details': AirtimeDetailsPage
  'airtime-success': AirtimeSuccessPage
  'data-form': DataFormPage
  'data-details': DataDetailsPage
  'data-success': DataSuccessPage
  'education-form': EducationFormPage
  'education-details': EducationDetailsPage
  'education-success': EducationSuccessPage
  process: ProcessPage
  'power-success': PowerSuccessPage
  'print-receipt': PrintReceiptPage
  report: ReportPage
  'refund-account': RefundAccountPage
  'tell-me': TellMePage
  register: RegisterPage
  'verify-email': MailFormPage
  login: AccountFormPage
  'forgot-password': MailFormPage
  'reset-password': ResetPasswordPage
  dashboard: DashboardPage
  wallet: WalletPage
  'wallet-result': WalletResultPage
  beneficiaries: BeneficiariesPage
  notifications: NotificationsPage
  transactions: TransactionsPage
  tickets: TicketsPage
  cards: CardsPage
  referral: ReferralPage
  settings: SettingsPage
  bulk: BulkPage
  'management-overview': ManagementPage
  'management-transactions': ManagementPage
  'management-order': ManagementOrderPage
  'management-reviews': ManagementPage
  'management-power': ManagementPage
  'management-cabletv': ManagementPage
  'management-top-up': ManagementPage
  'management-users': ManagementPage
  'management-user': ManagementUserPage
  'management-tickets': ManagementPage
  'management-email': ManagementPage
  'management-sms': ManagementPage
  'management-configs': ManagementPage
  'management-figures': ManagementPage
  'management-reconciliation': ManagementPage
  'management-audit-logs': ManagementPage
}
export type IslandName = keyof IslandProps
