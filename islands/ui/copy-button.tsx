import { useEffect, useState } from 'react'
import { toast } from '../lib/toast.ts'
import { Button, type ButtonProps } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'busy'> {
  text: string
  copied?: string
  failed?: string
}

/** Puts a text on the clipboard and says whether it is there. The texts are those of an electricity token. */
export function CopyButton({
  text,
  copied = 'Token copied successfully!',
  failed = 'Failed to copy token. Please try again.',
  kind = 'plain',
  children = 'Copy token',
  ...native
}: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, 2000, false)
    return () => clearTimeout(timer)
  }, [done])

  async function copy(): Promise<void> {
    const works = await putOnClipboard(text)
    setDone(works)
    if (works) toast.success(copied)
    else toast.error(failed)
  }

  return (
    <Button kind={kind} {...native} onClick={copy}>
      {done ? <CheckIcon /> : <CopyIcon />}
      {children}
    </Button>
  )
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The older way, for pages on plain http, where there is no clipboard to write to. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  const opener = document.activeElement
  const home = document.querySelector('dialog[open]') ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}
