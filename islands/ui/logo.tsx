/** The product logo: a coin passed on, with a spark in it. The same drawing is in views/partials/mark.ejs. */
export const BrandLogo = ({ size = 32 }: { size?: number }) => (
  <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
    <rect className="mark-field" width="32" height="32" rx="9" />
    <path className="mark-arc" d="M23 10.5A9 9 0 1024.5 19" />
    <path className="mark-spark" d="M17.5 7.5L11 17h4.5L14 24.5 21 14.5h-4.7z" />
  </svg>
)
