import { useState } from 'react'
import type { DataOf } from '../../../shared/contract.ts'
import { addOrderNote } from '../../../shared/management/order-actions.ts'
import { useMutation } from '../../account/use-mutation.ts'
import { clearKey, toast } from '../../lib/index.ts'
import { DateTime } from '../../purchase/date-time.tsx'
import { Form } from '../../ui/form.tsx'
import { Button, renderParts } from '../../ui/index.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { orderActionsTexts } from './texts.ts'

interface OrderNotesProps {
  reference: string
  notes: readonly DataOf<typeof addOrderNote>[]
  onDone: () => void
}

/** Notes of managers on an order, with a field for the next one. */
export function OrderNotes({ reference, notes, onDone }: OrderNotesProps) {
  const [text, setText] = useState('')
  const { isBusy, send } = useMutation(addOrderNote)
  const key = `management:note:${reference}`

  async function submit() {
    if (text.trim() === '') return
    const envelope = await send({ params: { reference }, key, body: { text } })
    if (!envelope) return
    clearKey(key)
    toast.success(envelope.message)
    setText('')
    onDone()
  }

  return (
    <section className="card stack" aria-labelledby="notes">
      <h2 id="notes">{orderActionsTexts.notes()}</h2>
      {notes.length === 0 ? (
        <p className="field-hint">{orderActionsTexts.noNotes()}</p>
      ) : (
        <ol className="timeline">
          {notes.map(({ at, author, text: noteText }) => (
            <li key={`${at} ${noteText}`}>
              <p className="prose">{noteText}</p>
              <small>
                {renderParts(orderActionsTexts.noteBy({ author, time: () => <DateTime value={at} /> }))}
              </small>
            </li>
          ))}
        </ol>
      )}
      <Form onSubmit={submit}>
        <TextArea
          label={orderActionsTexts.newNote()}
          hint={orderActionsTexts.newNoteHint()}
          rows={2}
          maxLength={1_000}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit" kind="plain" busy={isBusy} disabled={text.trim() === ''}>
          {orderActionsTexts.addNote()}
        </Button>
      </Form>
    </section>
  )
}
