import { useState } from 'react'
import { addUserNote, getUserNotes } from '../../shared/management/user-records.ts'
import { useInfiniteQuery } from '../account/use-infinite-query.ts'
import { useMutation } from '../account/use-mutation.ts'
import { toast } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Form } from '../ui/form.tsx'
import { Button, renderParts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { LoadMore } from './load-more.tsx'
import { QueryContent } from './page-layout.tsx'
import { managedUserPageTexts } from './user-texts.ts'

/** Managers' notes about a user, and the form of a new one. */
export function UserNotes({ uniqueid }: { uniqueid: string }) {
  const params = { uniqueid }
  const notes = useInfiniteQuery(getUserNotes, { params })
  const { isBusy, send } = useMutation(addUserNote)
  const [text, setText] = useState('')

  async function submit() {
    if (text.trim() === '') return
    const envelope = await send({ params, body: { text } })
    if (!envelope) return
    toast.success(envelope.message)
    setText('')
    notes.reload()
  }

  return (
    <>
      <Form onSubmit={submit}>
        <TextArea
          name="text"
          label={managedUserPageTexts.newNote()}
          hint={managedUserPageTexts.newNoteHint()}
          rows={3}
          maxLength={2_000}
          value={text}
          onValueChange={setText}
        />
        <Button type="submit" busy={isBusy} disabled={text.trim() === ''}>
          {managedUserPageTexts.addNote()}
        </Button>
      </Form>
      <QueryContent query={notes}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className="empty">{managedUserPageTexts.noNotes()}</p>}
            <ul>
              {list.map((note) => (
                <li key={note.id} className="list-row">
                  <span>
                    <span className="prose">{note.text}</span>
                    <small>
                      {renderParts(
                        managedUserPageTexts.noteBy({
                          author: note.author,
                          time: () => <DateTime value={note.at} />,
                        }),
                      )}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
            <LoadMore query={notes} />
          </>
        )}
      </QueryContent>
    </>
  )
}
