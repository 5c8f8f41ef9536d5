import { expect, test } from 'vitest'
import { isSameHolder } from '../../server/payments/account-holder.ts'

test.each([
  ['ADA OKAFOR', 'Ada Okafor'],
  ['OKAFOR ADA', 'Ada Okafor'],
  ['OKAFOR, ADA NGOZI', 'Ada Okafor'],
  ['MRS ADA N. OKAFOR', 'OKAFOR ADA NGOZI'],
  ['Ọláyínká Adébáyọ̀', 'OLAYINKA ADEBAYO'],
  ["D'SOUZA MARY", 'Mary Dsouza'],
  ['ADEBAYO-OJO FUNKE', 'FUNKE ADEBAYO OJO'],
  ['OLUWASEUN ADEYEMI', 'OLUWAS ADEYEMI'],
  ['CHUKWUEMEKA EZE', 'CHUKWEMEKA EZE'],
  ['IBRAHIM YUSUF', 'IBRAHMI YUSUF'],
  ['ADA STORES NIGERIA LTD', 'Ada Stores Nigeria Limited'],
  ['PAYSTACK', 'paystack'],
])('"%s" and "%s" are one account holder', (one, other) => {
  expect(isSameHolder(one, other)).toBe(true)
  expect(isSameHolder(other, one)).toBe(true)
})

test.each([
  ['ADA OKAFOR', 'BOLA OKAFOR'],
  ['ADEYEMI TUNDE JOHN', 'ADEYEMI BOLA JOHN'],
  ['ADA OKAFOR', 'OKAFOR'],
  ['A OKAFOR', 'ADA OKAFOR'],
  ['TUNDE A', 'TUNDE ADEYEMI'],
  ['JOHN ENTERPRISES NIGERIA LTD', 'MARY ENTERPRISES NIGERIA LTD'],
  ['ADA ADA', 'ADA OKAFOR'],
  ['ADA OKAFOR', ''],
  ['', ''],
  ['MR', 'MRS'],
  ['MUSA BELLO', 'BELLO ADAMU SANI'],
  ['AISHA SANI', 'AISHA SANA'],
])('"%s" and "%s" are not known to be one account holder', (one, other) => {
  expect(isSameHolder(one, other)).toBe(false)
  expect(isSameHolder(other, one)).toBe(false)
})
