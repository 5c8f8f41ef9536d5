import { useId } from 'react'
import { formatFileSize, toast } from '../lib/index.ts'
import { useEarlyFile } from '../lib/use-early-file.ts'
import { Button } from '../ui/index.ts'
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

/** File input that shows the chosen file's name and size and a remove button. */
export function FileChoice({ label, maxBytes, accept, file, onFile }: FileChoiceProps) {
  const id = useId()

  function choose(chosen: File | null) {
    const isTooBig = chosen !== null && chosen.size > maxBytes
    if (isTooBig) toast.error(fileChoiceTexts.fileTooBig({ size: formatFileSize(maxBytes) }))
    onFile(isTooBig ? null : chosen)
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
        aria-describedby={`${id}-file`}
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
    </div>
  )
}
