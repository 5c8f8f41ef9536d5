import { useRef, useState } from 'react'
import { formatMoney } from '../lib/format.ts'
import { retryEmptyList } from '../lib/lists.ts'
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
  onValueChange: (value: string) => void
}

export interface BundlePickerProps {
  providers: readonly BundleProvider[]
  providerField: ChoiceField
  /** If not required: hidden unless the selected provider has bundles. */
  bundleField: ChoiceField
}

/**
 * Selects a provider, then one of its bundles, in one dialog; 'Change' returns to the providers. Without JavaScript:
 * two native selects.
 */
export function BundlePicker({ providers, providerField, bundleField }: BundlePickerProps) {
  const companyIds = useFieldIds(providerField.id, providerField)
  const bundleIds = useFieldIds(bundleField.id, bundleField)
  const companySelect = useRef<HTMLSelectElement>(null)
  const bundleSelect = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(companySelect, bundleSelect)
  const [step, setStep] = useState<'company' | 'bundle' | null>(null)
  const provider = providers.find(({ value }) => value === providerField.value)
  const selectedBundle = provider?.bundles.find(({ value }) => value === bundleField.value)
  const close = () => setStep(null)
  const open = (first: 'company' | 'bundle') => {
    retryEmptyList(providers)
    setStep(first)
  }

  const companyControl = { ...companyIds, ...controlOf(providerField), describedBy: companyIds.describedBy }
  const bundleControl = { ...bundleIds, ...controlOf(bundleField), describedBy: bundleIds.describedBy }
  const isBundleShown =
    bundleField.required === true || (provider !== undefined && provider.bundles.length > 0)

  const native = (
    <FieldFrame fieldIds={bundleIds} {...frameOf(bundleField)}>
      <PickerSelect
        {...bundleControl}
        select={bundleSelect}
        required={bundleField.required}
        onValueChange={bundleField.onValueChange}
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
      <FieldFrame fieldIds={companyIds} {...frameOf(providerField)}>
        {enhanced ? (
          <PickerButton {...companyControl} selectedItem={provider} onOpen={() => open('company')} />
        ) : (
          <PickerSelect
            {...companyControl}
            select={companySelect}
            required={providerField.required}
            onValueChange={providerField.onValueChange}
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
        <FieldFrame fieldIds={bundleIds} {...frameOf(bundleField)}>
          <PickerButton
            {...bundleControl}
            selectedItem={selectedBundle && { name: selectedBundle.title }}
            onOpen={() => open(provider ? 'bundle' : 'company')}
          />
        </FieldFrame>
      )}
      {!enhanced && (isBundleShown ? native : <noscript>{native}</noscript>)}
      {step === 'company' && (
        <PickerDialog
          key="company"
          title={providerField.title}
          items={providers}
          value={providerField.value}
          onClose={close}
          onPick={(picked) => {
            if (picked !== providerField.value) providerField.onValueChange(picked)
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
          title={bundleField.title}
          value={bundleField.value}
          onChange={() => setStep('company')}
          onClose={close}
          onPick={(picked) => {
            close()
            bundleField.onValueChange(picked)
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
