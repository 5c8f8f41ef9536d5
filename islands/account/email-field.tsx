import { TextField, type TextFieldProps } from '../ui/index.ts'

/** The e-mail that names an account. */
export const EmailField = (props: Omit<TextFieldProps, 'label'>) => (
  <TextField
    type="email"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={254}
    {...props}
    label="E-mail"
  />
)
