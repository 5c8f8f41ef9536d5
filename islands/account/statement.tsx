import { type FormEvent, useState } from 'react'
import { getWalletStatement } from '../../shared/wallet-statement.ts'
import { toastError } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts } from '../ui/index.ts'
import { accountDownload } from './account-request.ts'
import { DateFilter } from './filter-fields.tsx'
import { walletTexts } from './wallet-texts.ts'

/** Downloads the wallet's statement of a period as a PDF. */
export function StatementForm() {
  const [isSaving, setIsSaving] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    if (isSaving) return
    const fields = new FormData(event.currentTarget)
    const [from, to] = [String(fields.get('from') ?? ''), String(fields.get('to') ?? '')]
    setIsSaving(true)
    try {
      const file = await accountDownload(getWalletStatement, { query: { from, to } })
      if (file) saveFile(file, `statement-${from}-${to}.pdf`)
    } catch (error) {
      toastError(error)
    }
    setIsSaving(false)
  }

  return (
    <details className="script-only">
      <summary className="link">{walletTexts.statementTitle()}</summary>
      <Form name="statement" onSubmit={submit}>
        <p className="field-hint">{walletTexts.statementHint()}</p>
        <div className="field-columns">
          <DateFilter form="statement" name="from" label={commonTexts.from()} value="" required />
          <DateFilter form="statement" name="to" label={commonTexts.to()} value="" required />
        </div>
        <Button type="submit" busy={isSaving}>
          {walletTexts.downloadStatement()}
        </Button>
      </Form>
    </details>
  )
}
