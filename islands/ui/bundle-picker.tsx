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

/** A biller and its bundles. A biller without bundles is a complete choice: the list closes. */
export interface Biller {
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
  billers: readonly Biller[]
  billerField: ChoiceField
  /** If not required: hidden unless the selected biller has bundles. */
  bundleField: ChoiceField
}

/**
 * Selects a biller, then one of its bundles, in one dialog; 'Change' returns to the billers. Without JavaScript:
 * two native selects.
 */
export function BundlePicker({ billers, billerField, bundleField }: BundlePickerProps) {
  const billerIds = useFieldIds(billerField.id, billerField)
  const bundleIds = useFieldIds(bundleField.id, bundleField)
  const billerSelect = useRef<HTMLSelectElement>(null)
  const bundleSelect = useRef<HTMLSelectElement>(null)
  const enhanced = useEnhanced(billerSelect, bundleSelect)
  const [step, setStep] = useState<'biller' | 'bundle' | null>(null)
  const biller = billers.find(({ value }) => value === billerField.value)
  const selectedBundle = biller?.bundles.find(({ value }) => value === bundleField.value)
  const close = () => setStep(null)
  const open = (first: 'biller' | 'bundle') => {
    retryEmptyList(billers)
    setStep(first)
  }

  const billerControl = { ...billerIds, ...controlOf(billerField), describedBy: billerIds.describedBy }
  const bundleControl = { ...bundleIds, ...controlOf(bundleField), describedBy: bundleIds.describedBy }
  const isBundleShown = bundleField.required === true || (biller !== undefined && biller.bundles.length > 0)

  const native = (
    <FieldFrame fieldIds={bundleIds} {...frameOf(bundleField)}>
      <PickerSelect
        {...bundleControl}
        select={bundleSelect}
        required={bundleField.required}
        onValueChange={bundleField.onValueChange}
      >
        {billers.map(({ value, name, bundles }) => (
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
      <FieldFrame fieldIds={billerIds} {...frameOf(billerField)}>
        {enhanced ? (
          <PickerButton {...billerControl} selectedItem={biller} onOpen={() => open('biller')} />
        ) : (
          <PickerSelect
            {...billerControl}
            select={billerSelect}
            required={billerField.required}
            onValueChange={billerField.onValueChange}
          >
            {billers.map(({ value, name }) => (
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
            onOpen={() => open(biller ? 'bundle' : 'biller')}
          />
        </FieldFrame>
      )}
      {!enhanced && (isBundleShown ? native : <noscript>{native}</noscript>)}
      {step === 'biller' && (
        <PickerDialog
          key="biller"
          title={billerField.title}
          items={billers}
          value={billerField.value}
          onClose={close}
          onPick={(picked) => {
            if (picked !== billerField.value) billerField.onValueChange(picked)
            setStep(
              billers.some((item) => item.value === picked && item.bundles.length > 0) ? 'bundle' : null,
            )
          }}
        />
      )}
      {step === 'bundle' && biller && (
        <BundleDialog
          key="bundle"
          biller={biller}
          title={bundleField.title}
          value={bundleField.value}
          onChange={() => setStep('biller')}
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
  biller: Biller
  title: string
  value: string
  /** Returns to the billers. */
  onChange: () => void
  onPick: (value: string) => void
  onClose: () => void
}

function BundleDialog({ biller, title, value, onChange, onPick, onClose }: BundleDialogProps) {
  const [order, setOrder] = useState<BundleOrder>('price-asc')
  return (
    <PickerDialog
      title={title}
      search
      value={value}
      items={sortBundles(biller.bundles, order).map((item) => ({
        value: item.value,
        name: item.title,
        end: <span>{formatMoney(item.price)}</span>,
      }))}
      onPick={onPick}
      onClose={onClose}
    >
      <div className="card-head">
        {biller.logo && <img src={biller.logo} alt="" width="48" height="48" />}
        <strong className="picker-text">{biller.name}</strong>
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
