export { groupDigits } from '../../shared/tokens.ts'
export {
  downloadFile,
  isFinalResponse,
  noResponseText,
  offlineText,
  RequestError,
  type RequestOptions,
  request,
  toastError,
} from './api.ts'
export {
  clearCache,
  clearOrderDetails,
  clearVerification,
  readFormValues,
  readOrderDetails,
  readVerification,
  saveFormValues,
  saveOrderDetails,
  saveVerification,
  userPrefix,
  writeCache,
} from './cache.ts'
export {
  cleanAmount,
  displayDate,
  formatFileSize,
  formatMoney,
  randomCode,
  sentenceCase,
  titleCase,
} from './format.ts'
export { clearKey } from './idempotency-keys.ts'
export { type CacheOptions, emptyListEvents, fetchCached, fetchOrNull } from './lists.ts'
export { readMeta } from './meta.ts'
export { displayPhone, isPhone, normalisePhone } from './phone.ts'
export { type FormFields, useFields } from './pre-hydration-input.ts'

export { toast } from './toast.ts'
export {
  fieldErrorsOf,
  limitLength,
  memoize,
  missingFields,
  requireFields,
} from './validate.ts'
