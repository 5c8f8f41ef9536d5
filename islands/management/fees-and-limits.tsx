import { useState } from 'react'
import {
  type FeeOrLimit,
  getConfigHistory,
  getFeesAndLimits,
  updateFeesAndLimits,
} from '../../shared/management/configs.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { cleanAmount, RequestError, toast, toastError } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Form } from '../ui/form.tsx'
import { commonTexts, Overlay, TextField } from '../ui/index.ts'
import { ApprovalsIfAny, useApprovals } from './approvals.tsx'
import { Disclosure } from './disclosure.tsx'
import { feesAndLimitsTexts } from './fees-and-limits-texts.ts'
import { groupBy } from './group-by.ts'
import { capitalise } from './labels.ts'
import { menuTexts } from './menu-texts.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { SaveBar, UnsavedNote } from './save-bar.tsx'
import { Table } from './table.tsx'
import { managementTexts } from './texts.ts'

/** Service charges, cashback, referral bonus, minimum deposit and limits, with their change history. */
export default function FeesAndLimits(page: ManagementPage) {
  const query = useQuery(getFeesAndLimits)
  const history = useQuery(getConfigHistory)
  const approvals = useApprovals('limit_change')
  const reload = () => {
    query.reload()
    history.reload()
  }
  return (
    <PageLayout {...page} path="/management/figures" title={menuTexts.feesAndLimits()}>
      <QueryContent query={query}>
        {({ fees_and_limits: settings, version }) => (
          <FeesAndLimitsForm
            settings={settings}
            version={version}
            onReload={() => {
              reload()
              approvals.reload()
            }}
          />
        )}
      </QueryContent>
      <ApprovalsIfAny query={approvals} caption={feesAndLimitsTexts.approvals()} onDecided={reload} />
      <section className="card stack" aria-labelledby="history" hidden={query.data === null}>
        <h2 id="history">{feesAndLimitsTexts.historyTitle()}</h2>
        <QueryContent query={history} loadingText={feesAndLimitsTexts.loadingHistory()}>
          {({ list }) => (
            <Table
              caption={feesAndLimitsTexts.historyCaption()}
              rows={list}
              keyOf={(change) => change.id}
              emptyText={feesAndLimitsTexts.emptyHistory()}
              columns={[
                { header: commonTexts.date(), narrow: [4, 'line'], timeOf: (change) => change.at },
                {
                  header: feesAndLimitsTexts.setting(),
                  narrow: [1, 'line'],
                  renderCell: (change) => capitalise(change.label),
                },
                { header: feesAndLimitsTexts.oldValue(), renderCell: (change) => change.old },
                { header: feesAndLimitsTexts.newValue(), renderCell: (change) => change.new },
                { header: managementTexts.author(), renderCell: (change) => change.changed_by },
              ]}
            />
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}

const numbers = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 })
const valueText = ({ value }: FeeOrLimit): string => (value === null ? '' : numbers.format(value))
const isSameNumber = (one: string, other: string): boolean =>
  cleanAmount(one).trim() === cleanAmount(other).trim()
const unitSymbols = { naira: '₦', percent: '%', count: '' } as const

function labelOf({ label: setting, unit: code }: FeeOrLimit): string {
  const unit = unitSymbols[code]
  return unit ? feesAndLimitsTexts.settingWithUnit({ setting, unit }) : setting
}

const hintOf = ({ min, max, built_in_value: value }: FeeOrLimit): string =>
  value === null
    ? feesAndLimitsTexts.rangeHint({ min, max })
    : feesAndLimitsTexts.builtInHint({ min, max, value })

/** The value that applies while the field is empty. */
function placeholderOf({
  value,
  built_in_value: builtIn,
  requires_approval,
}: FeeOrLimit): string | undefined {
  if (builtIn !== null) return numbers.format(builtIn)
  return value === null && requires_approval ? feesAndLimitsTexts.noLimit() : undefined
}

interface FeesAndLimitsFormProps {
  settings: readonly FeeOrLimit[]
  version: string
  onReload: () => void
}

/**
 * The settings with the manager's edits. When another manager saved first, the edits stay in the form, which loads the
 * new values and names those that the other manager changed.
 */
function FeesAndLimitsForm({ settings, version, onReload }: FeesAndLimitsFormProps) {
  const [inputValues, setInputValues] = useState<Record<string, string>>({})
  /** The values before another manager saved. */
  const [replacedValues, setReplacedValues] = useState<Record<string, string>>({})
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(updateFeesAndLimits, { onError })
  const changedSettings = settings.filter(
    (setting) => !isSameNumber(inputValues[setting.name] ?? valueText(setting), valueText(setting)),
  )

  async function save(pin?: string) {
    setIsPinOpen(false)
    const changes = Object.fromEntries(
      changedSettings.map(({ name }) => [
        name,
        inputValues[name]?.trim() ? Number(cleanAmount(inputValues[name])) : null,
      ]),
    )
    if (Object.values(changes).some(Number.isNaN)) return toast.error(feesAndLimitsTexts.numbersOnly())
    if (!pin && changedSettings.some((setting) => setting.requires_approval)) return setIsPinOpen(true)
    const envelope = await send({ version, body: { changes, ...(pin && { auth_pin: pin }) }, quiet: true })
    if (!envelope) return
    toast.success(envelope.message)
    discard()
    onReload()
  }

  function onError(error: unknown) {
    if (!(error instanceof RequestError && error.code === 'CONFIGS_CHANGED')) return toastError(error, true)
    setReplacedValues(Object.fromEntries(settings.map((setting) => [setting.name, valueText(setting)])))
    toast.info(feesAndLimitsTexts.changedMeanwhile())
    onReload()
  }

  function discard() {
    setInputValues({})
    setReplacedValues({})
  }

  function changeNoteOf(setting: FeeOrLimit): string | null {
    const before = replacedValues[setting.name]
    if (before === undefined || before === valueText(setting)) return null
    return changedSettings.includes(setting)
      ? feesAndLimitsTexts.conflict({ value: valueText(setting) || feesAndLimitsTexts.noValue() })
      : feesAndLimitsTexts.changedByOther({ value: before || feesAndLimitsTexts.noValue() })
  }

  return (
    <>
      <Form className="stack" aria-busy={isBusy} onSubmit={() => save()}>
        {groupBy(settings, (setting) => setting.group).map(([group, groupSettings]) => (
          <Disclosure
            key={group}
            title={group}
            note={feesAndLimitsTexts.count({ count: groupSettings.length })}
          >
            <div className="columns three even">
              {groupSettings.map((setting) => (
                <TextField
                  key={setting.name}
                  name={setting.name}
                  label={labelOf(setting)}
                  hint={
                    <>
                      {hintOf(setting)} {changeNoteOf(setting)}
                      {changedSettings.includes(setting) && <UnsavedNote />}
                    </>
                  }
                  placeholder={placeholderOf(setting)}
                  inputMode="decimal"
                  autoComplete="off"
                  value={inputValues[setting.name] ?? valueText(setting)}
                  onValueChange={(value) =>
                    setInputValues((previous) => ({ ...previous, [setting.name]: value }))
                  }
                />
              ))}
            </div>
          </Disclosure>
        ))}
        <SaveBar
          changes={changedSettings.length}
          saveText={feesAndLimitsTexts.save()}
          isBusy={isBusy}
          onDiscard={discard}
        />
      </Form>
      {isBusy && <Overlay text={managementTexts.processing()} />}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={save} />}
    </>
  )
}
