export { translationChangesSince, watchTranslations } from './changes.ts'
export { translationRoutes } from './routes.ts'
