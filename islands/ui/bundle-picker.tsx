import { useRef, useState } from 'react'
import { formatMoney } from '../lib/format.ts'
import { type BundleOrder, sortBundles } from '../lib/search.ts'
import { FieldFrame, type FieldProps, useParts } from './field.tsx'
import { PickerDialog } from './picker.tsx'
import { PickerButton, PickerSelect, useEnhanced } from './picker-parts.tsx'

export interface Bundle {
  value: string
  title: string
  /** Naira. */
  price: number
}

/** A company and what it sells. One without bundles is chosen by itself: the list closes then. */
export interface Seller {
  value: string
  name: string
  logo?: string
  bundles: readonly Bundle[]
}

interface Choice extends FieldProps {
  id: string
  name: string
  value: string
  required?: boolean
  placeholder: string
  /** The dialog's title while this is chosen. */
  title: string
  onValue: (value: string) => void
}

export interface BundlePickerProps {
  sellers: readonly Seller[]
  company: Choice
  /** Not required: left out unless the chosen company has bundles. */
  bundle: Choice
}

/**
 * A company, then one of its bundles, in one dialog; 'Change' leads back to the companies. Without
 * script: two native lists.
 */
export function BundlePicker({ sellers, company, bundle }: BundlePickerProps) {
  const companyParts = useParts(company.id, company)
  const bundleParts = useParts(bundle.id, bundle)
  const companySelect = useRef<HTMLSelectElement>(null)
  const bundleSelect = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(companySelect, bundleSelect)
  const [step, setStep] = useState<'company' | 'bundle' | null>(null)
  const seller = sellers.find(({ value }) => value === company.value)
  const chosen = seller?.bundles.find(({ value }) => value === bundle.value)
  const close = () => setStep(null)

  const companyControl = { ...companyParts, ...controlOf(company), describedBy: companyParts.describedBy }
  const bundleControl = { ...bundleParts, ...controlOf(bundle), describedBy: bundleParts.describedBy }
  const isWanted = bundle.required === true || (seller !== undefined && seller.bundles.length > 0)

  const native = (
    <FieldFrame parts={bundleParts} {...frameOf(bundle)}>
      <PickerSelect
        {...bundleControl}
        select={bundleSelect}
        required={bundle.required}
        onValue={bundle.onValue}
      >
        {sellers.map(({ value, name, bundles }) => (
          <optgroup key={value} label={name}>
            {sortBundles(bundles).map((it) => (
              <option key={it.value} value={it.value}>
                {it.title} ({formatMoney(it.price)})
              </option>
            ))}
          </optgroup>
        ))}
      </PickerSelect>
    </FieldFrame>
  )

  return (
    <>
      <FieldFrame parts={companyParts} {...frameOf(company)}>
        {enhanced ? (
          <PickerButton {...companyControl} chosen={seller} onOpen={() => setStep('company')} />
        ) : (
          <PickerSelect
            {...companyControl}
            select={companySelect}
            required={company.required}
            onValue={company.onValue}
          >
            {sellers.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </PickerSelect>
        )}
      </FieldFrame>
      {enhanced && isWanted && (
        <FieldFrame parts={bundleParts} {...frameOf(bundle)}>
          <PickerButton
            {...bundleControl}
            chosen={chosen && { name: chosen.title }}
            onOpen={() => setStep(seller ? 'bundle' : 'company')}
          />
        </FieldFrame>
      )}
      {!enhanced && (isWanted ? native : <noscript>{native}</noscript>)}
      {step === 'company' && (
        <PickerDialog
          key="company"
          title={company.title}
          items={sellers}
          value={company.value}
          onClose={close}
          onPick={(picked) => {
            if (picked !== company.value) company.onValue(picked)
            setStep(sellers.some((it) => it.value === picked && it.bundles.length > 0) ? 'bundle' : null)
          }}
        />
      )}
      {step === 'bundle' && seller && (
        <BundleDialog
          key="bundle"
          seller={seller}
          title={bundle.title}
          value={bundle.value}
          onChange={() => setStep('company')}
          onClose={close}
          onPick={(picked) => {
            close()
            bundle.onValue(picked)
          }}
        />
      )}
    </>
  )
}

const frameOf = ({ label, hint, error }: Choice): FieldProps => ({ label, hint, error: error ?? null })
const controlOf = ({ name, value, error, placeholder }: Choice) => ({ name, value, error, placeholder })

const orders = [
  { value: 'price-asc', label: 'Price, lowest first' },
  { value: 'price-desc', label: 'Price, highest first' },
  { value: 'title', label: 'Name' },
] as const satisfies { value: BundleOrder; label: string }[]

interface BundleDialogProps {
  seller: Seller
  title: string
  value: string
  /** Back to the companies. */
  onChange: () => void
  onPick: (value: string) => void
  onClose: () => void
}

function BundleDialog({ seller, title, value, onChange, onPick, onClose }: BundleDialogProps) {
  const [order, setOrder] = useState<BundleOrder>('price-asc')
  return (
    <PickerDialog
      title={title}
      search
      value={value}
      items={sortBundles(seller.bundles, order).map((it) => ({
        value: it.value,
        name: it.title,
        end: <span>{formatMoney(it.price)}</span>,
      }))}
      onPick={onPick}
      onClose={onClose}
    >
      <div className="card-head">
        {seller.logo && <img src={seller.logo} alt="" width="48" height="48" />}
        <strong className="picker-text">{seller.name}</strong>
        <button type="button" className="btn btn-quiet" onClick={onChange}>
          Change
        </button>
      </div>
      <select
        className="field-input"
        aria-label="Sort by"
        value={order}
        onChange={({ target }) =>
          setOrder(orders.find((it) => it.value === target.value)?.value ?? 'price-asc')
        }
      >
        {orders.map((it) => (
          <option key={it.value} value={it.value}>
            {it.label}
          </option>
        ))}
      </select>
    </PickerDialog>
  )
}
