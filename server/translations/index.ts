export { changesAfter, watchTranslations } from './changes.ts'
export { translationRoutes } from './routes.ts'
