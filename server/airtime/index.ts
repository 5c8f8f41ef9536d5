export { airtime } from './engine.ts'
