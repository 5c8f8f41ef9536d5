export { operationDescriptions } from './descriptions.ts'
export { openapi } from './document.ts'
export { errorCodesOf, successStatuses } from './responses.ts'
