export { education } from './service-backend.ts'
