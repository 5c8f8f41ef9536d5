export { data } from './service-backend.ts'
