export { operationDescriptions } from './descriptions.ts'
export { openapi } from './document.ts'
