import { type ReactNode, useId, useState } from 'react'
import {
  type ConfigName,
  getSiteConfigs,
  type ProviderState,
  type SiteConfigs,
  updateSiteConfigs,
} from '../../shared/management/configs.ts'
import { gateways, vendors } from '../../shared/providers.ts'
import { type StatusText, statusText } from '../../shared/statuses.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Overlay, renderParts, StatusBadge } from '../ui/index.ts'
import { configsTexts } from './configs-texts.ts'
import { displayName } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { SaveBar } from './save-bar.tsx'
import { Select } from './select.tsx'
import { managementTexts } from './texts.ts'

const optionOf = (value: string) => [value, displayName(value)] as const

/** The order of the specification: vendors from the last to the first, gateways by name. */
const vendorOptions = [...vendors].reverse().map(optionOf)
const gatewayOptions = [...gateways].sort().map(optionOf)
const statusOptions = () =>
  [
    ['1', configsTexts.enable()],
    ['0', configsTexts.disable()],
  ] as const

/** The seven services of the page with their provider and status fields. */
const rows = [
  [configsTexts.power, 'power_gateway', 'power_status'],
  [configsTexts.cabletv, 'cable_gateway', 'cabletv_status'],
  [configsTexts.data, 'data_gateway', 'data_status'],
  [configsTexts.airtime, 'airtime_gateway', 'airtime_status'],
  [configsTexts.education, 'education_gateway', 'education_status'],
  [configsTexts.insurance, 'insurance_gateway', 'insurance_status'],
  [configsTexts.ticket, 'ticket_gateway', 'ticket_status'],
] as const satisfies readonly (readonly [label: () => string, ConfigName, ConfigName])[]

/** Provider settings: provider and status of each service. */
export default function Configs(page: ManagementPage) {
  const query = useQuery(getSiteConfigs)
  return (
    <PageLayout {...page} path="/management/configs" title={configsTexts.title()}>
      <QueryContent query={query} loadingText={managementTexts.loading()}>
        {({ _meta, ...loaded }) => (
          <>
            <ConfigForm key={_meta.version} configs={loaded} version={_meta.version} onSaved={query.reload} />
            <Providers list={_meta.providers} />
          </>
        )}
      </QueryContent>
    </PageLayout>
  )
}

interface ConfigFormProps {
  configs: SiteConfigs
  version: string
  onSaved: () => void
}

function ConfigForm({ configs, version, onSaved }: ConfigFormProps) {
  const [values, setValues] = useState(configs)
  const { isBusy, send } = useMutation(updateSiteConfigs)
  const changed = (Object.keys(configs) as ConfigName[]).filter((name) => values[name] !== configs[name])

  async function save() {
    if (changed.length === 0) return toast.info(configsTexts.noChanges())
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
      hint={changed.includes(name) && managementTexts.unsaved()}
      onValueChange={(value) =>
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
        <Column title={configsTexts.providersColumn()}>
          {rows.map(([label, gateway]) => select(gateway, label(), vendorOptions))}
        </Column>
        <Column title={configsTexts.statusColumn()}>
          {rows.map(([label, , status]) => select(status, label(), statusOptions()))}
        </Column>
        <Column title={configsTexts.othersColumn()}>
          {select('payment_gateway', configsTexts.paymentGateway(), gatewayOptions)}
          {select('util_service_vendor', configsTexts.serviceGateway(), vendorOptions)}
        </Column>
      </div>
      <SaveBar
        changes={changed.length}
        saveText={configsTexts.save()}
        isBusy={isBusy}
        onDiscard={() => setValues(configs)}
      />
      {isBusy && <Overlay text={managementTexts.processing()} />}
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

const providerStatuses = {
  notConfigured: statusText(configsTexts.notConfiguredLabel, 'neutral', configsTexts.notConfigured),
  paused: statusText(configsTexts.pausedLabel, 'failure', configsTexts.pausedExplanation),
  active: statusText(configsTexts.activeLabel, 'success', configsTexts.activeExplanation),
}

function providerStatus({ configured, health }: ProviderState): StatusText {
  if (!configured) return providerStatuses.notConfigured
  return health.some(({ paused }) => paused) ? providerStatuses.paused : providerStatuses.active
}

function descriptionOf({ configured, kind, services }: ProviderState): string {
  if (!configured) return configsTexts.notConfigured()
  if (kind === 'gateway') return configsTexts.gateway()
  return configsTexts.vendor({ services: services.map(displayName).join(', ') })
}

/** The last success and the success rate of the last hour, one sentence each. */
function ActivitySentences({ provider }: { provider: ProviderState }) {
  const { kind, last_success_at: lastSuccessAt, last_hour: hour } = provider
  const texts = activityTexts[kind]
  const { completed: count, succeeded } = hour
  const time = () => lastSuccessAt && <DateTime key="time" value={lastSuccessAt} />
  return (
    <>
      {lastSuccessAt ? renderParts(texts.last({ time })) : texts.none()}{' '}
      {count === 0
        ? texts.noneInHour()
        : texts.rate({ percent: Math.floor((succeeded / count) * 100), count })}
    </>
  )
}

const activityTexts = {
  vendor: {
    last: configsTexts.lastDelivery,
    none: configsTexts.noDelivery,
    rate: configsTexts.deliveryRate,
    noneInHour: configsTexts.noAttempts,
  },
  gateway: {
    last: configsTexts.lastPayment,
    none: configsTexts.noPayment,
    rate: configsTexts.paymentRate,
    noneInHour: configsTexts.noPayments,
  },
} as const satisfies Record<ProviderState['kind'], unknown>

/** One sentence per paused service. */
const pausesOf = ({ health }: ProviderState): string[] =>
  health
    .filter(({ paused }) => paused)
    .map(({ service, reason }) =>
      configsTexts.paused({ service: displayName(service), reason: reason ?? configsTexts.unknownReason() }),
    )

/** Status and recent activity of each provider, and the services it supports. */
const Providers = ({ list }: { list: readonly ProviderState[] }) => (
  <section className="card stack" aria-labelledby="providers">
    <h2 id="providers">{configsTexts.providerStatusTitle()}</h2>
    <ul className="stack">
      {list.map((provider) => (
        <li key={provider.name} className="list-row">
          <span>
            {provider.name} <StatusBadge status={providerStatus(provider)} />
            <small>{[descriptionOf(provider), ...pausesOf(provider)].join(' ')}</small>
            {provider.configured && (
              <small>
                <ActivitySentences provider={provider} />
              </small>
            )}
          </span>
          {provider.float !== null && (
            <span>{configsTexts.floatByLedger({ amount: formatMoney(provider.float) })}</span>
          )}
        </li>
      ))}
    </ul>
  </section>
)
