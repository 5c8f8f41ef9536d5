import { type ReactNode, useState } from 'react'
import { printReceiptPage } from '../../shared/pages.ts'
import { type PowerOrder, powerOrder } from '../../shared/power.ts'
import { ask } from '../lib/index.ts'
import type { PowerSuccessPage } from '../pages.ts'
import { Opened } from '../purchase/success.tsx'
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
import { Receipt } from './receipt.tsx'
import { mailAddress, shareText, whatsappAddress } from './share.ts'
import { TokenList } from './token-list.tsx'
import { tokensOf } from './tokens.ts'
import { useReceipt } from './use-receipt.ts'

/** A delivered order: the token first, then the receipt and the ways to keep or share it. */
export default function PowerSuccess(page: PowerSuccessPage) {
  return (
    <Opened service="power" page={page} read={readOrder} again="Buy electricity">
      {(order) => <Delivered {...page} order={order} />}
    </Opened>
  )
}

const readOrder = async (reference: string, second: string) => {
  const params = { accessToken: second, serviceId: reference }
  return (await ask(powerOrder, { params, quiet: true }))?.data ?? null
}

function Delivered({ order, brandName, appUrl }: PowerSuccessPage & { order: PowerOrder }) {
  const hasToken = tokensOf(order).length > 0
  return (
    <>
      <section className="card stack">
        <StatusDisplay kind="success" title={hasToken ? 'Here is your token' : 'Your bill is paid'} level={1}>
          {!hasToken && (
            <p>{order.disco.name} has your payment. There is no token to enter on a postpaid meter.</p>
          )}
        </StatusDisplay>
        <TokenList order={order} />
        <Receipt order={order} />
      </section>
      <Actions order={order} text={shareText(order, `${brandName} ${appUrl}`)} />
    </>
  )
}

function Actions({ order, text }: { order: PowerOrder; text: string }) {
  const receipt = useReceipt(order)
  const [isSharing, setIsSharing] = useState(false)

  async function share() {
    setIsSharing(true)
    await shareByDevice(text)
    setIsSharing(false)
  }

  return (
    <section className="card grid gap-3 sm:grid-cols-2 no-print" aria-label="Keep or share">
      {receipt.address ? (
        <a className="btn btn-plain" href={receipt.address} download>
          <DownloadIcon />
          Download receipt
        </a>
      ) : (
        <Button kind="plain" busy={receipt.isAsking} onClick={receipt.download}>
          <DownloadIcon />
          Download receipt
        </Button>
      )}
      <LinkButton href={printReceiptPage(order.reference)}>
        <PrintIcon />
        Print receipt
      </LinkButton>
      <LinkButton href={whatsappAddress(text)}>
        <ChatIcon />
        Share on WhatsApp
      </LinkButton>
      {order.customer_email_address && (
        <LinkButton href={mailAddress(order.customer_email_address, text)}>
          <MailIcon />
          Share by e-mail
        </LinkButton>
      )}
      <Button kind="plain" className="script-only" busy={isSharing} onClick={share}>
        <ShareIcon />
        Share
      </Button>
      {receipt.isAsking && <Overlay text="Downloading your receipt, please wait..." />}
    </section>
  )
}

/** Opens beside this page, so that the token stays in sight. */
const LinkButton = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="btn btn-plain" href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
