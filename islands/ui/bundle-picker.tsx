import { useRef, useState } from 'react'
import { formatMoney } from '../lib/format.ts'
import { type BundleOrder, sortBundles } from '../lib/search.ts'
import { bundlePickerTexts } from './bundle-picker-texts.ts'
import { uiTexts } from './component-texts.ts'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'
import { PickerDialog } from './picker.tsx'
import { PickerButton, PickerSelect, useEnhanced } from './picker-controls.tsx'

interface Bundle {
  value: string
  title: string
  /** Naira. */
  price: number
}

/** A provider and its bundles. A provider without bundles is a complete choice: the list closes. */
export interface BundleProvider {
  value: string
  name: string
  logo?: string
  bundles: readonly Bundle[]
}

interface ChoiceField extends FieldProps {
  id: string
  name: string
  value: string
  required?: boolean
  placeholder: string
  /** Title of this step's dialog. */
  title: string
  onValue: (value: string) => void
}

export interface BundlePickerProps {
  providers: readonly BundleProvider[]
  company: ChoiceField
  /** If not required: hidden unless the selected provider has bundles. */
  bundle: ChoiceField
}

/**
 * Selects a provider, then one of its bundles, in one dialog; 'Change' returns to the providers. Without JavaScript:
 * two native selects.
 */
export function BundlePicker({ providers, company, bundle }: BundlePickerProps) {
  const companyIds = useFieldIds(company.id, company)
  const bundleIds = useFieldIds(bundle.id, bundle)
  const companySelect = useRef<HTMLSelectElement>(null)
  const bundleSelect = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(companySelect, bundleSelect)
  const [step, setStep] = useState<'company' | 'bundle' | null>(null)
  const provider = providers.find(({ value }) => value === company.value)
  const chosen = provider?.bundles.find(({ value }) => value === bundle.value)
  const close = () => setStep(null)

  const companyControl = { ...companyIds, ...controlOf(company), describedBy: companyIds.describedBy }
  const bundleControl = { ...bundleIds, ...controlOf(bundle), describedBy: bundleIds.describedBy }
  const isBundleShown = bundle.required === true || (provider !== undefined && provider.bundles.length > 0)

  const native = (
    <FieldFrame fieldIds={bundleIds} {...frameOf(bundle)}>
      <PickerSelect
        {...bundleControl}
        select={bundleSelect}
        required={bundle.required}
        onValue={bundle.onValue}
      >
        {providers.map(({ value, name, bundles }) => (
          <optgroup key={value} label={name}>
            {sortBundles(bundles).map((item) => (
              <option key={item.value} value={item.value}>
                {uiTexts.optionWithDetail({ name: item.title, detail: formatMoney(item.price) })}
              </option>
            ))}
          </optgroup>
        ))}
      </PickerSelect>
    </FieldFrame>
  )

  return (
    <>
      <FieldFrame fieldIds={companyIds} {...frameOf(company)}>
        {enhanced ? (
          <PickerButton {...companyControl} chosen={provider} onOpen={() => setStep('company')} />
        ) : (
          <PickerSelect
            {...companyControl}
            select={companySelect}
            required={company.required}
            onValue={company.onValue}
          >
            {providers.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </PickerSelect>
        )}
      </FieldFrame>
      {enhanced && isBundleShown && (
        <FieldFrame fieldIds={bundleIds} {...frameOf(bundle)}>
          <PickerButton
            {...bundleControl}
            chosen={chosen && { name: chosen.title }}
            onOpen={() => setStep(provider ? 'bundle' : 'company')}
          />
        </FieldFrame>
      )}
      {!enhanced && (isBundleShown ? native : <noscript>{native}</noscript>)}
      {step === 'company' && (
        <PickerDialog
          key="company"
          title={company.title}
          items={providers}
          value={company.value}
          onClose={close}
          onPick={(picked) => {
            if (picked !== company.value) company.onValue(picked)
            setStep(
              providers.some((item) => item.value === picked && item.bundles.length > 0) ? 'bundle' : null,
            )
          }}
        />
      )}
      {step === 'bundle' && provider && (
        <BundleDialog
          key="bundle"
          provider={provider}
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

const frameOf = ({ label, hint, error }: ChoiceField): FieldProps => ({ label, hint, error: error ?? null })
const controlOf = ({ name, value, error, placeholder }: ChoiceField) => ({ name, value, error, placeholder })

const orders = [
  { value: 'price-asc', label: bundlePickerTexts.sortByLowestPrice },
  { value: 'price-desc', label: bundlePickerTexts.sortByHighestPrice },
  { value: 'title', label: bundlePickerTexts.sortByName },
] as const satisfies { value: BundleOrder; label: () => string }[]

interface BundleDialogProps {
  provider: BundleProvider
  title: string
  value: string
  /** Returns to the providers. */
  onChange: () => void
  onPick: (value: string) => void
  onClose: () => void
}

function BundleDialog({ provider, title, value, onChange, onPick, onClose }: BundleDialogProps) {
  const [order, setOrder] = useState<BundleOrder>('price-asc')
  return (
    <PickerDialog
      title={title}
      search
      value={value}
      items={sortBundles(provider.bundles, order).map((item) => ({
        value: item.value,
        name: item.title,
        end: <span>{formatMoney(item.price)}</span>,
      }))}
      onPick={onPick}
      onClose={onClose}
    >
      <div className="card-head">
        {provider.logo && <img src={provider.logo} alt="" width="48" height="48" />}
        <strong className="picker-text">{provider.name}</strong>
        <button type="button" className="btn btn-quiet" onClick={onChange}>
          {bundlePickerTexts.changeProvider()}
        </button>
      </div>
      <select
        className="field-input"
        aria-label={bundlePickerTexts.sortLabel()}
        value={order}
        onChange={({ target }) =>
          setOrder(orders.find((item) => item.value === target.value)?.value ?? 'price-asc')
        }
      >
        {orders.map((item) => (
          <option key={item.value} value={item.value}>
            {item.label()}
          </option>
        ))}
      </select>
    </PickerDialog>
  )
}
