import { useState } from 'react'
import {
  configHistory,
  type FeeOrLimit,
  getFeesAndLimits,
  updateFeesAndLimits,
} from '../../shared/management/configs.ts'
import { useMutation } from '../account/use-mutation.ts'
import { useQuery } from '../account/use-query.ts'
import { cleanAmount, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, Overlay, TextField } from '../ui/index.ts'
import { Approvals, useApprovals } from './approvals.tsx'
import { groupBy } from './group-by.ts'
import { capitalise } from './labels.ts'
import { PageLayout, QueryContent } from './page-layout.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { Table } from './table.tsx'

/** Service charges, cashback, referral bonus, minimum deposit and limits, with their change history. */
export default function FeesAndLimits(page: ManagementPage) {
  const query = useQuery(getFeesAndLimits)
  const history = useQuery(configHistory)
  const approvals = useApprovals('limit_change')
  const reload = () => {
    query.reload()
    history.reload()
  }
  return (
    <PageLayout {...page} path="/management/figures" title="Fees & limits">
      <QueryContent query={query} loadingText="Loading…">
        {({ fees_and_limits: settings, version }) => (
          <FeesAndLimitsForm
            key={version}
            settings={settings}
            version={version}
            onSaved={() => {
              reload()
              approvals.reload()
            }}
          />
        )}
      </QueryContent>
      {approvals.data !== null && approvals.data.length > 0 && (
        <Approvals
          query={approvals}
          caption="Changes of limits that a second manager decides"
          onDecided={reload}
        />
      )}
      <section className="card stack" aria-labelledby="history">
        <h2 id="history">History</h2>
        <QueryContent query={history} loadingText="Loading the history...">
          {({ list }) => (
            <Table
              caption="Changed settings"
              rows={list}
              keyOf={(change) => change.id}
              empty="No changes yet"
              columns={[
                { head: 'Date', cell: (change) => <DateTime value={change.at} /> },
                { head: 'Setting', cell: (change) => capitalise(change.label) },
                { head: 'Was', cell: (change) => change.old },
                { head: 'Is', cell: (change) => change.new },
                { head: 'By', cell: (change) => change.changed_by },
              ]}
            />
          )}
        </QueryContent>
      </section>
    </PageLayout>
  )
}

const valueText = ({ value }: FeeOrLimit): string => (value === null ? '' : String(value))
const units = { naira: '₦', percent: '%', count: '' } as const

interface FeesAndLimitsFormProps {
  settings: readonly FeeOrLimit[]
  version: string
  onSaved: () => void
}

function FeesAndLimitsForm({ settings, version, onSaved }: FeesAndLimitsFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [isPinOpen, setIsPinOpen] = useState(false)
  const { isBusy, send } = useMutation(updateFeesAndLimits)
  const changed = settings.filter(
    (setting) => typed[setting.name] !== undefined && typed[setting.name] !== valueText(setting),
  )

  async function save(pin?: string) {
    setIsPinOpen(false)
    const changes = Object.fromEntries(
      changed.map(({ name }) => [name, typed[name]?.trim() ? Number(cleanAmount(typed[name])) : null]),
    )
    if (Object.values(changes).some(Number.isNaN)) return toast.error('Please enter numbers only.')
    if (!pin && changed.some((setting) => setting.requires_approval)) return setIsPinOpen(true)
    const envelope = await send({ version, body: { changes, ...(pin && { auth_pin: pin }) } })
    if (!envelope) return
    toast.success(envelope.message)
    setTyped({})
    onSaved()
  }

  return (
    <>
      <form
        className="stack"
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {groupBy(settings, (setting) => setting.group).map(([group, groupSettings]) => (
          <section key={group} className="card stack" aria-label={group}>
            <h2>{group}</h2>
            <div className="columns three even">
              {groupSettings.map((setting) => (
                <TextField
                  key={setting.name}
                  name={setting.name}
                  label={`${setting.label}${units[setting.unit] && ` (${units[setting.unit]})`}`}
                  hint={`From ${setting.min.toLocaleString('en')} to ${setting.max.toLocaleString('en')}.`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={typed[setting.name] ?? valueText(setting)}
                  onValue={(value) => setTyped((previous) => ({ ...previous, [setting.name]: value }))}
                />
              ))}
            </div>
          </section>
        ))}
        {changed.length > 0 && (
          <div className="row save-bar">
            <Button type="submit" busy={isBusy}>
              Save changes
            </Button>
            <Button kind="plain" disabled={isBusy} onClick={() => setTyped({})}>
              Discard changes
            </Button>
          </div>
        )}
      </form>
      {isBusy && <Overlay text="Processing, please wait..." />}
      {isPinOpen && <PinDialog onClose={() => setIsPinOpen(false)} onVerified={save} />}
    </>
  )
}
