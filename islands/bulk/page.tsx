import { type FormEvent, useState } from 'react'
import { type BulkPurchase, bulkColumns, bulkLimits } from '../../shared/bulk.ts'
import { bulkFileStatuses } from '../../shared/statuses.ts'
import { AccountHead } from '../account/account-head.tsx'
import { formatFileSize, formatMoney } from '../lib/index.ts'
import { useEarlyFile } from '../lib/use-early-file.ts'
import type { BulkPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Button, commonTexts, EmptyState, Overlay, renderParts } from '../ui/index.ts'
import { BulkFile } from './file.tsx'
import { bulkTexts } from './texts.ts'
import { type BulkController, useBulk } from './use-bulk.ts'

const fileInputId = 'bulk-file'

/** Opens the browser's file chooser. */
function chooseFile(): void {
  const input = document.getElementById(fileInputId)
  input?.focus()
  input?.click()
}

/** Bulk purchases by CSV upload, for company accounts. */
export default function BulkPurchases(page: BulkPage) {
  const { profile, files } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{bulkTexts.title()}</h1>
      {profile && !profile.is_company ? (
        <p className="note">{bulkTexts.companiesOnly()}</p>
      ) : (
        files && <Files files={files} />
      )}
    </div>
  )
}

function Files({ files }: { files: BulkPurchase[] }) {
  const bulk = useBulk(files)
  return (
    <>
      <Upload bulk={bulk} />
      {bulk.openFile && <BulkFile file={bulk.openFile} bulk={bulk} />}
      <section className="card stack" aria-labelledby="files">
        <h2 id="files">{bulkTexts.filesTitle()}</h2>
        {bulk.bulkFiles.length === 0 ? (
          <EmptyState drawing="file" text={commonTexts.noData()}>
            <Button className="script-only" onClick={chooseFile}>
              {bulkTexts.uploadTitle()}
            </Button>
          </EmptyState>
        ) : (
          <ul>
            {bulk.bulkFiles.map((file) => (
              <li key={file.id} className="list-row">
                <span>
                  {file.file_name}
                  <small>
                    {renderParts(
                      bulkTexts.fileSummary({
                        time: () => <DateTime value={file.created_at} />,
                        status: bulkFileStatuses[file.state].label,
                        amount: formatMoney(file.total_amount),
                      }),
                    )}
                  </small>
                </span>
                <Button
                  kind="quiet"
                  className="script-only"
                  aria-label={bulkTexts.viewFile({ file: file.file_name })}
                  onClick={() => void bulk.show(file.id)}
                >
                  {bulkTexts.view()}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {bulk.operation === 'checking' && <Overlay text={bulkTexts.checkingFile()} />}
      {bulk.operation === 'starting' && <Overlay text={bulkTexts.starting()} />}
    </>
  )
}

function Upload({ bulk }: { bulk: BulkController }) {
  const [file, setFile] = useState<File | null>(null)
  const input = useEarlyFile(setFile)
  const isTooLarge = file !== null && file.size > bulkLimits.bytes
  const uploadError = bulk.failure?.operation === 'checking' ? bulk.failure.text : null
  const error = isTooLarge ? bulkTexts.fileTooLarge({ size: formatFileSize(bulkLimits.bytes) }) : uploadError

  function submit(event: FormEvent) {
    event.preventDefault()
    if (file && !isTooLarge) void bulk.check(file)
  }

  return (
    <section className="card stack script-only" aria-labelledby="upload">
      <h2 id="upload">{bulkTexts.uploadTitle()}</h2>
      <p>
        {bulkTexts.uploadIntroduction({
          rows: bulkLimits.rows.toLocaleString('en-NG'),
          columns: bulkColumns.join(', '),
        })}
      </p>
      <div className="row">
        <Button kind="plain" busy={bulk.operation === 'saving'} onClick={() => void bulk.saveTemplate()}>
          {bulkTexts.downloadTemplate()}
        </Button>
        <Button kind="plain" busy={bulk.operation === 'saving'} onClick={() => void bulk.savePlans()}>
          {bulkTexts.downloadPlans()}
        </Button>
      </div>
      <form className="form" noValidate onSubmit={submit}>
        <div className="field">
          <label className="field-label" htmlFor={fileInputId}>
            {bulkTexts.file()}
          </label>
          <input
            ref={input}
            id={fileInputId}
            type="file"
            accept=".csv,text/csv"
            className="field-input"
            aria-invalid={error ? true : undefined}
            aria-describedby="bulk-file-error"
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
          <p className="field-error file-error" id="bulk-file-error" role="alert">
            {error}
          </p>
        </div>
        <Button type="submit" busy={bulk.operation === 'checking'} disabled={!file || isTooLarge}>
          {bulkTexts.checkFile()}
        </Button>
      </form>
    </section>
  )
}
