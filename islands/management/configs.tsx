import { type ReactNode, useId, useState } from 'react'
import {
  type ConfigName,
  type ProviderState,
  type SiteConfigs,
  siteConfigs,
  updateSiteConfigs,
} from '../../shared/management/configs.ts'
import { gateways, vendors } from '../../shared/providers.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Button, Overlay } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { Select } from './select.tsx'

const optionOf = (value: string) => [value, displayName(value)] as const

/** The order of the specification: vendors from the last to the first, gateways by name. */
const vendorOptions = [...vendors].reverse().map(optionOf)
const gatewayOptions = [...gateways].sort().map(optionOf)
const onOff = [
  ['1', 'Enable'],
  ['0', 'Disable'],
] as const

/** The seven services of the page with their provider and status fields. */
const rows = [
  ['Power', 'power_gateway', 'power_status'],
  ['Cable TV', 'cable_gateway', 'cabletv_status'],
  ['Internet Data', 'data_gateway', 'data_status'],
  ['Airtime', 'airtime_gateway', 'airtime_status'],
  ['Education', 'education_gateway', 'education_status'],
  ['Insurance', 'insurance_gateway', 'insurance_status'],
  ['Ticket', 'ticket_gateway', 'ticket_status'],
] as const satisfies readonly (readonly [string, ConfigName, ConfigName])[]

/** Provider settings: provider and status of each service. */
export default function Configs(page: ManagementPage) {
  const query = useQuery(siteConfigs)
  return (
    <PageLayout {...page} path="/management/configs" title="Provider settings">
      <QueryContent query={query} loadingText="Loading…">
        {({ _meta, ...loaded }) => (
          <>
            <ConfigForm key={_meta.version} loaded={loaded} version={_meta.version} onSaved={query.reload} />
            <Providers list={_meta.providers} />
          </>
        )}
      </QueryContent>
    </PageLayout>
  )
}

interface ConfigFormProps {
  loaded: SiteConfigs
  version: string
  onSaved: () => void
}

function ConfigForm({ loaded, version, onSaved }: ConfigFormProps) {
  const [values, setValues] = useState(loaded)
  const { isBusy, send } = useMutation(updateSiteConfigs)
  const changed = (Object.keys(loaded) as ConfigName[]).filter((name) => values[name] !== loaded[name])

  async function save() {
    if (changed.length === 0) return toast.info('No changes detected.')
    const changes = Object.fromEntries(changed.map((name) => [name, values[name]]))
    const envelope = await send({ body: changes, version })
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
        setValues((previous) => ({ ...previous, [name]: name.endsWith('_status') ? Number(value) : value }))
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
          {rows.map(([label, gateway]) => select(gateway, label, vendorOptions))}
        </Column>
        <Column title="Service Status">
          {rows.map(([label, , status]) => select(status, label, onOff))}
        </Column>
        <Column title="Others">
          {select('payment_gateway', 'Payment Gateway', gatewayOptions)}
          {select('util_service_vendor', 'Service Gateway', vendorOptions)}
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

/** A named group, because the selects of two columns have the same labels. */
const Column = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be placed inside a card
    <div role="group" className="card form" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

/** Status of each provider and the services it supports. */
const Providers = ({ list }: { list: readonly ProviderState[] }) => (
  <section className="card stack" aria-labelledby="providers">
    <h2 id="providers">Provider status</h2>
    <ul className="stack">
      {list.map((provider) => (
        <li key={provider.name} className="movement">
          <span>
            {provider.name}
            <small>
              {!provider.configured
                ? 'Not configured. Add API keys.'
                : provider.kind === 'gateway'
                  ? 'Payment gateway.'
                  : `Services: ${provider.services.map(displayName).join(', ')}.`}
              {provider.health
                .filter(({ paused }) => paused)
                .map(({ service, reason }) => ` Paused for ${displayName(service)}: ${reason ?? 'unknown'}.`)
                .join('')}
            </small>
          </span>
          {provider.float !== null && <strong>{formatMoney(provider.float)}</strong>}
        </li>
      ))}
    </ul>
  </section>
)
