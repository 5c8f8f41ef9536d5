import { useState } from 'react'
import {
  configHistory,
  type Figure,
  siteFigures,
  updateSiteFigures,
} from '../../shared/management/configs.ts'
import { cleanAmount, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, TextField } from '../ui/index.ts'
import { grouped } from './grouped.ts'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'
import { capital } from './words.ts'

/** Service charges, cashback, referral, the least deposit, limits; and who changed what. */
export default function Figures(page: ManagementPage) {
  const asked = useAsk(siteFigures)
  const history = useAsk(configHistory)
  return (
    <Screen {...page} path="/management/figures" title="Figures">
      <Loaded asked={asked} wait="Loading the figures...">
        {({ figures, version }) => (
          <FigureForm
            key={version}
            figures={figures}
            version={version}
            onSaved={() => {
              asked.again()
              history.again()
            }}
          />
        )}
      </Loaded>
      <section className="card stack" aria-labelledby="history">
        <h2 id="history">History</h2>
        <Loaded asked={history} wait="Loading the history...">
          {({ list }) => (
            <Table
              caption="Changed settings"
              rows={list}
              keyOf={(it) => it.id}
              empty="Nothing was changed yet."
              columns={[
                { head: 'When', cell: (it) => <Moment at={it.at} /> },
                { head: 'Setting', cell: (it) => capital(it.about) },
                { head: 'Was', cell: (it) => it.old },
                { head: 'Is', cell: (it) => it.new },
                { head: 'By', cell: (it) => it.by },
              ]}
            />
          )}
        </Loaded>
      </section>
    </Screen>
  )
}

const shown = ({ value }: Figure): string => (value === null ? '' : String(value))
const units = { naira: '₦', percent: '%', count: '' } as const

interface FigureFormProps {
  figures: readonly Figure[]
  version: string
  onSaved: () => void
}

function FigureForm({ figures, version, onSaved }: FigureFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const { isBusy, send } = useSend(updateSiteFigures)
  const changed = figures.filter((it) => typed[it.name] !== undefined && typed[it.name] !== shown(it))

  async function save() {
    const changes = Object.fromEntries(
      changed.map(({ name }) => [name, typed[name]?.trim() ? Number(cleanAmount(typed[name])) : null]),
    )
    if (Object.values(changes).some(Number.isNaN)) return toast.error('Please enter numbers only.')
    const envelope = await send({ body: { version, changes } })
    if (!envelope) return
    toast.success(envelope.message)
    onSaved()
  }

  return (
    <form
      className="stack"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {grouped(figures, (it) => it.group).map(([group, some]) => (
        <section key={group} className="card stack" aria-label={group}>
          <h2>{group}</h2>
          <div className="columns three even">
            {some.map((it) => (
              <TextField
                key={it.name}
                name={it.name}
                label={`${it.about}${units[it.unit] && ` (${units[it.unit]})`}`}
                hint={`From ${it.min.toLocaleString('en')} to ${it.max.toLocaleString('en')}.`}
                inputMode="decimal"
                autoComplete="off"
                value={typed[it.name] ?? shown(it)}
                onValue={(value) => setTyped((was) => ({ ...was, [it.name]: value }))}
              />
            ))}
          </div>
        </section>
      ))}
      {changed.length > 0 && (
        <div className="row save-bar">
          <Button type="submit" busy={isBusy}>
            Save figures
          </Button>
          <Button kind="plain" disabled={isBusy} onClick={() => setTyped({})}>
            Undo
          </Button>
        </div>
      )}
    </form>
  )
}
