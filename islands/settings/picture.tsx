import { useRef, useState } from 'react'
import { updateProfile } from '../../shared/accounts.ts'
import { askAccount, lostText } from '../account/ask-account.ts'
import { ApiError, toast } from '../lib/index.ts'
import { forgetProfile } from '../lib/profile.ts'
import { Button, FieldError } from '../ui/index.ts'

const notAPicture = 'Please choose a PNG, JPEG or WebP picture.'

/** One's picture: what is chosen is cut to a small square here, and saved at once. */
export function Picture({ first }: { first: string | null }) {
  const [picture, setPicture] = useState(first)
  const [wrong, setWrong] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const busy = useRef(false)

  async function save(read: () => Promise<string | null>): Promise<void> {
    if (busy.current) return
    busy.current = true
    setIsSaving(true)
    setWrong(null)
    try {
      const next = await read()
      if (await askAccount(updateProfile, { body: { picture: next } })) {
        setPicture(next)
        forgetProfile()
        toast.success(next ? 'Your picture is saved.' : 'Your picture is removed.')
      }
    } catch (error) {
      if (error instanceof NoPicture) setWrong(notAPicture)
      // A refusal is told in a toast already.
      else if (!(error instanceof ApiError)) setWrong(lostText())
    }
    busy.current = false
    setIsSaving(false)
  }

  const choose = (file: File) =>
    save(async () => {
      const { smallSquare } = await import('./small-square.ts')
      const small = await smallSquare(file)
      if (!small) throw new NoPicture()
      return small
    })

  return (
    <div className="row script-only" aria-busy={isSaving}>
      {picture && <img src={picture} alt="You" width="64" height="64" className="rounded-full" />}
      <div className="field grow basis-40">
        <label className="field-label" htmlFor="picture">
          Picture
        </label>
        <input
          id="picture"
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="field-input"
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'picture-error' : undefined}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file may be chosen again.
            target.value = ''
            if (file) void choose(file)
          }}
        />
        <FieldError id="picture">{wrong}</FieldError>
      </div>
      {picture && (
        <Button kind="plain" busy={isSaving} onClick={() => void save(async () => null)}>
          Remove picture
        </Button>
      )}
    </div>
  )
}

class NoPicture extends Error {}
