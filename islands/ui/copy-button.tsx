import { useRef, useState } from 'react'
import { toast } from '../lib/toast.ts'
import { Button, type ButtonProps } from './button.tsx'
import { uiTexts } from './component-texts.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'busy'> {
  text: string
  successMessage?: string
  failureMessage?: string
}

/** Copies a text to the clipboard and reports the result. The default texts are those of an electricity token. */
export function CopyButton({
  text,
  successMessage = uiTexts.tokenCopied(),
  failureMessage = uiTexts.tokenNotCopied(),
  kind = 'plain',
  children = uiTexts.copyToken(),
  ...native
}: CopyButtonProps) {
  const [done, setDone] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function copy(): Promise<void> {
    const isCopied = await writeClipboard(text)
    setDone(isCopied)
    clearTimeout(timer.current)
    timer.current = setTimeout(setDone, 2000, false)
    if (isCopied) toast.success(successMessage)
    else toast.error(failureMessage)
  }

  return (
    <Button kind={kind} {...native} onClick={copy}>
      {done ? <CheckIcon /> : <CopyIcon />}
      {children}
    </Button>
  )
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback for plain http, where the clipboard API is unavailable. */
function copyBySelection(text: string): boolean {
  const textArea = document.createElement('textarea')
  textArea.value = text
  textArea.readOnly = true
  textArea.className = 'sr-only'
  const opener = document.activeElement
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(textArea)
  textArea.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textArea.remove()
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  }
}
