import { services } from '../../shared/constants.ts'
import { transactions } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { DateFilter, SelectFilter } from '../account/filter-fields.tsx'
import type { TransactionFilters } from '../pages.ts'
import { Button } from '../ui/index.ts'

/** One state of each status; the API includes the states that are shown with the same status. */
const states = [
  'awaiting_payment',
  'vending',
  'delivered',
  'vend_failed',
  'refunding',
  'refunded',
  'expired',
] as const

/** Order filters as a GET form, so the filters are in the URL. */
export const Filters = ({ filters }: { filters: TransactionFilters }) => (
  <form className="card form" method="get" action={transactions} aria-label="Find an order">
    <div className="field">
      <label className="field-label" htmlFor="search">
        Search
      </label>
      <p className="field-hint" id="search-hint">
        Meter, smartcard or phone number in full, or the reference.
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
        <SelectFilter
          name="service"
          label="Service"
          all="All services"
          value={filters.service}
          choices={services.map((value) => ({ value, text: serviceContracts[value].name }))}
        />
        <SelectFilter
          name="state"
          label="Status"
          all="All statuses"
          value={filters.state}
          choices={states.map((value) => ({ value, text: orderStatuses[value].label }))}
        />
        <DateFilter name="from" label="From" value={filters.from} />
        <DateFilter name="to" label="To" value={filters.to} />
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
