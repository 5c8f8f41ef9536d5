export { airtime } from './service-backend.ts'
