import type { ReactNode } from 'react'
import { uiTexts } from './component-texts.ts'
import { CardIcon } from './icons.tsx'

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  verve: 'Verve',
  amex: 'American Express',
}

const wordmark = (text: string) => (
  <text className="card-logo-text" x="20" y="17">
    {text}
  </text>
)
const drawings: Record<string, ReactNode> = {
  visa: wordmark('VISA'),
  verve: wordmark('verve'),
  amex: wordmark('AMEX'),
  mastercard: (
    <>
      <circle className="card-left" cx="16" cy="13" r="7" />
      <circle className="card-right" cx="24" cy="13" r="7" />
    </>
  ),
}

const brandKey = (brand: string) => brand.toLowerCase().replace(/[\s_-]/g, '')

/** Display name of a card brand: "visa" → "Visa"; 'Card' for an unknown one. */
export const cardBrand = (brand: string): string => brands[brandKey(brand)] ?? uiTexts.unknownCardBrand()

/** Logo of a card brand, by type; a neutral card for an unknown one. Source: ruling D-074. */
export function CardBrandLogo({ type }: { type: string }) {
  const key = brandKey(type)
  const drawing = drawings[key]
  if (!drawing) return <CardIcon />
  return (
    <svg
      className={`card-logo card-${key}`}
      viewBox="0 0 40 26"
      width="40"
      height="26"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="card-field" width="40" height="26" rx="4" />
      {drawing}
    </svg>
  )
}
