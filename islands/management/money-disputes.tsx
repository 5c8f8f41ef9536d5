import { useState } from 'react'
import { getDisputes, type ManagedDispute } from '../../shared/management/money.ts'
import { useQuery } from '../account/use-query.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, renderParts } from '../ui/index.ts'
import { displayName } from './labels.ts'
import { MissedDeadline } from './missed-deadline.tsx'
import { DisputeDialog } from './money-dispute-dialog.tsx'
import { moneyTexts } from './money-texts.ts'
import { QueryTable } from './query-table.tsx'
import { shortenReference } from './short-reference.tsx'

const stateTexts: Readonly<Record<ManagedDispute['state'], () => string>> = {
  open: moneyTexts.disputeOpen,
  won: moneyTexts.disputeWon,
  lost: moneyTexts.disputeLost,
}
type Response = NonNullable<ManagedDispute['response']>
const responseTexts: Readonly<Record<Response['state'], () => string>> = {
  requested: moneyTexts.responseUnknown,
  unknown: moneyTexts.responseUnknown,
  received: moneyTexts.responseReceived,
  failed: moneyTexts.responseFailed,
}

/** Disputes of payments, with the deadline for evidence and our response. */
export function DisputesPanel() {
  const query = useQuery(getDisputes)
  const [selected, setSelected] = useState<ManagedDispute | null>(null)
  return (
    <>
      <p className="field-hint">{moneyTexts.disputesHint()}</p>
      <QueryTable
        query={query}
        caption={moneyTexts.disputes()}
        keyOf={(row) => row.id}
        emptyText={moneyTexts.noDisputes()}
        columns={[
          {
            header: moneyTexts.payment(),
            narrow: [1, 'start'],
            isLong: true,
            renderCell: (row) => <PaymentLink dispute={row} />,
          },
          {
            header: moneyTexts.gateway(),
            narrow: [2, 'start'],
            renderCell: (row) => displayName(row.gateway),
          },
          { header: commonTexts.amount(), narrow: [1, 'end'], amountOf: (row) => row.amount },
          {
            header: commonTexts.status(),
            narrow: [2, 'end'],
            renderCell: (row) => stateTexts[row.state](),
          },
          {
            header: moneyTexts.deadline(),
            narrow: [3, 'line'],
            renderCell: (row) => <Deadline dispute={row} />,
          },
          { header: moneyTexts.response(), renderCell: (row) => <ResponseCell dispute={row} /> },
          {
            header: moneyTexts.action(),
            renderCell: (row) =>
              row.can_respond && (
                <Button
                  kind="plain"
                  aria-label={moneyTexts.respondTo({ reference: row.payment_reference })}
                  onClick={() => setSelected(row)}
                >
                  {moneyTexts.respond()}
                </Button>
              ),
          },
        ]}
      />
      {selected && <DisputeDialog dispute={selected} onClose={() => setSelected(null)} />}
    </>
  )
}

const PaymentLink = ({ dispute }: { dispute: ManagedDispute }) => (
  <a
    title={dispute.order_reference ?? dispute.payment_reference}
    href={
      dispute.order_reference
        ? `/management/transactions/${dispute.order_reference}`
        : `/management/top-ups?search=${dispute.payment_reference}`
    }
  >
    {dispute.order_reference ?? shortenReference(dispute.payment_reference)}
  </a>
)

function Deadline({ dispute: { evidence_due_at: due, overdue, state } }: { dispute: ManagedDispute }) {
  if (!due) return moneyTexts.noDeadline()
  const text = overdue || state !== 'open' ? moneyTexts.wasDue : moneyTexts.dueBy
  return (
    <span>
      {overdue && state === 'open' && <MissedDeadline dueAt={due} />}{' '}
      {renderParts(text({ time: () => <DateTime value={due} /> }))}
    </span>
  )
}

function ResponseCell({ dispute }: { dispute: ManagedDispute }) {
  const { response, acceptance_requested_by: manager } = dispute
  const acceptance = manager !== null && (
    <span>
      {renderParts(
        moneyTexts.acceptancePending({
          manager,
          link: (words) => <a href="/management/approvals?kind=dispute_acceptance">{words}</a>,
        }),
      )}
    </span>
  )
  if (!response) return acceptance || missingResponseText(dispute)
  const decision = response.decision === 'accept' ? moneyTexts.accepted() : moneyTexts.contested()
  return (
    <span className="stack">
      {acceptance}
      <span>
        {decision}: {responseTexts[response.state]()}
      </span>
      <span>{response.failure ?? response.reason}</span>
      {response.file_name && <span>{response.file_name}</span>}
      {response.state === 'failed' && hasMissedDeadline(dispute) && (
        <span>{moneyTexts.deadlinePassed()}</span>
      )}
    </span>
  )
}

const hasMissedDeadline = ({ state, overdue }: ManagedDispute) => state === 'open' && overdue

function missingResponseText(dispute: ManagedDispute): string {
  if (hasMissedDeadline(dispute)) return moneyTexts.deadlinePassed()
  return dispute.state === 'open' && !dispute.can_respond
    ? moneyTexts.noResponseEndpoint()
    : moneyTexts.noResponse()
}
