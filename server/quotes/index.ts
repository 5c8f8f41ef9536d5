export { type Quote, quoteOf, type Wish } from './wish.ts'
