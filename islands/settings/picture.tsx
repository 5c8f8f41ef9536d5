import { useRef, useState } from 'react'
import { updateProfile } from '../../shared/accounts.ts'
import { accountRequest, fetchErrorText } from '../account/account-request.ts'
import { RequestError, toast } from '../lib/index.ts'
import { clearProfile } from '../lib/profile.ts'
import { useEarlyFile } from '../lib/use-early-file.ts'
import { Button, FieldError } from '../ui/index.ts'
import { settingsTexts } from './texts.ts'

/** Profile picture. A chosen file is cropped to a small square in the browser and saved immediately. */
export function ProfilePicture({ initial }: { initial: string | null }) {
  const [picture, setPicture] = useState(initial)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const busy = useRef(false)

  async function save(read: () => Promise<string | null>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsSaving(true)
    setErrorText(null)
    try {
      const next = await read()
      if (await accountRequest(updateProfile, { body: { picture: next } })) {
        setPicture(next)
        clearProfile()
        toast.success(next ? settingsTexts.pictureSaved() : settingsTexts.pictureRemoved())
      }
    } catch (error) {
      setErrorText(errorTextOf(error))
    }
    busy.current = false
    setIsSaving(false)
  }

  const choose = (file: File) =>
    save(async () => {
      const { resizeAvatar } = await import('./resize-avatar.ts')
      const resized = await resizeAvatar(file)
      if (!resized) throw new InvalidPicture()
      return resized
    })

  const input = useEarlyFile((file) => {
    resetInput()
    void choose(file)
  })
  /** Allows the user to choose the same file again. */
  function resetInput() {
    if (input.current) input.current.value = ''
  }

  return (
    <div className="row script-only" aria-busy={isSaving}>
      {picture && (
        <img src={picture} alt={settingsTexts.pictureAlt()} width="64" height="64" className="avatar" />
      )}
      <div className="field field-grow">
        <label className="field-label" htmlFor="picture">
          {settingsTexts.picture()}
        </label>
        <input
          ref={input}
          id="picture"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="field-input"
          aria-invalid={errorText ? true : undefined}
          aria-describedby={errorText ? 'picture-error' : undefined}
          onChange={({ target }) => {
            const file = target.files?.[0]
            resetInput()
            if (file) void choose(file)
          }}
        />
        <FieldError id="picture">{errorText}</FieldError>
      </div>
      {picture && (
        <Button kind="plain" busy={isSaving} onClick={() => void save(async () => null)}>
          {settingsTexts.removePicture()}
        </Button>
      )}
    </div>
  )
}

class InvalidPicture extends Error {}

/** The text below the field; null for an API error, which is already shown in a toast. */
function errorTextOf(error: unknown): string | null {
  if (error instanceof InvalidPicture) return settingsTexts.pictureInvalid()
  return error instanceof RequestError ? null : fetchErrorText()
}
