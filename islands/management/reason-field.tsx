import type { ReactNode } from 'react'
import { TextField } from '../ui/index.ts'
import { managementTexts } from './texts.ts'

interface ReasonFieldProps {
  label?: string
  hint?: ReactNode
  maxLength?: number
  value: string
  onValueChange: (value: string) => void
}

/** The required reason of a manager's action. */
export const ReasonField = ({
  label = managementTexts.reason(),
  maxLength = 300,
  ...field
}: ReasonFieldProps) => (
  <TextField {...field} name="reason" label={label} maxLength={maxLength} required autoComplete="off" />
)
