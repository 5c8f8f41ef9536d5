import { useState } from 'react'
import { Button, Dialog, TextField } from '../ui/index.ts'

interface LinkDialogProps {
  first: string
  onClose: () => void
  /** Empty takes the link away. */
  onLink: (href: string) => void
}

/** Where a link in a message leads. Its fields are no form: it stands inside one. */
export function LinkDialog({ first, onClose, onLink }: LinkDialogProps) {
  const [href, setHref] = useState(first)
  const typed = href.trim()
  const isAddress = /^(https?:\/\/|mailto:)\S+$/i.test(typed)
  const set = () => isAddress && onLink(typed)
  return (
    <Dialog title="Link" onClose={onClose} focusField>
      <TextField
        label="Address"
        hint="https://… or mailto:…"
        type="url"
        autoComplete="off"
        value={href}
        onValue={setHref}
        onKeyDown={({ key }) => {
          if (key === 'Enter') set()
        }}
      />
      <div className="row">
        <Button disabled={!isAddress} onClick={set}>
          Set link
        </Button>
        <Button kind="plain" onClick={() => onLink('')}>
          Remove link
        </Button>
      </div>
    </Dialog>
  )
}
