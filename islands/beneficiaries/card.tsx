import type { Profile } from '../../shared/accounts.ts'
import type { Beneficiary } from '../../shared/beneficiaries.ts'
import { Logo } from '../purchase/logo.tsx'
import { numberOf, sellerOf } from './faces.ts'
import { Menu } from './menu.tsx'

/** What a card can open, besides being deleted. */
export type Opening = 'subscribe' | 'details' | 'change' | 'account'

interface CardProps {
  it: Beneficiary
  profile: Profile | null
  onOpen: (what: Opening) => void
  onDelete: () => void
}

/** One saved beneficiary; what it does not know of its customer is the person's own. Source: specification 2, section 2 */
export function BeneficiaryCard({ it, profile, onOpen, onDelete }: CardProps) {
  const seller = sellerOf(it)
  const number = numberOf(it)
  const mayHaveAccount = it.beneficiary_type === 'power' || it.beneficiary_type === 'cable-tv'
  return (
    <article className="card stack h-full" aria-label={`${seller.name} ${number}`}>
      <div className="card-head">
        <Logo src={seller.logo} />
        <div className="picker-text">
          <strong className="text-[min(1.125rem,8vw)]">{number}</strong>
          <small>{seller.name}</small>
        </div>
        <Menu
          label={`Menu of ${number}`}
          items={[
            { text: 'Subscribe', onPress: () => onOpen('subscribe') },
            { text: 'Details', onPress: () => onOpen('details') },
            ...(mayHaveAccount
              ? [{ text: it.virtual_account ? 'Vir. Account' : 'Reserve', onPress: () => onOpen('account') }]
              : []),
            { text: 'Delete', onPress: onDelete },
          ]}
        />
      </div>
      <div>
        <p className="font-semibold">{it.customer_name || profile?.name}</p>
        <p className="field-hint">{it.customer_address || profile?.address}</p>
      </div>
      <p>
        <span className="badge">{it.additional_notes || 'Not tagged'}</span>
      </p>
    </article>
  )
}
