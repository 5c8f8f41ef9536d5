import { useRef, useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import type { Transaction } from '../../shared/history.ts'
import { beneficiariesPath } from '../../shared/pages.ts'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { beneficiaryNumberOf, providerOf } from '../beneficiaries/card-summary.ts'
import { startReorder } from '../history/reorder.ts'
import type { DashboardPage } from '../pages.ts'
import { Logo } from '../purchase/logo.tsx'
import { useNavigationPending } from '../purchase/use-navigation-pending.ts'
import { commonTexts, Overlay } from '../ui/index.ts'
import { dashboardTexts } from './texts.ts'

const subscribeDialog = () => import('../beneficiaries/subscribe.tsx')

type QuickBuyProps = Pick<DashboardPage, 'saved' | 'unsaved' | 'profile' | 'options' | 'simulated'>

/** Two-tap purchases: a saved beneficiary opens its Subscribe dialog; a recent unsaved number repeats its order. */
export function QuickBuy({ saved, unsaved, ...dialog }: QuickBuyProps) {
  const [open, setOpen] = useState<Beneficiary | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const busy = useRef(false)
  const reset = () => {
    busy.current = false
    setIsPreparing(false)
  }
  const navigateTo = useNavigationPending(reset)

  async function reorder({ reference }: Transaction): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsPreparing(true)
    if (!(await startReorder(reference, navigateTo))) reset()
  }

  return (
    <section className="stack" aria-labelledby="quick">
      <h2 id="quick">{dashboardTexts.quickBuy()}</h2>
      {saved.length + unsaved.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 script-only">
          {saved.map((item) => (
            <li key={item.uniqueid}>
              <Card
                logo={providerOf(item).logo}
                name={item.additional_notes || item.customer_name || providerOf(item).name}
                number={beneficiaryNumberOf(item)}
                opensDialog
                onPress={() => setOpen(item)}
              />
            </li>
          ))}
          {unsaved.map((item) => (
            <li key={item.reference}>
              <Card
                logo={item.network.logo}
                name={orderName(item)}
                number={item.number}
                onPress={() => void reorder(item)}
              />
            </li>
          ))}
        </ul>
      )}
      <a className="btn btn-plain btn-wide" href={beneficiariesPath}>
        {saved.length > 0 ? dashboardTexts.allBeneficiaries() : dashboardTexts.saveBeneficiary()}
      </a>
      {open && (
        <LazyDialog
          load={subscribeDialog}
          props={{ ...dialog, beneficiary: open, onClose: () => setOpen(null) }}
        />
      )}
      {isPreparing && <Overlay text={commonTexts.preparingOrder()} />}
    </section>
  )
}

/** Owner's name of a meter or smartcard; product title for a phone. */
const orderName = ({ service, customer_name, title }: Transaction): string =>
  ((service === 'power' || service === 'cabletv') && customer_name) || title

interface CardProps {
  logo: string
  name: string
  number: string
  opensDialog?: boolean
  onPress: () => void
}

const Card = ({ logo, name, number, opensDialog = false, onPress }: CardProps) => (
  <button
    type="button"
    className="option h-full"
    aria-haspopup={opensDialog ? 'dialog' : undefined}
    onClick={onPress}
  >
    <Logo src={logo} />
    <span>
      <span className="line-clamp-2">{name}</span>
      <small>{number}</small>
    </span>
  </button>
)
