import { getRecentBeneficiaries } from '../../shared/beneficiaries.ts'
import { getTransactions } from '../../shared/history.ts'
import { useQuery } from '../account/use-query.ts'
import type { ScheduledOrder } from '../pages.ts'
import { SelectField } from '../ui/select-field.tsx'
import { schedulesTexts } from './texts.ts'

interface SourceFieldProps {
  id: string
  name: string
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
  /** The order that the page was opened for. */
  order: ScheduledOrder | null
}

const maxOrders = 15

/** The company of an electricity order, whose title is the same for every company; the title of any other order. */
const purchaseName = ({ service, title, network }: ScheduledOrder): string =>
  service === 'power' ? network.name : title

/** A saved beneficiary (`beneficiary:<id>`) or an earlier delivered order (`order:<reference>`). */
export function SourceField({ order, ...props }: SourceFieldProps) {
  const { data: beneficiaries } = useQuery(getRecentBeneficiaries)
  const { data: orders } = useQuery(getTransactions, { query: { state: 'delivered' } })
  const others = orders?.list.filter(({ recorded, reference }) => !recorded && reference !== order?.reference)
  const list = [...(order ? [order] : []), ...(others ?? []).slice(0, maxOrders)]
  const isEmpty = beneficiaries?.length === 0 && orders !== null && list.length === 0
  return (
    <>
      <SelectField {...props} label={schedulesTexts.source()}>
        <option value="">{schedulesTexts.chooseSource()}</option>
        {beneficiaries && beneficiaries.length > 0 && (
          <optgroup label={schedulesTexts.beneficiaries()}>
            {beneficiaries.map((item) => (
              <option key={item.uniqueid} value={`beneficiary:${item.uniqueid}`}>
                {schedulesTexts.sourceLabel({
                  name: item.additional_notes || item.customer_name || item.beneficiary_type,
                  number: item.number,
                })}
              </option>
            ))}
          </optgroup>
        )}
        {list.length > 0 && (
          <optgroup label={schedulesTexts.orders()}>
            {list.map((source) => (
              <option key={source.reference} value={`order:${source.reference}`}>
                {schedulesTexts.sourceLabel({ name: purchaseName(source), number: source.number })}
              </option>
            ))}
          </optgroup>
        )}
      </SelectField>
      {isEmpty && <p className="note">{schedulesTexts.noSources()}</p>}
    </>
  )
}
