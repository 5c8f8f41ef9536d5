import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { envelopeOf, parseFields } from '../../server/http/index.ts'
import { inLanguage } from '../../server/languages/index.ts'

const Selection = z.object({ number: z.string(), count: z.int().check(z.maximum(5)) })

test.for([
  ['en', 'This is required.', 'Please use at most 5.', 'Done.'],
  ['ha', 'Ana buƙatar wannan.', 'Da fatan kar a wuce 5.', 'An gama.'],
] as const)(
  'a response in %s has that language in the messages that its contract does not define',
  async ([language, required, tooLarge, success]) => {
    await inLanguage(language, () => {
      expect(parseFields(Selection, { count: 7000 })).toMatchObject({
        error: { errors: { number: [required], count: [tooLarge] } },
      })
      expect(envelopeOf({}).envelope.message).toBe(success)
    })
  },
)
