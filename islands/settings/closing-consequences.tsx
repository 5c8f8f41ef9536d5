import type { ReactNode } from 'react'
import type { ClosingState } from '../../shared/account-closing.ts'
import { homePath } from '../../shared/pages.ts'
import { closeAccountTexts, keptDataTexts } from './close-account-texts.ts'

/** Lists unmet conditions, then what the user loses, what follows later, and the data that is kept. */
export function ClosingConsequences({ state }: { state: ClosingState }) {
  return (
    <>
      {state.unmet.length > 0 && (
        <List title={closeAccountTexts.unmetTitle()} items={state.unmet.map(({ message }) => message)} />
      )}
      {mustSpend(state) && (
        <a className="btn btn-plain" href={homePath}>
          {closeAccountTexts.spend()}
        </a>
      )}
      <List
        title={closeAccountTexts.lostTitle()}
        items={[
          closeAccountTexts.lostProfile(),
          closeAccountTexts.lostLists(),
          state.cards > 0 && closeAccountTexts.lostCards({ count: state.cards }),
          state.bonus > 0 && closeAccountTexts.lostBonus({ bonus: state.bonus }),
        ]}
      />
      <List
        title={closeAccountTexts.afterTitle()}
        items={[
          closeAccountTexts.afterTopUp(),
          state.bank_accounts > 0 && closeAccountTexts.afterTransfer({ count: state.bank_accounts }),
          closeAccountTexts.afterEmail(),
        ]}
      />
      <List title={closeAccountTexts.keptTitle()} items={state.kept.map(keptText)} />
    </>
  )
}

/** The balance pays for a purchase, so it has to be spent first. */
const mustSpend = ({ unmet, can_give_up_balance }: ClosingState): boolean =>
  !can_give_up_balance && unmet.some(({ condition }) => condition === 'wallet')

function List({ title, items }: { title: string; items: readonly (string | false)[] }): ReactNode {
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul className="bulleted">{items.map((item) => item && <li key={item}>{item}</li>)}</ul>
    </section>
  )
}

function keptText({ name, kept_days: days }: ClosingState['kept'][number]): string {
  const data = keptDataTexts[name]()
  if (days === null) return closeAccountTexts.keptPermanently({ data })
  return days % 365 === 0
    ? closeAccountTexts.keptForYears({ data, count: days / 365 })
    : closeAccountTexts.keptForDays({ data, count: days })
}
