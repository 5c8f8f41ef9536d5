export { prepareQuote, type QuoteHandler, type QuoteRequest } from './create-quote.ts'
