import { Lazy } from '../lib/lazy.tsx'
import type { SuccessPage } from '../pages.ts'
import { DetailsList, StatusDisplay } from '../ui/index.ts'
import { BrandMark } from './brand-mark.tsx'
import { BuyAgain } from './buy-again.tsx'
import { CodeCard } from './code-card.tsx'
import { Logo } from './logo.tsx'
import { pdfReceiptFile, type ReceiptText, receiptShareText } from './receipt.ts'
import { MainActions, MoreActions } from './receipt-actions.tsx'
import { ReceiptMerchant } from './receipt-merchant.tsx'
import type { Code, DeliveredOrderFields, SuccessDefinition } from './success-definition.ts'
import { successTexts } from './success-texts.ts'

interface DeliveredOrderProps<O extends DeliveredOrderFields> {
  page: SuccessPage<O>
  definition: SuccessDefinition<O>
  order: O
}

const loadStoredReceiptCard = () => import('./stored-receipt-card.tsx')
const pushSwitch = () => import('./push-switch.tsx')

/** The result with its main actions, then the receipt. On paper, the receipt alone. */
export function DeliveredOrder<O extends DeliveredOrderFields>({
  page,
  definition,
  order,
}: DeliveredOrderProps<O>) {
  const { reference, accessToken, brandName, appUrl } = page
  const codes = definition.codes?.(order) ?? []
  const biller = definition.biller(order)
  const receipt: ReceiptText = {
    title: definition.title(order),
    biller: biller.name,
    codes: codes.map(({ label, code, displayText = code }) => ({ label, code: displayText })),
    rows: definition.rows(order),
  }
  const signature = `${brandName} ${appUrl}`
  const text = definition.shareText?.(order, signature) ?? receiptShareText(receipt, signature)
  const number = definition.recipientNumber(order)
  const file = definition.receiptFile?.(order, accessToken) ?? pdfReceiptFile(reference, accessToken, number)
  const lead = definition.introduction?.(order)
  const hint = definition.hint?.(order)
  return (
    <>
      <section className="card stack">
        <p className="card-head print-only">
          <BrandMark />
          <strong>{successTexts.receiptOf({ brand: brandName })}</strong>
        </p>
        <div className="result">
          <StatusDisplay kind="success" title={receipt.title} level={1} />
        </div>
        {lead && <p>{lead}</p>}
        {definition.CodesComponent ? (
          <definition.CodesComponent order={order} />
        ) : (
          <CodeList codes={codes.filter(({ isSecondary }) => !isSecondary)} />
        )}
        <MainActions
          text={text}
          hasCodes={codes.length > 0}
          file={file}
          buyAgain={
            <BuyAgain
              service={definition.service}
              reference={reference}
              accessToken={accessToken}
              csrf={page.csrf}
              canRepeat={page.status !== null}
            />
          }
        />
        <CodeList codes={codes.filter(({ isSecondary }) => isSecondary)} isLabelled />
        {hint && <p className="field-hint">{hint}</p>}
      </section>
      <section className="card stack" aria-label={successTexts.receiptOf({ brand: brandName })}>
        <div className="card-head">
          <Logo src={biller.logo} />
          <p>
            <strong>{biller.name}</strong>
          </p>
        </div>
        <DetailsList items={receipt.rows} />
        <ReceiptMerchant {...page} />
        <MoreActions
          text={text}
          receipt={receipt}
          merchant={page}
          pictureName={`${number}-${reference}-receipt.png`}
          email={order.customer_email_address}
          printPageUrl={definition.printPageUrl?.(order, accessToken) ?? null}
          shareTexts={definition.shareTexts}
        />
      </section>
      <Lazy load={loadStoredReceiptCard} props={{ reference, receipt, signedIn: page.signedIn }} />
      {page.status && <Lazy load={pushSwitch} props={{ isOffered: true }} />}
    </>
  )
}

/** `isLabelled`: a heading above each code. Default: only when there are several. */
const CodeList = ({
  codes,
  isLabelled = codes.length > 1,
}: {
  codes: readonly Code[]
  isLabelled?: boolean
}) =>
  codes.length > 0 && (
    <ul className="stack">
      {codes.map(({ label, code, displayText, copyTexts }) => (
        <li key={`${label}${code}`} className="stack">
          {isLabelled && <h2>{label}</h2>}
          <CodeCard
            label={label}
            code={code}
            {...(displayText && { displayText })}
            {...(copyTexts && { copyTexts })}
            isLabelled={isLabelled}
          />
        </li>
      ))}
    </ul>
  )
