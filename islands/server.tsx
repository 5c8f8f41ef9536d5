import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import CardPage from './account/cards.tsx'
import ForgotPassword from './account/forgot-password.tsx'
import Login from './account/login.tsx'
import Register from './account/register.tsx'
import ResetPassword from './account/reset-password.tsx'
import VerifyEmail from './account/verify-email.tsx'
import Wallet from './account/wallet.tsx'
import WalletResult from './account/wallet-result.tsx'
import AirtimeDetails from './airtime/details.tsx'
import AirtimeForm from './airtime/form.tsx'
import AirtimeSuccess from './airtime/success.tsx'
import Beneficiaries from './beneficiaries/page.tsx'
import BulkPurchases from './bulk/page.tsx'
import CabletvDetails from './cabletv/details.tsx'
import CabletvForm from './cabletv/form.tsx'
import CabletvSuccess from './cabletv/success.tsx'
import Chooser from './chooser/chooser.tsx'
import NotifyMe from './chooser/notify-me.tsx'
import Dashboard from './dashboard/page.tsx'
import DataDetails from './data/details.tsx'
import DataForm from './data/form.tsx'
import DataSuccess from './data/success.tsx'
import EducationDetails from './education/details.tsx'
import EducationForm from './education/form.tsx'
import EducationSuccess from './education/success.tsx'
import TransactionPage from './history/page.tsx'
import ManageAuditLogs from './management/audit-logs.tsx'
import ManageCabletv from './management/cabletv.tsx'
import ManageConfigs from './management/configs.tsx'
import ManageEmail from './management/email.tsx'
import ManageFeesAndLimits from './management/fees-and-limits.tsx'
import ManageOrder from './management/order.tsx'
import ManageOverview from './management/overview.tsx'
import ManagePower from './management/power.tsx'
import ManageReconciliation from './management/reconciliation.tsx'
import ManageReviews from './management/reviews.tsx'
import ManageSms from './management/sms.tsx'
import ManageTickets from './management/tickets.tsx'
import ManageTopUp from './management/top-up.tsx'
import ManageTopUps from './management/top-ups.tsx'
import ManageTransactions from './management/transactions.tsx'
import ManageUser from './management/user.tsx'
import ManageUsers from './management/users.tsx'
import NotificationPage from './notifications/page.tsx'
import RefundAccount from './orders/refund-account.tsx'
import Report from './orders/report.tsx'
import type { IslandName, IslandProps } from './pages.ts'
import PowerDetails from './power/details.tsx'
import PowerForm from './power/form.tsx'
import PrintReceipt from './power/print-receipt.tsx'
import PowerSuccess from './power/success.tsx'
import Process from './purchase/process.tsx'
import Referrals from './referral/page.tsx'
import Settings from './settings/page.tsx'
import TicketPage from './tickets/page.tsx'
import { Boundary } from './ui/boundary.tsx'

type Islands = { [Name in keyof IslandProps]: ComponentType<IslandProps[Name]> }

/** The same islands as in the registry, in one server bundle. */
const islands: Islands = {
  chooser: Chooser,
  'power-form': PowerForm,
  'power-details': PowerDetails,
  'cabletv-form': CabletvForm,
  'cabletv-details': CabletvDetails,
  'cabletv-success': CabletvSuccess,
  'airtime-form': AirtimeForm,
  'airtime-details': AirtimeDetails,
  'airtime-success': AirtimeSuccess,
  'data-form': DataForm,
  'data-details': DataDetails,
  'data-success': DataSuccess,
  'education-form': EducationForm,
  'education-details': EducationDetails,
  'education-success': EducationSuccess,
  process: Process,
  'power-success': PowerSuccess,
  'print-receipt': PrintReceipt,
  report: Report,
  'refund-account': RefundAccount,
  'tell-me': NotifyMe,
  register: Register,
  'verify-email': VerifyEmail,
  login: Login,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  dashboard: Dashboard,
  wallet: Wallet,
  'wallet-result': WalletResult,
  'management-overview': ManageOverview,
  'management-transactions': ManageTransactions,
  'management-order': ManageOrder,
  'management-reviews': ManageReviews,
  'management-power': ManagePower,
  'management-cabletv': ManageCabletv,
  'management-top-up': ManageTopUp,
  'management-top-ups': ManageTopUps,
  'management-users': ManageUsers,
  'management-user': ManageUser,
  'management-tickets': ManageTickets,
  'management-email': ManageEmail,
  'management-sms': ManageSms,
  'management-configs': ManageConfigs,
  'management-figures': ManageFeesAndLimits,
  'management-reconciliation': ManageReconciliation,
  'management-audit-logs': ManageAuditLogs,
  beneficiaries: Beneficiaries,
  notifications: NotificationPage,
  transactions: TransactionPage,
  tickets: TicketPage,
  cards: CardPage,
  referral: Referrals,
  settings: Settings,
  bulk: BulkPurchases,
}

/** HTML of an island, as the browser will hydrate it. Throws for an unregistered name. */
export function render<Name extends IslandName>(name: Name, props: IslandProps[Name]): string {
  const Island = islands[name] as ComponentType<object> | undefined
  if (!Island) throw new Error(`There is no island called ${name}.`)
  return renderToString(
    <Boundary>
      <Island {...props} />
    </Boundary>,
  )
}
