/** Sharp at the size in which it is shown, and a few KB. */
const sidePixels = 128
const quality = 0.85

/**
 * The middle of a picture as a small JPEG, a data: address. Drawn anew, it carries nothing else that the file had,
 * as the place where it was taken. @returns null for what is no picture
 */
export async function smallSquare(file: File): Promise<string | null> {
  try {
    const image = await createImageBitmap(file)
    const cut = Math.min(image.width, image.height)
    const canvas = document.createElement('canvas')
    canvas.width = sidePixels
    canvas.height = sidePixels
    const pen = canvas.getContext('2d')
    if (!pen) return null
    // What is transparent would be black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, sidePixels, sidePixels)
    const [left, top] = [(image.width - cut) / 2, (image.height - cut) / 2]
    pen.drawImage(image, left, top, cut, cut, 0, 0, sidePixels, sidePixels)
    image.close()
    return canvas.toDataURL('image/jpeg', quality)
  } catch {
    return null
  }
}
