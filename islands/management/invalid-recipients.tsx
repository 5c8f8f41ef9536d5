import { getInvalidRecipients } from '../../shared/management/campaigns.ts'
import { loginPath } from '../../shared/pages.ts'
import { downloadFile, toast } from '../lib/index.ts'
import { saveFile } from '../lib/save-file.ts'
import { navigate } from '../purchase/navigate.ts'
import { Button } from '../ui/index.ts'
import { messagesTexts } from './messages-texts.ts'
import type { MessagePreview, PreviewRequest } from './use-message-preview.ts'

interface InvalidRecipientsProps {
  preview: MessagePreview
  /** Removes the listed addresses from the form and counts again. */
  onRemove: (addresses: readonly string[]) => void
}

/** Addresses that cannot receive the message: the first 100 with the reason, all of them as a file. */
export const InvalidRecipients = ({ preview, onRemove }: InvalidRecipientsProps) => {
  const { request, invalid, invalid_count: count } = preview
  const reasons = {
    malformed: request.channel === 'email' ? messagesTexts.malformedEmail : messagesTexts.malformedPhone,
    unknown: messagesTexts.unknownPhone,
  }
  return (
    <section className="stack" aria-labelledby="invalid">
      <h3 id="invalid">{messagesTexts.invalidTitle({ count })}</h3>
      <p>{messagesTexts.invalidHint()}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className="invalid-recipients" tabIndex={0} aria-labelledby="invalid">
        {invalid.map(({ address, reason }) => (
          <li key={address}>{messagesTexts.invalidEntry({ address, reason: reasons[reason]() })}</li>
        ))}
      </ul>
      {count > invalid.length && <p>{messagesTexts.invalidMore({ count: count - invalid.length })}</p>}
      <div className="row">
        <Button kind="plain" onClick={() => void download(request)}>
          {messagesTexts.downloadInvalid()}
        </Button>
        <Button kind="plain" onClick={() => onRemove(invalid.map(({ address }) => address))}>
          {messagesTexts.removeInvalid()}
        </Button>
      </div>
    </section>
  )
}

async function download(request: PreviewRequest): Promise<void> {
  try {
    const file = await downloadFile(getInvalidRecipients, { body: request })
    if (file) saveFile(file, 'invalid-recipients.csv')
    else navigate.to(loginPath)
  } catch {
    toast.error(messagesTexts.downloadFailed())
  }
}

/** Typed addresses without some of them. */
export const withoutAddresses = (recipients: string, removed: readonly string[]): string =>
  recipients
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '' && !removed.includes(address))
    .join(', ')
