export { data } from './engine.ts'
