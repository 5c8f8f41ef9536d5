export { groupDigits } from '../../shared/tokens.ts'
export { ApiError, type Asking, ask, askFile, isDecision, noAnswerText, offlineText, tell } from './api.ts'
export {
  forget,
  forgetDetails,
  forgetVerification,
  noticePerson,
  ofUser,
  readDetails,
  readForm,
  readVerification,
  recall,
  remember,
  saveDetails,
  saveForm,
  saveVerification,
  type Verification,
} from './cache.ts'
export { type Fields, useFields } from './early.ts'
export {
  cleanAmount,
  formatDate,
  formatDuration,
  formatFileSize,
  formatMoney,
  randomCode,
  sentence,
  titleCase,
} from './format.ts'
export { forgetKey, keyFor } from './keys.ts'
export { emptyLists, type Kept, keptList, list } from './lists.ts'
export { isSignedIn, readMeta } from './meta.ts'
export { isPhone, normalisePhone, showPhone } from './phone.ts'
export { type BundleOrder, type Listed, sortBundles } from './search.ts'
export { notify, type ToastOptions, type ToastPosition, type ToastType, toast } from './toast.ts'
export {
  fieldErrorsOf,
  limitLength,
  missingFields,
  numericOnly,
  once,
  requireFields,
  type Wanting,
} from './validate.ts'
