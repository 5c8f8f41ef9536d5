export { beneficiaryRoutes, metersOf, smartcardsOf } from './routes.ts'
