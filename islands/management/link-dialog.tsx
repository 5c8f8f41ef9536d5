import { useState } from 'react'
import { Button, Dialog, TextField } from '../ui/index.ts'

interface LinkDialogProps {
  initial: string
  onClose: () => void
  /** An empty string removes the link. */
  onLink: (href: string) => void
}

/** Edits a link's address. Contains no form element, because it is rendered inside a form. */
export function LinkDialog({ initial, onClose, onLink }: LinkDialogProps) {
  const [href, setHref] = useState(initial)
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
