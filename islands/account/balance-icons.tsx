import { lineIcon } from '../ui/index.ts'

const eye = 'M2 12c4.500-8 15.500-8 20 0-4.500 8-15.500 8-20 0zm10-3a3 3 0 110 6 3 3 0 010-6z'

export const ShowIcon = lineIcon(eye)
export const HideIcon = lineIcon(`${eye}M4 4l16 16`)
