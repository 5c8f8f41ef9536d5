import { services } from '../../shared/constants.ts'
import { transactionsPath } from '../../shared/pages.ts'
import { serviceContracts } from '../../shared/services/index.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import { DateFilter, SelectFilter } from '../account/filter-fields.tsx'
import { accountTexts } from '../account/texts.ts'
import type { TransactionFilters } from '../pages.ts'
import { Button, commonTexts } from '../ui/index.ts'
import { historyTexts } from './texts.ts'

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
export const TransactionFilterForm = ({ filters }: { filters: TransactionFilters }) => (
  <form
    className="card form history-filters"
    method="get"
    action={transactionsPath}
    aria-label={historyTexts.filters()}
  >
    <div className="field">
      <label className="field-label" htmlFor="search">
        {commonTexts.search()}
      </label>
      <p className="field-hint" id="search-hint">
        {historyTexts.searchHint()}
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
      <summary className="link">{historyTexts.moreFilters()}</summary>
      <div className="field-columns">
        <SelectFilter
          name="service"
          label={commonTexts.service()}
          allLabel={historyTexts.allServices()}
          value={filters.service}
          choices={services.map((value) => ({ value, text: serviceContracts[value].name }))}
        />
        <SelectFilter
          name="state"
          label={commonTexts.status()}
          allLabel={historyTexts.allStatuses()}
          value={filters.state}
          choices={states.map((value) => ({ value, text: orderStatuses[value].label }))}
        />
        <DateFilter name="from" label={commonTexts.from()} value={filters.from} />
        <DateFilter name="to" label={commonTexts.to()} value={filters.to} />
      </div>
    </details>
    <div className="row">
      <Button type="submit">{accountTexts.applyFilters()}</Button>
      <a className="btn btn-plain" href={transactionsPath}>
        {accountTexts.clearFilters()}
      </a>
    </div>
  </form>
)
