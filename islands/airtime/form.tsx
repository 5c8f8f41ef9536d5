import { Lazy } from '../lib/lazy.tsx'
import type { AirtimeFormPage } from '../pages.ts'
import { AmountField } from '../purchase/amount.tsx'
import { networkHint } from '../purchase/network-hint.tsx'
import { type ChooserProps, ServiceForm, ServicePage } from '../purchase/service-form.tsx'
import { useList } from '../purchase/use-list.ts'
import { requestLookup, useServiceFields, useServiceForm } from '../purchase/use-service-form.ts'
import { commonTexts, PhoneField, Picker } from '../ui/index.ts'
import { fetchAirtimeNetworks, networksCache } from './networks.ts'
import { airtimeTexts } from './texts.ts'
import { airtimeRules, loadAirtimeContract } from './values.ts'

const quickAmounts = [100, 200, 500, 1_000]
const savedPhones = () => import('./saved-phones.tsx')

/** Airtime purchase. */
export default function AirtimeForm(page: AirtimeFormPage & ChooserProps) {
  return (
    <ServicePage {...page} title={airtimeTexts.formTitle()}>
      <Purchase {...page} />
    </ServicePage>
  )
}

function Purchase({ values: postedValues, networks: initialNetworks, csrf, ...page }: AirtimeFormPage) {
  const fields = useServiceFields(airtimeRules, postedValues, page.prefilled)
  const networks = useList(initialNetworks, fetchAirtimeNetworks, networksCache)
  const isListed = networks.some(({ name }) => name === fields.values.selected_provider)
  const values =
    isListed || networks.length === 0 ? fields.values : { ...fields.values, selected_provider: '' }
  const form = useServiceForm(airtimeRules, {
    fields,
    values,
    lookUp: async () => {
      const { quoteAirtime } = await loadAirtimeContract()
      return requestLookup(quoteAirtime, airtimeRules.toPayload(values))
    },
    initialError: page,
  })
  const network = form.selectField('selected_provider')

  return (
    <ServiceForm
      form={form}
      csrf={csrf}
      chargeNote={page.status.chargeNote}
      loadingText={airtimeTexts.preparingOrder()}
    >
      {page.signedIn && <Lazy load={savedPhones} props={{ onPick: fields.fill }} />}
      <PhoneField
        {...form.textField('phone_number')}
        label={commonTexts.phoneNumber()}
        hint={airtimeTexts.phoneHint()}
      />
      <Picker
        {...network}
        label={commonTexts.network()}
        hint={networkHint({
          phone: values.phone_number,
          selectedNetwork: values.selected_provider,
          networks,
          onChoose: network.onValueChange,
        })}
        title={airtimeTexts.chooseNetwork()}
        placeholder={airtimeTexts.chooseNetwork()}
        items={networks.map(({ name, logo }) => ({ value: name, name, logo }))}
      />
      <AmountField {...form.textField('amount')} presetAmounts={quickAmounts} />
    </ServiceForm>
  )
}
