/** Pixels a side. The largest photo on a page has 64; screens of high density need 128. */
const SIDE = 128

/**
 * Makes a small square photo of a photo of any size: its middle, as a JPEG without the camera's
 * metadata, such as the place.
 * @throws DOMException: the browser cannot read the file as an image
 */
export async function squarePhoto(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  // A JPEG has no transparency: transparent places would become black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIDE, SIDE)
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
  pen.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE)
  image.close()
  return new Promise((resolve) => canvas.toBlob((made) => resolve(made!), 'image/jpeg', 0.85))
}
