export { actionRoutes } from './routes.ts'
