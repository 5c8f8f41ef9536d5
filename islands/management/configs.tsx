import { type ReactNode, useId, useState } from 'react'
import type { VendorName } from '../../shared/constants.ts'
import {
  type ConfigName,
  type ProviderState,
  type SiteConfigs,
  siteConfigs,
  updateSiteConfigs,
} from '../../shared/management/configs.ts'
import type { GatewayName } from '../../shared/payments.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, Overlay } from '../ui/index.ts'
import { Loaded, Screen } from './screen.tsx'
import { Select } from './select.tsx'
import { useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'
import { nameOf } from './words.ts'

const choiceOf = (value: string) => [value, nameOf(value)] as const

const providers = (['irecharge', 'buypower', 'vtpass'] satisfies VendorName[]).map(choiceOf)
const payers = (['flutterwave', 'monnify', 'paystack'] satisfies GatewayName[]).map(choiceOf)
const onOff = [
  ['1', 'Enable'],
  ['0', 'Disable'],
] as const

/** The seven services of the screen, with the fields that choose who serves them and whether they are on. */
const rows = [
  ['Power', 'power_gateway', 'power_status'],
  ['Cable TV', 'cable_gateway', 'cabletv_status'],
  ['Internet Data', 'data_gateway', 'data_status'],
  ['Airtime', 'airtime_gateway', 'airtime_status'],
  ['Education', 'education_gateway', 'education_status'],
  ['Insurance', 'insurance_gateway', 'insurance_status'],
  ['Ticket', 'ticket_gateway', 'ticket_status'],
] as const satisfies readonly (readonly [string, ConfigName, ConfigName])[]

/** Who serves what, and what is on. */
export default function Configs(page: ManagementPage) {
  const asked = useAsk(siteConfigs)
  return (
    <Screen {...page} path="/management/configs" title="Provider settings">
      <Loaded asked={asked} wait="Loading the configuration...">
        {({ _meta, ...loaded }) => (
          <>
            <ConfigForm key={_meta.version} loaded={loaded} version={_meta.version} onSaved={asked.again} />
            <Providers list={_meta.providers} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface ConfigFormProps {
  loaded: SiteConfigs
  version: string
  onSaved: () => void
}

function ConfigForm({ loaded, version, onSaved }: ConfigFormProps) {
  const [values, setValues] = useState(loaded)
  const { isBusy, send } = useSend(updateSiteConfigs)
  const changed = (Object.keys(loaded) as ConfigName[]).filter((name) => values[name] !== loaded[name])

  async function save() {
    if (changed.length === 0) return toast.info('No changes detected.')
    const changes = Object.fromEntries(changed.map((name) => [name, values[name]]))
    const envelope = await send({ body: { ...changes, version } })
    if (envelope) toast.success(envelope.message)
    onSaved()
  }

  const select = (name: ConfigName, label: string, choices: readonly (readonly [string, string])[]) => (
    <Select
      key={name}
      label={label}
      name={name}
      value={String(values[name])}
      choices={choices}
      onValue={(value) =>
        setValues((was) => ({ ...was, [name]: name.endsWith('_status') ? Number(value) : value }))
      }
    />
  )

  return (
    <form
      className="stack"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="columns three">
        <Column title="Service Providers">
          {rows.map(([label, gateway]) => select(gateway, label, providers))}
        </Column>
        <Column title="Service Status">
          {rows.map(([label, , status]) => select(status, label, onOff))}
        </Column>
        <Column title="Others">
          {select('payment_gateway', 'Payment Gateway', payers)}
          {select('util_service_vendor', 'Service Gateway', providers)}
        </Column>
      </div>
      {changed.length > 0 && (
        <Button type="submit" busy={isBusy}>
          Update Configs
        </Button>
      )}
      {isBusy && <Overlay text="Processing, please wait..." />}
    </form>
  )
}

/** The selects of two columns have the same labels: each column is a group with its name. */
const Column = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand inside a card
    <div role="group" className="card form" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

/** How each provider is now, and what it can sell. */
const Providers = ({ list }: { list: readonly ProviderState[] }) => (
  <section className="card stack" aria-labelledby="providers">
    <h2 id="providers">How they are</h2>
    <ul className="stack">
      {list.map((it) => (
        <li key={it.name} className="movement">
          <span>
            {it.name}
            <small>
              {!it.configured
                ? 'Not configured: its keys are missing.'
                : it.kind === 'gateway'
                  ? 'Takes payments.'
                  : `Sells ${it.sells.map(nameOf).join(', ')}.`}
              {it.health
                .filter(({ paused }) => paused)
                .map(({ service, reason }) => ` Paused for ${nameOf(service)}: ${reason ?? 'unknown'}.`)
                .join('')}
            </small>
          </span>
          {it.float !== null && <strong>{formatMoney(it.float)}</strong>}
        </li>
      ))}
    </ul>
  </section>
)
