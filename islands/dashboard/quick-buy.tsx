import { useRef, useState } from 'react'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import type { Transaction } from '../../shared/history.ts'
import { beneficiaries } from '../../shared/pages.ts'
import { LaterDialog } from '../account/later-dialog.tsx'
import { numberOf, sellerOf } from '../beneficiaries/faces.ts'
import { goAgain } from '../history/again.ts'
import type { DashboardPage } from '../pages.ts'
import { Logo } from '../purchase/logo.tsx'
import { useLeaving } from '../purchase/use-leaving.ts'
import { Overlay } from '../ui/index.ts'

const subscribe = () => import('../beneficiaries/subscribe.tsx')

type QuickBuyProps = Pick<DashboardPage, 'saved' | 'unsaved' | 'profile' | 'options' | 'simulated'>

/** Buying in two taps: a saved beneficiary opens its Subscribe dialog, a number of late is ordered again as it was. */
export function QuickBuy({ saved, unsaved, ...dialog }: QuickBuyProps) {
  const [open, setOpen] = useState<Beneficiary | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const busy = useRef(false)
  const stay = () => {
    busy.current = false
    setIsPreparing(false)
  }
  const leaveFor = useLeaving(stay)

  async function buyAgain({ reference }: Transaction): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsPreparing(true)
    if (!(await goAgain(reference, leaveFor))) stay()
  }

  return (
    <section className="stack" aria-labelledby="quick">
      <h2 id="quick">Quick buy</h2>
      {saved.length + unsaved.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 script-only">
          {saved.map((it) => (
            <li key={it.uniqueid}>
              <Card
                logo={sellerOf(it).logo}
                name={it.additional_notes || it.customer_name || sellerOf(it).name}
                number={numberOf(it)}
                opensDialog
                onPress={() => setOpen(it)}
              />
            </li>
          ))}
          {unsaved.map((it) => (
            <li key={it.reference}>
              <Card
                logo={it.network.logo}
                name={nameOf(it)}
                number={it.number}
                onPress={() => void buyAgain(it)}
              />
            </li>
          ))}
        </ul>
      )}
      <a className="btn btn-plain btn-wide" href={beneficiaries}>
        {saved.length > 0 ? 'All your beneficiaries' : 'Save a beneficiary'}
      </a>
      {open && <LaterDialog load={subscribe} props={{ ...dialog, it: open, onClose: () => setOpen(null) }} />}
      {isPreparing && <Overlay text="Preparing your order, please wait..." />}
    </section>
  )
}

/** Whose meter or smartcard it is; of a phone nobody tells that. */
const nameOf = ({ service, customer_name, title }: Transaction): string =>
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
