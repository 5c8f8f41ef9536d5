import type { Profile } from '../../shared/accounts.ts'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import type { Forecast } from '../../shared/forecasts.ts'
import { Logo } from '../purchase/logo.tsx'
import { lowUnitsText } from '../schedules/low-units-text.ts'
import { commonTexts } from '../ui/index.ts'
import { beneficiaryNumberOf, billerOf } from './beneficiary-summary.ts'
import { ActionMenu } from './menu.tsx'
import { beneficiariesTexts } from './texts.ts'

/** Dialogs that a card can open; deleting has none. */
export type BeneficiaryAction = 'purchase' | 'details' | 'edit' | 'account'

interface BeneficiaryCardProps {
  beneficiary: Beneficiary
  profile: Profile | null
  /** Of a prepaid meter with enough purchases. */
  forecast?: Forecast | undefined
  onOpen: (action: BeneficiaryAction) => void
  onDelete: () => void
}

/** One saved beneficiary; missing customer data falls back to the user's own. Source: specification 2, section 2 */
export function BeneficiaryCard({ beneficiary, profile, forecast, onOpen, onDelete }: BeneficiaryCardProps) {
  const biller = billerOf(beneficiary)
  const number = beneficiaryNumberOf(beneficiary)
  const canHaveAccount =
    beneficiary.beneficiary_type === 'power' || beneficiary.beneficiary_type === 'cable-tv'
  return (
    <article
      className="card stack"
      aria-label={beneficiariesTexts.cardLabel({ biller: biller.name, number })}
    >
      <div className="card-head">
        <Logo src={biller.logo} />
        <div className="picker-text">
          <strong className="beneficiary-number">{number}</strong>
          <small>{biller.name}</small>
        </div>
        <ActionMenu
          label={beneficiariesTexts.menu({ number })}
          items={[
            { text: beneficiariesTexts.subscribe(), onPress: () => onOpen('purchase') },
            { text: beneficiariesTexts.details(), onPress: () => onOpen('details') },
            ...(canHaveAccount
              ? [
                  {
                    text: beneficiary.virtual_account
                      ? beneficiariesTexts.virtualAccount()
                      : beneficiariesTexts.reserveAccount(),
                    onPress: () => onOpen('account'),
                  },
                ]
              : []),
            { text: commonTexts.delete(), onPress: onDelete },
          ]}
        />
      </div>
      <div>
        <p className="beneficiary-name">{beneficiary.customer_name || profile?.name}</p>
        <p className="field-hint">{beneficiary.customer_address || profile?.address}</p>
      </div>
      {forecast && (
        <p className="field-hint" suppressHydrationWarning>
          {lowUnitsText(forecast)}
        </p>
      )}
      <p>
        <span className="badge">{beneficiary.additional_notes || beneficiariesTexts.noNotes()}</span>
      </p>
    </article>
  )
}
