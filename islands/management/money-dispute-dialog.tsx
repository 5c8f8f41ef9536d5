import { useState } from 'react'
import {
  type disputeDecisions,
  getDisputes,
  type ManagedDispute,
  maxEvidenceBytes,
  sendDisputeResponse,
} from '../../shared/management/money.ts'
import { useMutation } from '../account/use-mutation.ts'
import { clearKey, formatMoney, toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { commonTexts, DetailsList } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { FileChoice } from './file-choice.tsx'
import { displayName } from './labels.ts'
import { moneyTexts } from './money-texts.ts'
import { Select } from './select.tsx'
import { shortenReference } from './short-reference.tsx'

type Decision = (typeof disputeDecisions)[number]

/** Accepts a dispute, or contests it with evidence; both need a reason and the PIN. */
export function DisputeDialog({ dispute, onClose }: { dispute: ManagedDispute; onClose: () => void }) {
  const [decision, setDecision] = useState<Decision>('contest')
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const response = useMutation(sendDisputeResponse, { reloads: [getDisputes] })
  const key = `management:dispute:${dispute.id}`
  const isComplete = reason.trim() !== '' && (decision === 'accept' || file !== null)

  async function submitWithPin(auth_pin: string) {
    const envelope = await response.send({
      params: { id: dispute.id },
      key,
      body: { auth_pin, decision, reason },
      ...(file && { file }),
    })
    if (!envelope?.data) return
    clearKey(key)
    const hasFailed = envelope.data.state === 'failed' || envelope.data.state === 'unknown'
    if (hasFailed) toast.error(envelope.message)
    else toast.success(envelope.message)
    onClose()
  }

  return (
    <ActionDialog
      title={moneyTexts.respondTitle()}
      submitText={moneyTexts.sendResponse()}
      isComplete={isComplete}
      isBusy={response.isBusy}
      onClose={onClose}
      onVerified={submitWithPin}
    >
      <DisputeDetails dispute={dispute} />
      <Select
        label={moneyTexts.decision()}
        name="decision"
        value={decision}
        choices={[
          ['contest', moneyTexts.contest()],
          ...(dispute.acceptance_requested_by === null ? ([['accept', moneyTexts.accept()]] as const) : []),
        ]}
        onValueChange={(value) => setDecision(value === 'accept' ? 'accept' : 'contest')}
      />
      <p className="field-hint">
        {decision === 'accept'
          ? moneyTexts.acceptHint({ amount: formatMoney(dispute.amount) })
          : moneyTexts.contestHint()}
      </p>
      <FileChoice
        label={decision === 'accept' ? moneyTexts.optionalEvidence() : moneyTexts.evidence()}
        maxBytes={maxEvidenceBytes}
        accept=".pdf,.png,.jpg,.jpeg"
        file={file}
        onFile={setFile}
      />
      <TextArea
        name="reason"
        label={moneyTexts.reasonToGateway()}
        required
        rows={3}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onValueChange={setReason}
      />
    </ActionDialog>
  )
}

/** The payment in dispute: the dialog covers the row that it was opened from. */
const DisputeDetails = ({ dispute }: { dispute: ManagedDispute }) => (
  <DetailsList
    items={[
      {
        label: moneyTexts.payment(),
        value: dispute.order_reference ?? shortenReference(dispute.payment_reference),
      },
      { label: commonTexts.amount(), value: formatMoney(dispute.amount) },
      { label: moneyTexts.gateway(), value: displayName(dispute.gateway) },
      ...(dispute.evidence_due_at
        ? [{ label: moneyTexts.deadline(), value: <DateTime value={dispute.evidence_due_at} /> }]
        : []),
    ]}
  />
)
