import { type ReactNode, useState } from 'react'
import { printReceiptPage } from '../../shared/pages.ts'
import { type PowerOrder, powerOrder } from '../../shared/power.ts'
import { request } from '../lib/index.ts'
import type { PowerSuccessPage } from '../pages.ts'
import { DeliveredOrderPage } from '../purchase/success.tsx'
import {
  Button,
  ChatIcon,
  DownloadIcon,
  MailIcon,
  Overlay,
  PrintIcon,
  ShareIcon,
  StatusDisplay,
} from '../ui/index.ts'
import { shareByDevice } from './native-share.ts'
import { ReceiptRows } from './receipt.tsx'
import { powerReceiptTexts } from './receipt-texts.ts'
import { mailtoUrl, shareText, whatsappUrl } from './share.ts'
import { powerTexts } from './texts.ts'
import { TokenList } from './token-list.tsx'
import { orderTokensOf } from './tokens.ts'
import { useReceipt } from './use-receipt.ts'

/** A delivered order: the token, the receipt, and ways to download or share it. */
export default function PowerSuccess(page: PowerSuccessPage) {
  return (
    <DeliveredOrderPage
      service="power"
      page={page}
      fetchOrder={readOrder}
      newOrderLabel={powerTexts.formTitle}
    >
      {(order) => <Delivered {...page} order={order} />}
    </DeliveredOrderPage>
  )
}

const readOrder = async (reference: string, accessToken: string) => {
  const params = { accessToken, serviceId: reference }
  return (await request(powerOrder, { params, quiet: true }))?.data ?? null
}

function Delivered({ order, accessToken, brandName, appUrl }: PowerSuccessPage & { order: PowerOrder }) {
  const hasToken = orderTokensOf(order).length > 0
  return (
    <>
      <section className="card stack">
        <StatusDisplay
          kind="success"
          title={hasToken ? powerReceiptTexts.tokenTitle() : powerReceiptTexts.billPaidTitle()}
          level={1}
        >
          {!hasToken && <p>{powerReceiptTexts.noToken({ company: order.disco.name })}</p>}
        </StatusDisplay>
        <TokenList order={order} />
        <ReceiptRows order={order} />
      </section>
      <Actions order={order} second={accessToken} text={shareText(order, `${brandName} ${appUrl}`)} />
    </>
  )
}

function Actions({ order, second: accessToken, text }: { order: PowerOrder; second: string; text: string }) {
  const receipt = useReceipt(order, accessToken)
  const [isSharing, setIsSharing] = useState(false)

  async function share() {
    setIsSharing(true)
    await shareByDevice(text)
    setIsSharing(false)
  }

  return (
    <section className="card grid gap-3 sm:grid-cols-2 no-print" aria-label={powerReceiptTexts.actions()}>
      {receipt.address ? (
        <a className="btn btn-plain" href={receipt.address} download>
          <DownloadIcon />
          {powerReceiptTexts.download()}
        </a>
      ) : (
        <Button kind="plain" busy={receipt.isLoading} onClick={receipt.download}>
          <DownloadIcon />
          {powerReceiptTexts.download()}
        </Button>
      )}
      <LinkButton href={printReceiptPage(order.reference)}>
        <PrintIcon />
        {powerReceiptTexts.print()}
      </LinkButton>
      <LinkButton href={whatsappUrl(text)}>
        <ChatIcon />
        {powerReceiptTexts.shareOnWhatsapp()}
      </LinkButton>
      {order.customer_email_address && (
        <LinkButton href={mailtoUrl(order.customer_email_address, text)}>
          <MailIcon />
          {powerReceiptTexts.shareByEmail()}
        </LinkButton>
      )}
      <Button kind="plain" className="script-only" busy={isSharing} onClick={share}>
        <ShareIcon />
        {powerReceiptTexts.share()}
      </Button>
      {receipt.isLoading && <Overlay text={powerReceiptTexts.downloading()} />}
    </section>
  )
}

/** Opens in a new tab, so that the token stays visible. */
const LinkButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="btn btn-plain" href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
