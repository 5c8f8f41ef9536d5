import { useState } from 'react'
import { services, vendors } from '../../shared/constants.ts'
import { formatDate } from '../../shared/dates.ts'
import { paymentSources } from '../../shared/management/orders.ts'
import { listPeriodRules } from '../../shared/management/period.ts'
import {
  type getManagedTransactions,
  transactionSortOrders,
  transactionTypes,
} from '../../shared/management/transactions.ts'
import { orderStates } from '../../shared/orders.ts'
import { orderStatuses } from '../../shared/statuses.ts'
import type { Filters } from '../lib/filters.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, TextField } from '../ui/index.ts'
import { DateRangeFields } from './date-range.tsx'
import { capitalise, displayName, paymentSourceName } from './labels.ts'
import { Select } from './select.tsx'
import { managementTexts } from './texts.ts'
import { transactionsTexts } from './transactions-texts.ts'

export type ManagedTransactionFilters = Filters<typeof getManagedTransactions>
type FilterName = keyof ManagedTransactionFilters
interface FiltersProps {
  filters: ManagedTransactionFilters
  set: (changes: Partial<ManagedTransactionFilters>) => void
}

type Choices = readonly (readonly [value: string, label: string])[]
const nameChoices = (values: readonly string[]): Choices =>
  values.map((value) => [value, capitalise(displayName(value))])

/** Both `paid` and `vending` are shown as Processing; here the state is named too. */
const stateChoices = (): Choices =>
  orderStates
    .filter((state) => state !== 'quoted')
    .map((state) => {
      const { label: status } = orderStatuses[state]
      return [
        state,
        status === orderStatuses.paid.label ? transactionsTexts.stateOption({ status, state }) : status,
      ]
    })

const names = {
  search: commonTexts.search,
  type: transactionsTexts.type,
  service: commonTexts.service,
  state: commonTexts.status,
  gateway: transactionsTexts.paidWith,
  vendor: managementTexts.vendor,
  review: transactionsTexts.inReview,
  user_id: transactionsTexts.user,
  from: commonTexts.from,
  to: commonTexts.to,
  sort: transactionsTexts.sort,
} as const satisfies Readonly<Record<FilterName, () => string>>

/** Filters with a closed list of values. */
const selects = [
  ['type', () => transactionTypes.map((type) => [type, transactionsTexts[type]()])],
  ['service', () => nameChoices(services)],
  ['state', stateChoices],
  ['gateway', () => paymentSources.map((paymentSource) => [paymentSource, paymentSourceName(paymentSource)])],
  ['vendor', () => nameChoices(vendors)],
] as const satisfies readonly (readonly [FilterName, () => Choices])[]

/** Only orders and records have these; a list of top-ups has none of them. */
const withoutOrders = { service: '', state: '', vendor: '', review: '' } as const

/** Search and filters of the list of transactions. */
export function ManagedTransactionFilterForm({ filters, set }: FiltersProps) {
  return (
    <Form
      className="card form filters"
      onSubmit={(event) => {
        const searchInput = new FormData(event.currentTarget).get('search')
        set({ search: typeof searchInput === 'string' ? searchInput.trim() : '' })
      }}
    >
      <div className="search-row">
        <SearchField key={filters.search} initial={filters.search} />
        <Button type="submit">{commonTexts.search()}</Button>
      </div>
      <details className="more-filters">
        <summary>{transactionsTexts.moreFilters()}</summary>
        <div className="columns four">
          {selects.map(([name, choices]) => (
            <Select
              key={name}
              label={names[name]()}
              name={name}
              value={filters[name]}
              choices={[['', managementTexts.all()], ...choices()]}
              onValueChange={(value) => set({ [name]: value, ...(value === 'top_up' && withoutOrders) })}
            />
          ))}
          <Select
            label={names.sort()}
            name="sort"
            value={filters.sort || 'newest'}
            choices={transactionSortOrders.map((order) => [order, transactionsTexts[order]()])}
            onValueChange={(order) => set({ sort: order === 'newest' ? '' : order })}
          />
          <DateRangeFields from={filters.from} to={filters.to} rules={listPeriodRules} onChange={set} />
        </div>
      </details>
    </Form>
  )
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ filters, set }: FiltersProps) {
  const active = Object.entries(filters).filter(([, value]) => value !== '') as [FilterName, string][]
  if (active.length === 0) return null
  return (
    <ul className="filter-chips" aria-label={transactionsTexts.activeFilters()}>
      {active.map(([name, value]) => {
        const words = { name: names[name](), value: valueText(name, value) }
        return (
          <li key={name}>
            <button
              type="button"
              className="chip"
              aria-label={transactionsTexts.removeFilter(words)}
              onClick={() => set({ [name]: '' })}
            >
              {transactionsTexts.filterChip(words)} <span aria-hidden="true">×</span>
            </button>
          </li>
        )
      })}
      <li>
        <button
          type="button"
          className="link"
          onClick={() => set(Object.fromEntries(active.map(([name]) => [name, ''])))}
        >
          {transactionsTexts.clearFilters()}
        </button>
      </li>
    </ul>
  )
}

function valueText(name: FilterName, value: string): string {
  if (name === 'review') return transactionsTexts.yes()
  if (name === 'sort') return transactionsTexts.oldest()
  if (name === 'from' || name === 'to') return formatDate(value, 'day')
  const choices: Choices = selects.find(([selectName]) => selectName === name)?.[1]() ?? []
  return choices.find(([choice]) => choice === value)?.[1] ?? value
}

function SearchField({ initial }: { initial: string }) {
  const [searchInput, setSearchInput] = useState(initial)
  return (
    <TextField
      name="search"
      type="search"
      label={commonTexts.search()}
      hint={transactionsTexts.searchHint()}
      placeholder={transactionsTexts.searchPlaceholder()}
      autoComplete="off"
      value={searchInput}
      onValueChange={setSearchInput}
    />
  )
}
