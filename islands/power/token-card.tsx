import { groupDigits } from '../lib/index.ts'
import { CodeCard } from '../purchase/code-card.tsx'

interface TokenCardProps {
  /** Digits only. */
  digits: string
  label: string
  isLabelled?: boolean
}

/** A token in groups of four digits. */
export const TokenCard = ({ digits, ...rest }: TokenCardProps) => (
  <CodeCard {...rest} code={digits} displayText={groupDigits(digits)} />
)
