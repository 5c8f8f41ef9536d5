import { type ReactNode, useState } from 'react'
import type { Merchant } from '../../shared/receipts.ts'
import { toast } from '../lib/index.ts'
import { retryImport } from '../lib/retry-import.ts'
import { saveFile } from '../lib/save-file.ts'
import {
  Button,
  ChatIcon,
  CopyButton,
  lineIcon,
  MailIcon,
  Overlay,
  PrintIcon,
  ShareIcon,
} from '../ui/index.ts'
import { openShareSheet, type ShareTexts } from './native-share.ts'
import { mailtoUrl, type ReceiptText, whatsappUrl } from './receipt.ts'
import { successTexts } from './success-texts.ts'
import { type ReceiptFile, useReceiptFile } from './use-receipt-file.ts'

const PictureIcon = lineIcon('M3 5h18v14H3zm0 11l5-5 4 4 3-3 6 6M15.500 8.500v.5')

interface MainActionsProps {
  /** Text to share. */
  text: string
  /** An order without a code copies the shared text. */
  hasCodes: boolean
  file: ReceiptFile
  buyAgain: ReactNode
}

/** Below the code, on the first screen of a phone: share, download, buy again. */
export function MainActions({ text, hasCodes, file, buyAgain }: MainActionsProps) {
  const receipt = useReceiptFile(file)
  return (
    <div className="receipt-actions no-print">
      {!hasCodes && (
        <CopyButton
          kind="primary"
          className="receipt-action-wide script-only"
          text={text}
          successMessage={successTexts.detailsCopied()}
          failureMessage={successTexts.detailsNotCopied()}
        >
          {successTexts.copyDetails()}
        </CopyButton>
      )}
      <LinkButton className="receipt-action-wide" href={whatsappUrl(text)}>
        <ChatIcon />
        {successTexts.shareOnWhatsapp()}
      </LinkButton>
      {receipt.linkUrl ? (
        <a className="btn btn-plain" href={receipt.linkUrl} download>
          {successTexts.downloadReceipt()}
        </a>
      ) : (
        <Button kind="plain" busy={receipt.isLoading} onClick={receipt.download}>
          {successTexts.downloadReceipt()}
        </Button>
      )}
      {buyAgain}
      {receipt.isLoading && <Overlay text={successTexts.downloading()} />}
    </div>
  )
}

interface MoreActionsProps {
  text: string
  receipt: ReceiptText
  merchant: Merchant
  /** File name of the picture. */
  pictureName: string
  /** The customer's address; null for none. */
  email: string | null
  /** Page to print; without it, this page is printed. */
  printPageUrl: string | null
  shareTexts?: ShareTexts | undefined
}

/** Folded below the receipt: picture, print, e-mail, the device's share sheet. */
export function MoreActions({
  text,
  receipt,
  merchant,
  pictureName,
  email,
  printPageUrl,
  shareTexts,
}: MoreActionsProps) {
  const [pending, setPending] = useState<'share' | 'picture' | null>(null)

  async function run(action: 'share' | 'picture', task: () => Promise<void>) {
    setPending(action)
    await task()
    setPending(null)
  }

  async function savePicture() {
    try {
      const { drawReceiptPicture } = await retryImport(() => import('./receipt-picture.ts'))
      saveFile(await drawReceiptPicture(receipt, merchant), pictureName)
      toast.success(successTexts.pictureSaved())
    } catch {
      toast.error(successTexts.pictureFailed())
    }
  }

  return (
    <details className="no-print">
      <summary className="link">{successTexts.moreActions()}</summary>
      <div className="field-columns">
        <Button
          kind="plain"
          className="script-only"
          busy={pending === 'picture'}
          onClick={() => run('picture', savePicture)}
        >
          <PictureIcon />
          {successTexts.savePicture()}
        </Button>
        {printPageUrl ? (
          <LinkButton href={printPageUrl}>
            <PrintIcon />
            {successTexts.printReceipt()}
          </LinkButton>
        ) : (
          <Button kind="plain" className="script-only" onClick={() => window.print()}>
            <PrintIcon />
            {successTexts.printReceipt()}
          </Button>
        )}
        {email && (
          <LinkButton
            href={mailtoUrl(email, successTexts.sharedSubject({ brand: merchant.brandName }), text)}
          >
            <MailIcon />
            {successTexts.shareByEmail()}
          </LinkButton>
        )}
        <Button
          kind="plain"
          className="script-only"
          busy={pending === 'share'}
          onClick={() => run('share', () => openShareSheet(text, shareTexts))}
        >
          <ShareIcon />
          {successTexts.share()}
        </Button>
      </div>
    </details>
  )
}

/** Opens in a new tab, so that the code stays visible. */
const LinkButton = ({
  href,
  className = '',
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) => (
  <a className={`btn btn-plain ${className}`} href={href} target="_blank" rel="noreferrer">
    {children}
  </a>
)
