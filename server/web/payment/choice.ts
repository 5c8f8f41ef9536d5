import { randomUUID } from 'node:crypto'
import { readPerson } from '../account/person.ts'
import type { Fields, Shown, Site, Trouble, Visit } from '../page.ts'
import { waysToPay } from './ways.ts'

/** A line of what is paid for. */
export interface Line {
  readonly label: string
  readonly value: string
  readonly wide?: boolean
  readonly strong?: boolean
}

/** What is paid, in the words of a page without script. */
export interface Bill {
  readonly lines: readonly Line[]
  /** "₦2,100.00" */
  readonly total: string
  /** Inside "You pay … for …". */
  readonly purpose: string
  /** What happens once it is paid. */
  readonly after: string
  readonly back: { href: string; text: string }
}

interface Offered {
  bill: Bill
  /** Where the choice is posted to, with these fields. */
  action: string
  hidden: Readonly<Record<string, string>>
  topUp: boolean
  /** Under the e-mail field. */
  emailHint: string
  /** Given when this cannot be paid now: why, and where to look. */
  closed?: { says: string; link: { href: string; text: string } } | null
  /** The choice as it was posted, when it is shown again. */
  fields: Fields
  trouble: Trouble | null
}

/** The choice of a way to pay, as a page of its own. */
export async function choiceOfWay(visit: Visit, site: Site, offered: Offered): Promise<Shown> {
  const { bill, action, hidden, topUp, emailHint, closed = null, fields, trouble } = offered
  const [ways, ownEmail] = closed
    ? [[], '']
    : await Promise.all([waysToPay(visit, site, { topUp }), emailOf(visit, site)])
  return {
    is: 'page',
    http: trouble?.http ?? 200,
    view: 'pay',
    locals: {
      bill,
      action,
      // The key is kept over a refused post, so that pressing again is the same payment and not a second one.
      hidden: { ...hidden, idempotency_key: keyIn(fields.idempotency_key) ?? randomUUID() },
      ways,
      closed,
      emailHint,
      canSaveCard: visit.every.signedIn && ways.some(({ value }) => value === 'CARD'),
      chosen: fields.payment_method ?? '',
      saveCard: fields.save_card === 'true',
      email: fields.email ?? ownEmail,
      message: trouble?.message ?? null,
      errors: trouble?.errors ?? {},
    },
  }
}

/** The e-mail of whoever is signed in. Source: decision D-070. */
async function emailOf(visit: Visit, site: Site): Promise<string> {
  const person = visit.every.signedIn ? await readPerson(visit, site) : null
  return person?.is === 'known' ? person.profile.email : ''
}

const keyIn = (typed: string | undefined) => (typed && /^[\w-]{8,100}$/.test(typed) ? typed : null)
