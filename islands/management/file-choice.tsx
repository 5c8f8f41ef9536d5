import { useId, useState } from 'react'
import { formatFileSize } from '../lib/index.ts'
import { useEarlyFile } from '../lib/use-early-file.ts'
import { Button, FieldError } from '../ui/index.ts'
import { fileChoiceTexts } from './file-choice-texts.ts'
import { shortName } from './short-name.ts'

interface FileChoiceProps {
  label: string
  maxBytes: number
  /** Accepted types, as in the attribute of the input. */
  accept?: string
  file: File | null
  onFile: (file: File | null) => void
}

/**
 * File input that shows the chosen file's name and size and a remove button. A file that is too large, or of another
 * type, is an error of the field, and the file chosen before stays.
 */
export function FileChoice({ label, maxBytes, accept, file, onFile }: FileChoiceProps) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)

  function choose(chosen: File | null) {
    const newError = chosen && errorOf(chosen, maxBytes, accept)
    setError(newError)
    if (!newError) onFile(chosen)
    // Allows the user to choose the same file again after removing it.
    if (input.current) input.current.value = ''
  }
  const input = useEarlyFile(choose)

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {/* Hides the browser's own "No file chosen"; the chosen file is shown below. */}
      <input
        ref={input}
        id={id}
        type="file"
        className="sr-only"
        accept={accept}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-file ${id}-error` : `${id}-file`}
        onChange={({ target }) => choose(target.files?.[0] ?? null)}
      />
      <div className="row">
        <label className="btn btn-plain" htmlFor={id}>
          {file ? fileChoiceTexts.chooseAnotherFile() : fileChoiceTexts.chooseFile()}
        </label>
        {file && (
          <Button
            kind="plain"
            onClick={() => {
              onFile(null)
              setError(null)
              input.current?.focus()
            }}
          >
            {fileChoiceTexts.removeFile()}
          </Button>
        )}
      </div>
      <span id={`${id}-file`} className="field-hint" role="status">
        {file ? `${shortName(file.name)}, ${formatFileSize(file.size)}` : fileChoiceTexts.noFile()}
      </span>
      <FieldError id={id}>{error}</FieldError>
    </div>
  )
}

/** `accept` is only a suggestion to the browser: its file dialog also offers all files. */
function errorOf(file: File, maxBytes: number, accept: string | undefined): string | null {
  if (file.size > maxBytes) return fileChoiceTexts.fileTooBig({ size: formatFileSize(maxBytes) })
  const types = accept?.split(',').map((type) => type.trim()) ?? []
  const isAccepted = types.some((type) => file.type === type || file.name.toLowerCase().endsWith(type))
  return types.length === 0 || isAccepted ? null : fileChoiceTexts.otherType()
}
