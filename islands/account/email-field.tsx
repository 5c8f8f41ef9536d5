import { TextField, type TextFieldProps } from '../ui/index.ts'

interface EmailFieldProps extends Omit<TextFieldProps, 'label'> {
  /** 'E-mail' unless said otherwise. */
  label?: string
}

/** An e-mail: the one that names an account, or where an answer goes. */
export const EmailField = ({ label = 'E-mail', ...props }: EmailFieldProps) => (
  <TextField
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    {...props}
    label={label}
  />
)
