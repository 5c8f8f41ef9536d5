import { expect, test } from 'vitest'
import { inLanguage } from '../../server/languages/index.ts'
import { refundSentence } from '../../server/messaging/index.ts'
import { refundDestinationTexts } from '../../server/payments/index.ts'

test.for([
  ['en', 'We refunded ₦2,100.00 to the card you paid with.'],
  ['ha', 'Mun mayar da ₦2,100.00 zuwa katin da kuka biya da shi.'],
] as const)(
  'a refund on a page in %s names its destination in that language',
  async ([language, sentence]) => {
    const text = await inLanguage(language, () =>
      refundSentence('refunded', {
        reason: 'paid_twice',
        amountKobo: 210_000n,
        currency: 'NGN',
        totalKobo: 210_000n,
        destination: refundDestinationTexts.card(),
        dueBy: null,
      }),
    )
    expect(text).toContain(sentence)
  },
)
