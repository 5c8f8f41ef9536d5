export { cabletv } from './service-backend.ts'
export { cabletvOrderOf } from './show.ts'
