import { openShareSheet, type ShareTexts } from '../purchase/native-share.ts'
import { powerReceiptTexts } from './receipt-texts.ts'

/** The specified messages about sharing a token. */
export const tokenShareTexts: ShareTexts = {
  successMessage: powerReceiptTexts.shared,
  failureMessage: powerReceiptTexts.shareFailed,
}

/** Shares a token through the device's share sheet. */
export const shareByDevice = (text: string) => openShareSheet(text, tokenShareTexts)
