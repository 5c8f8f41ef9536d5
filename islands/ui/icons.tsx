import type { ReactNode } from 'react'

/**
 * Line icons on a 24×24 grid, drawn for this product. Hidden from screen readers, because the adjacent text has the
 * same.
 */
const icon = (drawing: ReactNode) => () => (
  <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    {drawing}
  </svg>
)
/** An icon of one path. */
export const lineIcon = (d: string) => icon(<path d={d} />)

export const CloseIcon = lineIcon('M6 6l12 12M18 6L6 18')
export const BackIcon = lineIcon('M19 12H5m6-6l-6 6 6 6')
export const NextIcon = lineIcon('M5 12h14m-6-6l6 6-6 6')
export const ChevronIcon = lineIcon('M6 9l6 6 6-6')
export const CheckIcon = lineIcon('M5 12.5l4.5 4.5L19 7.5')
export const AlertIcon = lineIcon('M12 7v6m0 3.5v.5M12 3l10 18H2z')
export const InfoIcon = lineIcon('M12 11v6m0-10v.5M12 3a9 9 0 110 18 9 9 0 010-18z')
export const SearchIcon = lineIcon('M16 16l5 5M10.5 4a6.5 6.5 0 110 13 6.5 6.5 0 010-13z')
export const CopyIcon = lineIcon('M9 9h11v11H9zM5 15H4V4h11v1')
export const PrintIcon = lineIcon('M7 9V3h10v6M7 17H3v-7h18v7h-4M7 14h10v7H7z')
export const ShareIcon = lineIcon('M12 15V3m-4 4l4-4 4 4M6 11H4v10h16V11h-2')
export const MailIcon = lineIcon('M3 6h18v13H3zm0 0l9 7 9-7')
export const ChatIcon = lineIcon('M4 20l1.3-4A8 8 0 118 18.9zM9 10h6m-6 3h4')
export const CardIcon = lineIcon('M3 6h18v13H3zm0 4h18M6 15h4')
export const BankIcon = lineIcon('M3 9l9-5 9 5zm3 3v5m4-5v5m4-5v5m4-5v5M3 20h18')
export const HashIcon = lineIcon('M9 4L7 20M17 4l-2 16M4 9h16M4 15h16')
export const WalletIcon = lineIcon('M4 7h15v13H4zm0 0l11-4v4m4 5h-4v4h4')
export const BellIcon = lineIcon('M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21.500h4')
export const MoreIcon = lineIcon('M12 5v.5m0 6.5v.5m0 6.5v.5')
export const PlusIcon = lineIcon('M12 5v14M5 12h14')
export const PhoneIcon = lineIcon('M8 3h8v18H8zm3 15h2')
