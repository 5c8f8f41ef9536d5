import { dimensionsOf, hasAllowedDimensions } from '../../shared/image-dimensions.ts'

/** Sharp at display size, a few KB. */
const sidePixels = 128
const quality = 0.85

/**
 * Crops the centre of an image to a small JPEG data: URL. Re-encoding removes metadata such as the GPS location.
 * @returns null if the file is not an image, is damaged or is too large
 */
export async function resizeAvatar(file: File): Promise<string | null> {
  try {
    const dimensions = dimensionsOf(new Uint8Array(await file.arrayBuffer()))
    // Checked before decoding: a small file can decode to an image that exhausts a phone's memory.
    if (dimensions && !hasAllowedDimensions(dimensions)) return null
    const image = await createImageBitmap(file)
    const side = Math.min(image.width, image.height)
    const canvas = document.createElement('canvas')
    canvas.width = sidePixels
    canvas.height = sidePixels
    const context = canvas.getContext('2d')
    if (!context) return null
    // Transparent pixels would become black in JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, sidePixels, sidePixels)
    const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
    context.drawImage(image, left, top, side, side, 0, 0, sidePixels, sidePixels)
    image.close()
    return canvas.toDataURL('image/jpeg', quality)
  } catch {
    return null
  }
}
