import { useState } from 'react'
import { reconciliation, resolveDifference } from '../../shared/operations.ts'
import { formatMoney, toast } from '../lib/index.ts'
import type { ManagementPage } from '../pages.ts'
import { Moment } from '../purchase/moment.tsx'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { PinDialog } from './pin-dialog.tsx'
import { Loaded, Screen } from './screen.tsx'
import { Table } from './table.tsx'
import { useAsk } from './use-ask.ts'
import { useSend } from './use-send.ts'

const sum = (naira: number | null) => (naira === null ? 'unknown' : formatMoney(naira))

/** Where our books and the counterparties differ, how old each difference is, and the figure of each day. */
export default function Reconciliation(page: ManagementPage) {
  const asked = useAsk(reconciliation)
  const [open, setOpen] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [asksPin, setAsksPin] = useState(false)
  const { isBusy, send } = useSend(resolveDifference)

  async function resolve(auth_pin: string) {
    setAsksPin(false)
    if (!open || !(await send({ params: { id: open }, body: { auth_pin, reason } }))) return
    toast.success('Explained.')
    setOpen(null)
    setReason('')
    asked.again()
  }

  return (
    <Screen {...page} path="/management/reconciliation" title="Reconciliation">
      <Loaded asked={asked} wait="Loading the differences...">
        {({ list, figures }) => (
          <div className="stack">
            <section className="card stack" aria-labelledby="differences">
              <h2 id="differences">Differences</h2>
              <Table
                caption="Differences between our books and theirs"
                rows={list}
                keyOf={(it) => it.id}
                empty="Our books and theirs agree."
                columns={[
                  { head: 'What', cell: (it) => `${it.kind} ${it.subject}` },
                  { head: 'Ours', isNumber: true, cell: (it) => sum(it.ours) },
                  { head: 'Theirs', isNumber: true, cell: (it) => sum(it.theirs) },
                  { head: 'Note', cell: (it) => it.note ?? '' },
                  { head: 'Since', cell: (it) => <Moment at={it.since} /> },
                  { head: 'Age', isNumber: true, cell: (it) => `${Math.round(it.age_hours)} h` },
                  { head: 'Owner', cell: (it) => it.owner },
                  {
                    head: 'Explanation',
                    cell: (it) =>
                      it.resolution ?? (
                        <Button kind="plain" onClick={() => setOpen(it.id)}>
                          Explain
                        </Button>
                      ),
                  },
                ]}
              />
            </section>
            <section className="card stack" aria-labelledby="figures">
              <h2 id="figures">By day</h2>
              <Table
                caption="Daily figures"
                rows={figures}
                keyOf={(it) => it.day}
                empty="No day was closed yet."
                columns={[
                  { head: 'Day', cell: (it) => it.day },
                  { head: 'Moved', isNumber: true, cell: (it) => formatMoney(it.moved) },
                  {
                    head: 'Explained',
                    isNumber: true,
                    cell: (it) => (it.explained_percent === null ? '' : `${it.explained_percent} %`),
                  },
                  { head: 'Unknown over 30 min', isNumber: true, cell: (it) => it.unknowns },
                  { head: 'Delivered twice', isNumber: true, cell: (it) => it.double_vends },
                  { head: 'Open differences', isNumber: true, cell: (it) => it.open_differences },
                ]}
              />
            </section>
          </div>
        )}
      </Loaded>
      {open && (
        <Dialog title="Explain a difference" onClose={() => setOpen(null)} locked={isBusy}>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault()
              if (reason.trim()) setAsksPin(true)
            }}
          >
            <TextField name="reason" label="Explanation" maxLength={300} value={reason} onValue={setReason} />
            <Button type="submit" busy={isBusy} disabled={reason.trim() === ''}>
              Explain
            </Button>
          </form>
        </Dialog>
      )}
      {asksPin && <PinDialog onClose={() => setAsksPin(false)} onVerified={resolve} />}
    </Screen>
  )
}
