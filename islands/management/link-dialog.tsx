import { useState } from 'react'
import { Button, Dialog, TextField } from '../ui/index.ts'
import { editorTexts } from './editor-texts.ts'

interface LinkDialogProps {
  initial: string
  onClose: () => void
  /** An empty string removes the link. */
  onLink: (href: string) => void
}

/** Edits a link's address. Contains no form element, because it is rendered inside a form. */
export function LinkDialog({ initial, onClose, onLink }: LinkDialogProps) {
  const [href, setHref] = useState(initial)
  const trimmedHref = href.trim()
  const isAddress = /^(https?:\/\/|mailto:)\S+$/i.test(trimmedHref)
  const set = () => isAddress && onLink(trimmedHref)
  return (
    <Dialog title={editorTexts.link()} onClose={onClose}>
      <TextField
        label={editorTexts.address()}
        hint={editorTexts.addressHint()}
        type="url"
        autoComplete="off"
        value={href}
        onValueChange={setHref}
        onKeyDown={({ key }) => {
          if (key === 'Enter') set()
        }}
      />
      <div className="row">
        <Button disabled={!isAddress} onClick={set}>
          {editorTexts.setLink()}
        </Button>
        <Button kind="plain" onClick={() => onLink('')}>
          {editorTexts.removeLink()}
        </Button>
      </div>
    </Dialog>
  )
}
