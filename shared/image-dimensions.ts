/** Width and height of an image, pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** Decoding a larger image would exhaust memory. */
const maxSide = 20_000
const maxPixels = 50_000_000

/** True if decoding an image of these dimensions is safe. */
export const hasAllowedDimensions = ({ width, height }: Dimensions): boolean =>
  width > 0 && height > 0 && Math.max(width, height) <= maxSide && width * height <= maxPixels

/**
 * Reads the dimensions of a PNG, JPEG, GIF or WebP from its header; nothing is decoded.
 * @returns null for bytes that are none of these, or that end before the dimensions
 */
export function dimensionsOf(bytes: Uint8Array): Dimensions | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (offset: number, length: number) =>
    String.fromCharCode(...bytes.subarray(offset, offset + length))
  try {
    if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
    if (text(0, 4) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webpDimensions(view, text(12, 4))
    return view.getUint16(0) === 0xffd8 ? jpegDimensions(view) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Dimensions of a WebP image, from its first chunk; null for another chunk. Source: RFC 9649, sections 2.5 to 2.7 */
function webpDimensions(view: DataView, chunk: string): Dimensions | null {
  const size = (offset: number) => (view.getUint32(offset, true) & 0xffffff) + 1
  switch (chunk) {
    case 'VP8X':
      return { width: size(24), height: (view.getUint32(26, true) >>> 8) + 1 }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return null
  }
}

/** Scans the segments up to the frame header. Source: ITU-T T.81, annex B */
function jpegDimensions(view: DataView): Dimensions | null {
  for (let offset = 2; ; offset += 2 + view.getUint16(offset + 2)) {
    if (view.getUint8(offset) !== 0xff) return null
    const marker = view.getUint8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) }
    if (marker === 0xd9 || marker === 0xda) return null
  }
}
