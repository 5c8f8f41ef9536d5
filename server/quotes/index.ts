export { prepareQuote, type QuoteRequest } from './create-quote.ts'
