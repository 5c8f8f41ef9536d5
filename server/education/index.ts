export { education } from './engine.ts'
