export { cabletv } from './engine.ts'
export { cabletvOrderOf } from './show.ts'
