/** The business that sold the order, and its help page. */
export interface Merchant {
  readonly brandName: string
  readonly appUrl: string
  readonly helpUrl: string
}

/** The logo as shapes on a square, for receipts drawn without HTML. The same shapes are in `views/partials/mark.ejs`. */
export const logoDrawing = {
  size: 32,
  field: { radius: 9, colour: '#0b5d41' },
  arc: { path: 'M23 10.5A9 9 0 1 0 24.5 19', width: 2.6, colour: '#fbf7ef' },
  spark: { path: 'M17.5 7.5L11 17h4.5L14 24.5 21 14.5h-4.7z', colour: '#f4b22e' },
} as const
