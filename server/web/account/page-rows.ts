import type { IslandName } from '../../../islands/registry.ts'
import * as sharedPages from '../../../shared/pages.ts'
import type { Loader } from '../page.ts'
import { type PageName, type PageRow, pageTitles } from '../page-row.ts'
import { redirectToWallet } from './cards.ts'
import {
  loadBeneficiaries,
  loadBulkPurchases,
  loadCards,
  loadNotifications,
  loadReferral,
  loadSchedules,
  loadSettings,
  loadTickets,
  loadTransactions,
} from './loaders.ts'
import { loadDashboard, loadWallet, loadWalletResult } from './pages.ts'
import { loadSignOut } from './sign-out.ts'
import { loadTopUp } from './top-up.ts'

/** A page of the signed-in user. @param name of its island and its titles */
const accountPage = (name: IslandName & PageName, path: string, load: Loader): PageRow => ({
  path,
  ...pageTitles(name),
  island: name,
  audience: 'user',
  isPersonal: true,
  load,
})

/** The pages of the account area. */
export const accountPages: readonly PageRow[] = [
  {
    path: sharedPages.signOutPath,
    ...pageTitles('signOut'),
    view: 'sign-out',
    audience: 'user',
    load: loadSignOut,
  },
  accountPage('dashboard', sharedPages.dashboardPath, loadDashboard),
  accountPage('wallet', sharedPages.walletPath, loadWallet),
  accountPage('beneficiaries', sharedPages.beneficiariesPath, loadBeneficiaries),
  accountPage('notifications', sharedPages.notificationsPath, loadNotifications),
  accountPage('transactions', sharedPages.transactionsPath, loadTransactions),
  accountPage('tickets', sharedPages.ticketsPath, loadTickets),
  accountPage('cards', sharedPages.cardsPath, loadCards),
  accountPage('referral', sharedPages.referralPath, loadReferral),
  accountPage('settings', sharedPages.settingsPath, loadSettings),
  accountPage('bulk', sharedPages.bulkPath, loadBulkPurchases),
  accountPage('schedules', sharedPages.schedulesPath, loadSchedules),
  {
    path: sharedPages.topUpPath,
    ...pageTitles('topUp'),
    view: 'pay',
    audience: 'user',
    isPersonal: true,
    load: loadTopUp,
  },
  {
    path: sharedPages.deleteCardPath,
    ...pageTitles('deleteCard'),
    audience: 'user',
    isPersonal: true,
    load: redirectToWallet,
  },
  {
    path: sharedPages.walletResultPath,
    ...pageTitles('walletResult'),
    island: 'wallet-result',
    audience: 'user',
    isPersonal: true,
    load: loadWalletResult,
  },
]
