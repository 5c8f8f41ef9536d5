export { operationDescriptions } from './descriptions/index.ts'
export { openapi } from './document.ts'
