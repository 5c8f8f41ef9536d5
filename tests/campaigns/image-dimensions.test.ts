import { expect, test } from 'vitest'
import { dimensionsOf, hasAllowedDimensions } from '../../shared/image-dimensions.ts'
import { attachments, pngOf } from './attachments.ts'

test.each(['png', 'jpg', 'gif', 'webp'])('the dimensions of a %s are read from its header', (ending) => {
  const picture = attachments().find(({ name }) => name === `picture.${ending}`)
  expect(dimensionsOf(picture?.bytes ?? new Uint8Array())).toEqual({ width: 1, height: 1 })
})

test('a truncated header, or one of another file type, has no dimensions', () => {
  expect(dimensionsOf(pngOf(10, 10).subarray(0, 18))).toBeNull()
  expect(dimensionsOf(new TextEncoder().encode('a text that is no picture'))).toBeNull()
  expect(dimensionsOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBeNull()
  expect(dimensionsOf(new Uint8Array())).toBeNull()
})

test.each([
  [6_000, 4_000, true],
  [50_000, 50_000, false],
  [20_001, 1, false],
  [0, 1, false],
])('a picture of %d × %d pixels may be decoded: %s', (width, height, expected) => {
  const dimensions = dimensionsOf(pngOf(width, height))
  expect(dimensions).toEqual({ width, height })
  expect(dimensions && hasAllowedDimensions(dimensions)).toBe(expected)
})
