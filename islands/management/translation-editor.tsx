import { type ReactNode, useState } from 'react'
import { languageNames, type TranslatedLanguage } from '../../shared/languages.ts'
import {
  getTranslation,
  maxTranslationLength,
  type TranslationDetails,
  updateTranslation,
} from '../../shared/management/translations.ts'
import { accountRequest } from '../account/account-request.ts'
import { useQuery } from '../account/use-query.ts'
import { RequestError, toast, toastError } from '../lib/index.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Form } from '../ui/form.tsx'
import { Button, CopyButton, Dialog, renderParts } from '../ui/index.ts'
import { TextArea } from '../ui/text-area.tsx'
import { QueryContent } from './page-layout.tsx'
import { translationsTexts } from './translations-texts.ts'

interface TranslationEditorProps {
  language: TranslatedLanguage
  id: string
  onClose: () => void
  onSaved: () => void
}

/** Dialog with one text, its translation and its history. */
export function TranslationEditor({ language, id, onClose, onSaved }: TranslationEditorProps) {
  const query = useQuery(getTranslation, { params: { language, id } })
  return (
    <Dialog
      title={translationsTexts.editorTitle({ language: languageNames[language] })}
      onClose={onClose}
      closeButtonOnly
    >
      <QueryContent query={query}>
        {(text) => (
          <>
            <EditorForm
              key={text.version}
              text={text}
              onReload={query.reload}
              onSaved={() => {
                onSaved()
                onClose()
              }}
            />
            <History text={text} />
          </>
        )}
      </QueryContent>
    </Dialog>
  )
}

interface EditorFormProps {
  text: TranslationDetails
  onReload: () => void
  onSaved: () => void
}

function EditorForm({ text, onReload, onSaved }: EditorFormProps) {
  const { language, id, version } = text
  const stored = text.translation ?? ''
  const [translation, setTranslation] = useState(stored)
  const [reviewed, setReviewed] = useState(text.state === 'reviewed')
  const [error, setError] = useState<EditorError | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit() {
    if (isBusy) return
    setIsBusy(true)
    setError(null)
    try {
      const envelope = await accountRequest(updateTranslation, {
        params: { language, id },
        body: { translation, reviewed },
        version,
        quiet: true,
      })
      if (!envelope) return
      toast.success(envelope.message)
      onSaved()
    } catch (failure) {
      const fieldError = editorErrorOf(failure)
      if (fieldError) setError(fieldError)
      else toastError(failure)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Form noValidate aria-busy={isBusy} onSubmit={submit}>
      <div className="field">
        <p className="field-label">{translationsTexts.english()}</p>
        <p className="prose">{text.english}</p>
        <p className="field-hint">{translationsTexts.textId({ id })}</p>
      </div>
      {text.outdated !== undefined && <OutdatedTranslation text={text.outdated} language={language} />}
      <TextArea
        name="translation"
        label={translationsTexts.translation()}
        hint={
          text.placeholders.length === 0
            ? translationsTexts.noPlaceholders()
            : translationsTexts.placeholders({ list: text.placeholders.join(', ') })
        }
        lang={language}
        rows={4}
        maxLength={maxTranslationLength}
        spellCheck={false}
        value={translation}
        error={error?.message}
        onValueChange={(value) => {
          setTranslation(value)
          // A review holds for the text that was read.
          setReviewed(value === stored && text.state === 'reviewed')
        }}
      />
      {error?.isOutdated && (
        <Button kind="plain" onClick={onReload}>
          {translationsTexts.reload()}
        </Button>
      )}
      <p>{reviewSentence(text)}</p>
      <label className="check">
        <input
          type="checkbox"
          name="reviewed"
          checked={reviewed}
          onChange={({ target }) => setReviewed(target.checked)}
        />{' '}
        {translationsTexts.nativeReader()}
      </label>
      <Button type="submit" className="btn-wide" busy={isBusy}>
        {translationsTexts.save()}
      </Button>
    </Form>
  )
}

/** The stored translation that does not fit the text. */
const OutdatedTranslation = ({ text, language }: { text: string; language: TranslatedLanguage }) => (
  <div className="field">
    <p className="field-label">{translationsTexts.outdated()}</p>
    <p className="prose" lang={language}>
      {text}
    </p>
    <p className="field-hint">{translationsTexts.outdatedNote()}</p>
    <CopyOutdated text={text}>{translationsTexts.copyOutdated()}</CopyOutdated>
  </div>
)

/** Copies an outdated translation, for the field of the current text. */
export const CopyOutdated = ({ text, children }: { text: string; children: ReactNode }) => (
  <CopyButton
    text={text}
    successMessage={translationsTexts.copied()}
    failureMessage={translationsTexts.notCopied()}
  >
    {children}
  </CopyButton>
)

interface EditorError {
  message: string
  /** Another manager has changed the translation since it was loaded. */
  isOutdated: boolean
}

/** The error that belongs to the translation; null for any other failure. */
function editorErrorOf(failure: unknown): EditorError | null {
  if (!(failure instanceof RequestError)) return null
  if (failure.code === 'TRANSLATION_CHANGED') return { message: failure.message, isOutdated: true }
  const [message] = failure.errors.translation ?? []
  return message === undefined ? null : { message, isOutdated: false }
}

function reviewSentence({ state, reviewer, english_changed }: TranslationDetails): string {
  if (state === 'missing') return translationsTexts.notTranslated()
  if (english_changed) return translationsTexts.englishChangedNote()
  if (state === 'waiting') return translationsTexts.waitingNote()
  return reviewer === null
    ? translationsTexts.reviewedInCatalogue()
    : translationsTexts.reviewedBy({ reviewer })
}

/** The changes of the text, newest first. */
const History = ({ text: { history, language } }: { text: TranslationDetails }) => (
  <section className="stack" aria-labelledby="translation-history">
    <h3 id="translation-history">{translationsTexts.historyTitle()}</h3>
    {history.length === 0 ? (
      <p className="empty">{translationsTexts.noHistory()}</p>
    ) : (
      <ul>
        {history.map((change) => (
          <li key={change.id} className="list-row">
            <span>
              <span className="prose block" lang={language}>
                {changeText(change)}
              </span>
              <small>
                {renderParts(
                  translationsTexts.changeBy({
                    author: change.author,
                    time: () => <DateTime value={change.at} />,
                  }),
                )}
              </small>
              {change.reviewed && change.old !== change.new && (
                <small>{translationsTexts.newReviewed()}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function changeText({ old, new: text, reviewed }: TranslationDetails['history'][number]): string {
  if (old === null) return translationsTexts.firstTranslation({ text })
  if (old !== text) return translationsTexts.changedTranslation({ old, text })
  return reviewed ? translationsTexts.reviewOnly({ text }) : translationsTexts.reviewRemoved({ text })
}
