import { type ReactNode, useId, useState } from 'react'
import type { Service } from '../../shared/constants.ts'
import {
  type ConfigName,
  getSiteConfigs,
  type ProviderState,
  type SiteConfigs,
  updateSiteConfigs,
} from '../../shared/management/configs.ts'
import { gateways, vendors } from '../../shared/providers.ts'
import { type StatusText, statusText } from '../../shared/statuses.ts'
import { fetchData } from '../account/query-client.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { formatMoney, RequestError, toast, toastError } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Form } from '../ui/form.tsx'
import { Overlay, renderParts, StatusBadge } from '../ui/index.ts'
import { configsTexts } from './configs-texts.ts'
import { displayName } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { pauseReasonText } from './pause-reason.ts'
import { SaveBar } from './save-bar.tsx'
import { Select, type SelectChoice } from './select.tsx'
import { managementTexts } from './texts.ts'

/** The order of the specification: vendors from the last to the first, gateways by name. */
const vendorsInOrder = [...vendors].reverse()
const gatewaysInOrder = [...gateways].sort()

/** A provider as an option, disabled with the reason when it is not configured or does not provide the service. */
function providerOption(value: string, providers: readonly ProviderState[], service?: Service): SelectChoice {
  const provider = displayName(value)
  const state = providers.find(({ name }) => name === provider)
  if (state?.configured === false) return [value, configsTexts.notConfiguredOption({ provider }), true]
  return service && state?.services.includes(service) === false
    ? [value, configsTexts.notProvidedOption({ provider }), true]
    : [value, provider]
}

const statusOptions = () =>
  [
    ['1', configsTexts.enable()],
    ['0', configsTexts.disable()],
  ] as const

const labelOf = (name: ConfigName, value: string | number): string =>
  name.endsWith('_status')
    ? (statusOptions().find(([option]) => option === String(value))?.[1] ?? String(value))
    : displayName(String(value))

/** The seven services of the page with their provider and status fields; vendors provide the first five. */
const rows: readonly (readonly [label: () => string, ConfigName, ConfigName, Service?])[] = [
  [configsTexts.power, 'power_gateway', 'power_status', 'power'],
  [configsTexts.cabletv, 'cable_gateway', 'cabletv_status', 'cabletv'],
  [configsTexts.data, 'data_gateway', 'data_status', 'data'],
  [configsTexts.airtime, 'airtime_gateway', 'airtime_status', 'airtime'],
  [configsTexts.education, 'education_gateway', 'education_status', 'education'],
  [configsTexts.insurance, 'insurance_gateway', 'insurance_status'],
  [configsTexts.ticket, 'ticket_gateway', 'ticket_status'],
]

/** Provider settings: provider and status of each service. */
export default function Configs(page: ManagementPage) {
  const query = useQuery(getSiteConfigs)
  return (
    <PageLayout {...page} path="/management/configs" title={configsTexts.title()}>
      <QueryContent query={query}>
        {({ _meta, ...loaded }) => (
          <>
            <ConfigForm
              configs={loaded}
              version={_meta.version}
              providers={_meta.providers}
              onSaved={query.reload}
            />
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
  providers: readonly ProviderState[]
  onSaved: () => void
}
type ConfigValues = Partial<SiteConfigs>

const configNames = (configs: ConfigValues) => Object.keys(configs) as ConfigName[]
const pick = (configs: ConfigValues, names: readonly ConfigName[]): ConfigValues =>
  Object.fromEntries(names.map((name) => [name, configs[name]]))

/** The settings of a version. */
interface ConfigVersion {
  version: string
  values: ConfigValues
}

interface SavedConfigs extends ConfigVersion {
  /** Versions before the save. One of them may still be loaded. */
  formerVersions: readonly string[]
}

/**
 * The settings with the manager's edits. When another manager saved first, the edits of other settings are saved, and
 * the edits of the same settings stay in the form, which shows both values.
 */
function ConfigForm({ configs: loaded, version: loadedVersion, providers, onSaved }: ConfigFormProps) {
  const [edits, setEdits] = useState<ConfigValues>({})
  const [lastSave, setLastSave] = useState<SavedConfigs | null>(null)
  /** Until another version has been loaded, the loaded one has the values before the last save. */
  const saved = lastSave?.formerVersions.includes(loadedVersion) ? lastSave : null
  const configs: SiteConfigs = { ...loaded, ...saved?.values }
  const version = saved?.version ?? loadedVersion
  /** The values that another manager replaced since the form was loaded. */
  const [replaced, setReplaced] = useState<ConfigValues>({})
  const { isBusy, send } = useMutation(updateSiteConfigs, { onError })
  const changed = configNames(edits).filter((name) => edits[name] !== configs[name])

  async function save() {
    if (changed.length === 0) return toast.info(configsTexts.noChanges())
    await saveEdits(changed, { version, values: saved?.values ?? {} })
  }

  async function saveEdits(names: readonly ConfigName[], base: ConfigVersion) {
    const envelope = await send({ body: pick(edits, names), version: base.version, quiet: true })
    if (!envelope) return
    toast.success(envelope.message)
    setLastSave({
      formerVersions: [loadedVersion, base.version],
      version: envelope.data?.version ?? base.version,
      values: { ...base.values, ...pick(edits, names) },
    })
    setEdits((previous) =>
      pick(
        previous,
        configNames(previous).filter((name) => !names.includes(name)),
      ),
    )
    if (names.length === changed.length) setReplaced({})
    onSaved()
  }

  function onError(error: unknown) {
    if (error instanceof RequestError && error.code === 'CONFIGS_CHANGED') void saveRemaining()
    else toastError(error, true)
  }

  /** Saves the edits of the settings that the other manager did not change. */
  async function saveRemaining() {
    const latest = await fetchData(getSiteConfigs, {}).catch(() => null)
    if (!latest) return
    const changedByOther = configNames(configs).filter((name) => latest[name] !== configs[name])
    setReplaced(pick(configs, changedByOther))
    toast.info(configsTexts.changedMeanwhile({ count: changedByOther.length }))
    onSaved()
    const remaining = changed.filter((name) => !changedByOther.includes(name))
    const base = { version: latest._meta.version, values: pick(latest, configNames(configs)) }
    if (remaining.length > 0) await saveEdits(remaining, base)
  }

  function hintOf(name: ConfigName) {
    const isUnsaved = changed.includes(name)
    const before = replaced[name]
    if (before === undefined || before === configs[name]) return isUnsaved && managementTexts.unsaved()
    return isUnsaved ? (
      <strong className="unsaved">{configsTexts.conflict({ value: labelOf(name, configs[name]) })}</strong>
    ) : (
      configsTexts.changedByOther({ value: labelOf(name, before) })
    )
  }

  const select = (name: ConfigName, label: string, choices: readonly SelectChoice[]) => (
    <Select
      key={name}
      label={label}
      name={name}
      value={String(edits[name] ?? configs[name])}
      choices={choices}
      hint={hintOf(name)}
      onValueChange={(value) =>
        setEdits((previous) => ({ ...previous, [name]: name.endsWith('_status') ? Number(value) : value }))
      }
    />
  )

  return (
    <Form className="stack" aria-busy={isBusy} onSubmit={() => save()}>
      <div className="columns three">
        <Column title={configsTexts.providersColumn()}>
          {rows.map(([label, gateway, , service]) =>
            select(
              gateway,
              label(),
              vendorsInOrder.map((vendor) => providerOption(vendor, providers, service)),
            ),
          )}
        </Column>
        <Column title={configsTexts.statusColumn()}>
          {rows.map(([label, , status]) => select(status, label(), statusOptions()))}
        </Column>
        <Column title={configsTexts.othersColumn()}>
          {select(
            'payment_gateway',
            configsTexts.paymentGateway(),
            gatewaysInOrder.map((gateway) => providerOption(gateway, providers)),
          )}
          {select(
            'util_service_vendor',
            configsTexts.serviceGateway(),
            vendorsInOrder.map((vendor) => providerOption(vendor, providers)),
          )}
        </Column>
      </div>
      <SaveBar
        changes={changed.length}
        saveText={configsTexts.save()}
        isBusy={isBusy}
        onDiscard={() => {
          setEdits({})
          setReplaced({})
        }}
      />
      {isBusy && <Overlay text={managementTexts.processing()} />}
    </Form>
  )
}

/** A named group, because the selects of two columns have the same labels. */
const Column = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be placed inside a card
    <div role="group" className="card form side-labels" aria-labelledby={id}>
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
      configsTexts.paused({
        service: displayName(service),
        reason: reason === null ? configsTexts.unknownReason() : pauseReasonText(reason),
      }),
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
