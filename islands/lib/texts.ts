import { defineTexts } from '../../shared/i18n.ts'

/** Requests, validation and toasts. Source of the quoted texts: specification 1, sections 5 to 8. */
export const libTexts = defineTexts('lib', {
  offline: 'No internet connection',
  noResponse: 'An error occurred. Please try again later.',
  titledError: '{title}: {message}',
  unknownStatus: 'Error {status}',
  requiredField: '{field} is required.',
  bytes: '{size} Bytes',
  toastRegion: 'Messages',
  dismissToast: 'Dismiss',
})

/** HTTP/2 responses have no reason phrase; these are the standard ones. Source: ruling D-091. */
export const requestTexts = defineTexts('http', {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  419: 'Page Expired',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
})
