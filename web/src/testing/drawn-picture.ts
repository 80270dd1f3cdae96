interface Part {
  /** CSS color. */
  colour: string
  /** Width in pixels. The parts are side by side, and as high as the picture. */
  width: number
}

/** Returns a picture file with vertical stripes. A PNG is transparent where there is no stripe. */
export async function drawnPicture(
  { width, height, type = 'image/png' }: { width: number; height: number; type?: 'image/png' | 'image/jpeg' },
  ...stripes: Part[]
): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  let left = 0
  for (const stripe of stripes) {
    if (context) context.fillStyle = stripe.colour
    context?.fillRect(left, 0, stripe.width, height)
    left += stripe.width
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  if (!blob) throw new Error('The browser could not encode the picture')
  return new File([blob], type === 'image/png' ? 'logo.png' : 'logo.jpg', { type })
}
