import { serviceNames, services } from '../../shared/constants.ts'
import { transactions } from '../../shared/pages.ts'
import { Choice, DayField } from '../account/filter-fields.tsx'
import { stands } from '../account/order-list.tsx'
import type { TransactionFilters } from '../pages.ts'
import { Button } from '../ui/index.ts'

/** The states somebody looks for; those that read the same stand once. */
const states = ['awaiting_payment', 'vending', 'delivered', 'refunding', 'refunded', 'expired'] as const

/** Finding an order: a plain form, so that what was looked for stands in the address. */
export const Filters = ({ filters }: { filters: TransactionFilters }) => (
  <form className="card form" method="get" action={transactions} aria-label="Find an order">
    <div className="field">
      <label className="field-label" htmlFor="search">
        Search
      </label>
      <p className="field-hint" id="search-hint">
        The whole meter, smartcard or phone number, or the reference.
      </p>
      <input
        id="search"
        name="search"
        type="search"
        className="field-input"
        maxLength={40}
        autoComplete="off"
        defaultValue={filters.search}
        aria-describedby="search-hint"
      />
    </div>
    <details open={[filters.service, filters.state, filters.from, filters.to].some((value) => value !== '')}>
      <summary className="link py-3">More filters</summary>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          name="service"
          label="Service"
          all="All services"
          value={filters.service}
          choices={services.map((value) => ({ value, text: serviceNames[value] }))}
        />
        <Choice
          name="state"
          label="State"
          all="All states"
          value={filters.state}
          choices={states.map((value) => ({ value, text: stands[value].words }))}
        />
        <DayField name="from" label="From" value={filters.from} />
        <DayField name="to" label="To" value={filters.to} />
      </div>
    </details>
    <div className="row">
      <Button type="submit">Show</Button>
      <a className="btn btn-plain" href={transactions}>
        Clear
      </a>
    </div>
  </form>
)
