export { cabletvOrderOf } from './presenter.ts'
export { cabletv } from './service-backend.ts'
