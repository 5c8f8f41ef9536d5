import { choosePhoneLanguage } from '../outbox/index.ts'
import { findAccount, startPhoneLink } from './account.ts'
import type { UssdCaller, UssdDeps } from './deps.ts'
import {
  chooseOwnPhone,
  choosePhone,
  listCompanies,
  listMeters,
  listOrders,
  listPlans,
  offerNetworks,
} from './lists.ts'
import type { Action } from './menu.ts'
import { quote, sendPaymentLink, showOrder } from './order.ts'
import { checkPin, describeTransfer, offerSendingBanks } from './pay.ts'
import { endUssdSessionWithError, type Result, showScreen } from './result.ts'
import type { Screen } from './screen.ts'

/** Where the session is. */
interface Position {
  readonly screen: Screen
  /** The screen of an earlier session at which this one offers to resume. */
  readonly resumePoint: Screen | null
}

type Performers = {
  readonly [Type in Action['type']]: (
    deps: UssdDeps,
    dialer: UssdCaller,
    action: Extract<Action, { type: Type }>,
    position: Position,
  ) => Result | Promise<Result>
}

const mainScreen = ({ account }: UssdCaller): Result => showScreen({ name: 'main', linked: account !== null })

const performers: Performers = {
  show: (_deps, _dialer, { screen, notice }) => showScreen(screen, notice ?? null),
  reject: (_deps, _dialer, { notice }, { screen }) => showScreen(screen, notice),
  open_main: (_deps, dialer) => mainScreen(dialer),
  resume(deps, dialer, _action, { resumePoint }) {
    if (resumePoint?.name === 'lookup') return quote(deps, dialer, resumePoint.draft)
    return resumePoint ? showScreen(resumePoint) : mainScreen(dialer)
  },
  async choose_language(deps, dialer, { language }) {
    await choosePhoneLanguage(deps.db, dialer.phone, language)
    return mainScreen(dialer)
  },
  list_meters: (deps, dialer, { purpose }) => listMeters(deps, dialer, purpose),
  list_companies: (deps, _dialer, { draft }) => listCompanies(deps, draft),
  list_networks: (deps, _dialer, { draft }) => offerNetworks(deps, draft),
  list_plans: (deps, _dialer, { draft }) => listPlans(deps, draft),
  quote: (deps, dialer, { draft }) => quote(deps, dialer, draft),
  choose_phone: (_deps, dialer, { service }) => choosePhone(dialer, service),
  choose_own_phone: (deps, dialer, { draft }) => chooseOwnPhone(deps, dialer, draft),
  list_sending_banks: (deps, dialer, { order }) => offerSendingBanks(deps, dialer, order),
  send_payment_link: (deps, dialer, { order }) => sendPaymentLink(deps, dialer, order),
  describe_transfer: (deps, _dialer, action) => describeTransfer(deps, action),
  list_orders: (deps, dialer) => listOrders(deps, dialer),
  link_phone: (deps, dialer) => startPhoneLink(deps, dialer),
  show_order: (deps, dialer, { reference }) => showOrder(deps, dialer, reference),
  find_account: (deps, dialer, { customerId }) => findAccount(deps, dialer, customerId),
  check_pin: (deps, dialer, action) => checkPin(deps, dialer, action),
}

/** Runs an action by the modules that the web uses. An error for users becomes the session's last screen. */
export async function performUssdAction(
  deps: UssdDeps,
  dialer: UssdCaller,
  action: Action,
  position: Position,
): Promise<Result> {
  // The type selects the function for this action; TypeScript does not relate the two.
  const performer = performers[action.type] as (
    deps: UssdDeps,
    dialer: UssdCaller,
    action: Action,
    position: Position,
  ) => Result | Promise<Result>
  try {
    return await performer(deps, dialer, action, position)
  } catch (error) {
    return endUssdSessionWithError(error)
  }
}
