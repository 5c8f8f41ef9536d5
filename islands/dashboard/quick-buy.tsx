import { useState } from 'react'
import { type Beneficiary, serviceOfBeneficiary } from '../../shared/beneficiaries.ts'
import { type Service, services } from '../../shared/constants.ts'
import type { Transaction } from '../../shared/history.ts'
import { beneficiariesPath, formPageUrl } from '../../shared/pages.ts'
import { LazyDialog } from '../account/lazy-dialog.tsx'
import { numberText } from '../account/number-text.ts'
import { beneficiaryNumberOf, billerOf } from '../beneficiaries/beneficiary-summary.ts'
import type { DashboardPage } from '../pages.ts'
import { commonTexts, Overlay, ServiceIcon, serviceTiles } from '../ui/index.ts'
import { dashboardTexts } from './texts.ts'
import { useReorder } from './use-reorder.ts'

const loadPurchaseDialog = () => import('../beneficiaries/purchase-dialog.tsx')

type QuickBuyProps = Pick<DashboardPage, 'saved' | 'unsaved' | 'profile' | 'options' | 'simulated'>

/**
 * The services, and two-tap purchases: a saved beneficiary opens its Subscribe dialog; a recent unsaved number repeats
 * its order.
 */
export function QuickBuy({ saved, unsaved, ...dialog }: QuickBuyProps) {
  const [open, setOpen] = useState<Beneficiary | null>(null)
  const { isPreparing, reorder } = useReorder()
  return (
    <section className="stack" aria-labelledby="quick">
      <div className="section-head">
        <h2 id="quick">{dashboardTexts.quickBuy()}</h2>
        {dialog.profile?.email_verified && (
          <a href={beneficiariesPath}>
            {saved.length > 0 ? dashboardTexts.allBeneficiaries() : dashboardTexts.saveBeneficiary()}
          </a>
        )}
      </div>
      <ul className="quick-services">
        {services.map((service) => (
          <li key={service}>
            <a href={formPageUrl(service)}>
              <ServiceIcon service={service} />
              {serviceTiles[service].name()}
            </a>
          </li>
        ))}
      </ul>
      {saved.length + unsaved.length > 0 && (
        <ul className="quick-beneficiaries script-only">
          {saved.map((item) => (
            <li key={item.uniqueid}>
              <Card
                service={serviceOfBeneficiary[item.beneficiary_type]}
                name={item.additional_notes || item.customer_name || billerOf(item).name}
                number={beneficiaryNumberOf(item)}
                biller={billerOf(item).name}
                opensDialog
                onPress={() => setOpen(item)}
              />
            </li>
          ))}
          {unsaved.map((item) => (
            <li key={item.reference}>
              <Card
                service={item.service}
                name={orderName(item)}
                number={item.number}
                biller={item.network.name}
                onPress={() => void reorder(item.reference)}
              />
            </li>
          ))}
        </ul>
      )}
      {open && (
        <LazyDialog
          load={loadPurchaseDialog}
          props={{ ...dialog, beneficiary: open, onClose: () => setOpen(null) }}
        />
      )}
      {isPreparing && <Overlay text={commonTexts.preparingOrder()} />}
    </section>
  )
}

/** Owner's name of a meter or smartcard; product title for a phone. */
const orderName = ({ service, customer_name, title }: Transaction): string =>
  (isOwned(service) && customer_name) || title

/** Meters and smartcards have owners; one owner may have several. */
const isOwned = (service: Service) => service === 'power' || service === 'cabletv'

interface CardProps {
  service: Service
  name: string
  number: string
  /** Shown for a meter or smartcard. */
  biller: string
  opensDialog?: boolean
  onPress: () => void
}

const Card = ({ service, name, number, biller, opensDialog = false, onPress }: CardProps) => (
  <button
    type="button"
    className="option"
    aria-haspopup={opensDialog ? 'dialog' : undefined}
    onClick={onPress}
  >
    <ServiceIcon service={service} />
    <span>
      <span className="two-lines">{name}</span>
      <small>{numberText({ service, number })}</small>
      {isOwned(service) && name !== biller && <small>{biller}</small>}
    </span>
  </button>
)
