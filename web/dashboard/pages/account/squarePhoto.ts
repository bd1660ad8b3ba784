/** Pixels a side. The largest that is shown has 64, on screens of high density 128. */
const SIDE = 128

/**
 * Makes a photo of any size a small square one: its middle, as a JPEG without what a camera adds,
 * such as the place.
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
  // A JPEG has no transparent places: they would become black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIDE, SIDE)
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2]
  pen.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE)
  image.close()
  return new Promise((resolve) => canvas.toBlob((made) => resolve(made!), 'image/jpeg', 0.85))
}
