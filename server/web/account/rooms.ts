import type {
  BeneficiariesPage,
  BulkPage,
  CardsPage,
  EveryPage,
  NotificationsPage,
  ReferralPage,
  SettingsPage,
  TicketsPage,
  TransactionsPage,
} from '../../../islands/pages.ts'
import { getProfile, type Profile } from '../../../shared/accounts.ts'
import {
  deviceBeneficiaries,
  meterBeneficiaries,
  phoneBeneficiaries,
  smartcardBeneficiaries,
} from '../../../shared/beneficiaries.ts'
import { allBulk } from '../../../shared/bulk.ts'
import { getPaymentCards } from '../../../shared/cards.ts'
import { allTransactions } from '../../../shared/history.ts'
import { allNotifications } from '../../../shared/notifications.ts'
import { getReferral } from '../../../shared/referral.ts'
import { allActivity, allSessions } from '../../../shared/security.ts'
import { allTickets } from '../../../shared/tickets.ts'
import type { Answer } from '../api-client.ts'
import type { Load, Site, Visit } from '../page.ts'
import { headOf, readPerson } from './person.ts'

/** What a page shows besides its person. */
type Own<P extends EveryPage> = Omit<P, keyof EveryPage | 'profile' | 'message'>

interface Room<P extends EveryPage> {
  own: Own<P>
  /** What could not be had: the first of them is said. */
  answers: readonly Answer<unknown>[]
}

/** A page of a signed-in person: who they are, and what it shows of theirs, asked at the same time. */
const room =
  <P extends EveryPage>(read: (visit: Visit, site: Site) => Promise<Room<P>>): Load =>
  async (visit, site) => {
    const [person, { own, answers }] = await Promise.all([readPerson(visit, site), read(visit, site)])
    if (person.is === 'ended') return person.shown
    const profile = person.is === 'known' ? person.profile : null
    return {
      is: 'page',
      ...headOf(profile),
      props: {
        ...own,
        profile,
        message: person.is === 'unreachable' ? person.message : troubleOf(profile, answers),
      },
    }
  }

/** Who has not proved their e-mail is told so by the page itself. */
function troubleOf(profile: Profile | null, answers: readonly Answer<unknown>[]): string | null {
  const trouble = answers.find((it) => !it.ok)
  return !trouble || trouble.ok || profile?.email_verified === false ? null : trouble.message
}

const dataOf = <T>(answer: Answer<T>): T | null => (answer.ok ? answer.data : null)

export const loadBeneficiaries = room<BeneficiariesPage>(async ({ caller }, { api, data }) => {
  const [meters, smartcards, phones, devices, options] = await Promise.all([
    api.ask(meterBeneficiaries, {}, caller),
    api.ask(smartcardBeneficiaries, {}, caller),
    api.ask(phoneBeneficiaries, {}, caller),
    api.ask(deviceBeneficiaries, {}, caller),
    data.paymentOptions(caller),
  ])
  const beneficiaries =
    meters.ok && smartcards.ok && phones.ok && devices.ok
      ? [...meters.data, ...smartcards.data, ...phones.data, ...devices.data]
      : null
  return { own: { beneficiaries, options: [...options] }, answers: [] }
})

export const loadNotifications = room<NotificationsPage>(async ({ caller }, { api }) => {
  const answer = await api.ask(allNotifications, {}, caller)
  return { own: { notifications: dataOf(answer) }, answers: [answer] }
})

export const loadTransactions = room<TransactionsPage>(async ({ caller, query }, { api }) => {
  const { search = '', service = '', state = '', from = '', to = '', cursor = '' } = query
  const filters = { search: search.trim(), service, state, from, to }
  const asked = Object.fromEntries(Object.entries({ ...filters, cursor }).filter(([, value]) => value !== ''))
  const answer = await api.ask(allTransactions, { query: asked }, caller)
  return { own: { filters, transactions: dataOf(answer) }, answers: [answer] }
})

export const loadTickets = room<TicketsPage>(async ({ caller }, { api }) => {
  const answer = await api.ask(allTickets, {}, caller)
  return { own: { tickets: dataOf(answer) }, answers: [answer] }
})

export const loadCards = room<CardsPage>(async ({ caller }, { api, csrf }) => {
  const answer = await api.ask(getPaymentCards, {}, caller)
  return { own: { cards: dataOf(answer) ?? [], csrf }, answers: [answer] }
})

export const loadReferral = room<ReferralPage>(async ({ caller }, { api }) => {
  const answer = await api.ask(getReferral, {}, caller)
  return { own: { referral: dataOf(answer) }, answers: [answer] }
})

export const loadSettings = room<SettingsPage>(async ({ caller }, { api }) => {
  const [sessions, activity, picture] = await Promise.all([
    api.ask(allSessions, {}, caller),
    api.ask(allActivity, {}, caller),
    api.ask(getProfile, { query: { field: 'picture' } }, caller),
  ])
  return {
    own: {
      sessions: dataOf(sessions),
      activity: dataOf(activity),
      picture: picture.ok && typeof picture.data === 'string' ? picture.data : null,
    },
    answers: [sessions, activity],
  }
})

export const loadBulk = room<BulkPage>(async ({ caller }, { api }) => {
  // A person is refused here; the page says for whom it is.
  const answer = await api.ask(allBulk, {}, caller)
  return { own: { files: dataOf(answer) }, answers: answer.ok || answer.http === 403 ? [] : [answer] }
})
