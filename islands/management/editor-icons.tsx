import type { ReactNode } from 'react'

const Icon = ({ children }: { children: ReactNode }) => (
  <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    {children}
  </svg>
)

export const BulletsIcon = () => (
  <Icon>
    <path d="M10 6h11M10 12h11M10 18h11M4 6h.01M4 12h.01M4 18h.01" />
  </Icon>
)

export const NumbersIcon = () => (
  <Icon>
    <path d="M11 6h10M11 12h10M11 18h10M4 4l1.500-1v6M3.500 15c0-2 3-2 3 0 0 1.500-3 2-3 4h3" />
  </Icon>
)
