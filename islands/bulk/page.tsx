import { useState } from 'react'
import { type BulkPurchase, bulkColumns, bulkLimits } from '../../shared/bulk.ts'
import { beneficiariesPath } from '../../shared/pages.ts'
import { bulkPurchaseStatuses } from '../../shared/statuses.ts'
import { AccountHead } from '../account/account-head.tsx'
import { formatFileSize, formatMoney } from '../lib/index.ts'
import { useEarlyFile } from '../lib/use-early-file.ts'
import type { BulkPurchasesPage } from '../pages.ts'
import { DateTime } from '../purchase/date-time.tsx'
import { Form } from '../ui/form.tsx'
import { Button, commonTexts, EmptyState, Overlay, renderParts } from '../ui/index.ts'
import { OpenBulkPurchase } from './bulk-purchase.tsx'
import { bulkTexts } from './texts.ts'
import { type BulkPurchasesController, useBulkPurchases } from './use-bulk-purchases.ts'

const fileInputId = 'bulk-file'

/** Opens the browser's file chooser. */
function chooseFile(): void {
  const input = document.getElementById(fileInputId)
  input?.focus()
  input?.click()
}

/** Bulk purchases by CSV upload, for company accounts. */
export default function BulkPurchases(page: BulkPurchasesPage) {
  const { profile, files } = page
  return (
    <div className="stack">
      <AccountHead {...page} />
      <h1>{bulkTexts.title()}</h1>
      {profile && !profile.is_company ? (
        <section className="card" aria-label={bulkTexts.title()}>
          <EmptyState drawing="file" text={bulkTexts.companiesOnly()} hint={bulkTexts.companiesOnlyHint()}>
            <a className="btn btn-primary" href={beneficiariesPath}>
              {bulkTexts.buyForBeneficiary()}
            </a>
          </EmptyState>
        </section>
      ) : (
        files && <Files files={files} />
      )}
    </div>
  )
}

function Files({ files }: { files: BulkPurchase[] }) {
  const controller = useBulkPurchases(files)
  return (
    <>
      <Upload controller={controller} />
      {controller.openPurchase && (
        <OpenBulkPurchase purchase={controller.openPurchase} controller={controller} />
      )}
      <section className="card stack" aria-labelledby="files">
        <h2 id="files">{bulkTexts.filesTitle()}</h2>
        {controller.purchases.length === 0 ? (
          <EmptyState drawing="file" text={commonTexts.noData()}>
            <Button className="script-only" onClick={chooseFile}>
              {bulkTexts.uploadTitle()}
            </Button>
          </EmptyState>
        ) : (
          <ul>
            {controller.purchases.map((purchase) => (
              <li key={purchase.id} className="list-row">
                <span>
                  {purchase.file_name}
                  <small>
                    {renderParts(
                      bulkTexts.fileSummary({
                        time: () => <DateTime value={purchase.created_at} />,
                        status: bulkPurchaseStatuses[purchase.state].label,
                        amount: formatMoney(purchase.total_amount),
                      }),
                    )}
                  </small>
                </span>
                <Button
                  kind="quiet"
                  className="script-only"
                  aria-label={bulkTexts.viewFile({ file: purchase.file_name })}
                  onClick={() => void controller.show(purchase.id)}
                >
                  {bulkTexts.view()}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {controller.operation === 'checking' && <Overlay text={bulkTexts.checkingFile()} />}
      {controller.operation === 'starting' && <Overlay text={bulkTexts.starting()} />}
    </>
  )
}

function Upload({ controller }: { controller: BulkPurchasesController }) {
  const [file, setFile] = useState<File | null>(null)
  const input = useEarlyFile(setFile)
  const isTooLarge = file !== null && file.size > bulkLimits.bytes
  const uploadError = controller.failure?.operation === 'checking' ? controller.failure.text : null
  const error = isTooLarge ? bulkTexts.fileTooLarge({ size: formatFileSize(bulkLimits.bytes) }) : uploadError

  function submit() {
    if (file && !isTooLarge) void controller.check(file)
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
        <Button
          kind="plain"
          busy={controller.operation === 'saving'}
          onClick={() => void controller.saveTemplate()}
        >
          {bulkTexts.downloadTemplate()}
        </Button>
        <Button
          kind="plain"
          busy={controller.operation === 'saving'}
          onClick={() => void controller.savePlans()}
        >
          {bulkTexts.downloadPlans()}
        </Button>
      </div>
      <Form noValidate onSubmit={submit}>
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
        <Button type="submit" busy={controller.operation === 'checking'} disabled={!file || isTooLarge}>
          {bulkTexts.checkFile()}
        </Button>
      </Form>
    </section>
  )
}
