import { attachmentMostBytes } from '../../shared/management/messages.ts'
import { formatFileSize, toast } from '../lib/index.ts'
import { shortName } from './short-name.ts'

interface FileChoiceProps {
  file: File | null
  onFile: (file: File | null) => void
}

/** One file, with its name and size once it is chosen. */
export function FileChoice({ file, onFile }: FileChoiceProps) {
  function take(input: HTMLInputElement) {
    const chosen = input.files?.[0] ?? null
    const isTooBig = chosen !== null && chosen.size > attachmentMostBytes
    if (isTooBig) {
      toast.error(`A file may have at most ${formatFileSize(attachmentMostBytes)}.`)
      input.value = ''
    }
    onFile(isTooBig ? null : chosen)
  }
  return (
    <label className="field">
      <span className="field-label">File Attachment</span>
      <input
        // Emptied by being made anew: its value cannot be set.
        key={file ? 'chosen' : 'none'}
        type="file"
        className="field-input"
        onChange={({ target }) => take(target)}
      />
      <span className="field-hint" role="status">
        {file && `${shortName(file.name)}, ${formatFileSize(file.size)}`}
      </span>
    </label>
  )
}
