export { groupDigits } from '../../shared/tokens.ts'
export {
  ApiError,
  downloadFile,
  isFinalResponse,
  noResponseText,
  offlineText,
  type RequestOptions,
  request,
  toastError,
} from './api.ts'
export {
  clearCache,
  clearCacheOnUserChange,
  forgetDetails,
  forgetVerification,
  readCache,
  readDetails,
  readForm,
  readVerification,
  saveDetails,
  saveForm,
  saveVerification,
  userPrefix,
  type Verification,
  writeCache,
} from './cache.ts'
export {
  cleanAmount,
  formatDate,
  formatDuration,
  formatFileSize,
  formatMoney,
  randomCode,
  sentenceCase,
  titleCase,
} from './format.ts'
export { forgetKey, keyFor } from './idempotency-keys.ts'
export { type CacheOptions, emptyListEvents, fetchCachedList, fetchList } from './lists.ts'
export { isSignedIn, readMeta } from './meta.ts'
export { displayPhone, isPhone, normalisePhone } from './phone.ts'
export { type Fields, useFields } from './pre-hydration-input.ts'
export { type BundleOrder, type Listed, sortBundles } from './search.ts'
export { notify, type ToastOptions, type ToastPosition, type ToastType, toast } from './toast.ts'
export {
  fieldErrorsOf,
  limitLength,
  type MissingField,
  memoize,
  missingFields,
  numericOnly,
  requireFields,
} from './validate.ts'
