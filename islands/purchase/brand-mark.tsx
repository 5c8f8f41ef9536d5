import { logoDrawing } from '../../shared/receipts.ts'

const { size, field, arc, spark } = logoDrawing

/** The logo, for a receipt, where it keeps its colours on paper. */
export const BrandMark = () => (
  <svg viewBox={`0 0 ${size} ${size}`} width="40" height="40" aria-hidden="true" focusable="false">
    <rect width={size} height={size} rx={field.radius} fill={field.colour} />
    <path d={arc.path} fill="none" stroke={arc.colour} strokeWidth={arc.width} strokeLinecap="round" />
    <path d={spark.path} fill={spark.colour} />
  </svg>
)
