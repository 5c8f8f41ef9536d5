import { commonTexts, TextField, type TextFieldProps } from '../ui/index.ts'

interface EmailFieldProps extends Omit<TextFieldProps, 'label'> {
  /** Default: 'E-mail'. */
  label?: string
}

/** Input for an e-mail address: the account's or a reply address. */
export const EmailField = ({ label = commonTexts.email(), ...props }: EmailFieldProps) => (
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
