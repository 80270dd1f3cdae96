import sharp from 'sharp'

const SERIAL = 'SN-4711-0815'

/** A JPEG like that of a phone: 60 × 40 pixels on the side, with GPS position, camera serial number, XMP and an orientation. */
export async function gpsPhoto(): Promise<Buffer<ArrayBuffer>> {
  const exif = {
    IFD0: { Make: 'Phone', ImageDescription: SERIAL },
    IFD2: { BodySerialNumber: SERIAL },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 0/1 2/1', GPSLongitudeRef: 'W', GPSLongitude: '81/1 2/1 4/1' },
  }
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#cc6633' } })
    .jpeg({ quality: 95 })
    .withExif(exif)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SERIAL}</x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return Buffer.from(photo)
}

/** Returns the dimensions of a picture and the metadata that it contains. */
export async function shownBy(picture: Buffer): Promise<object> {
  const { width, height, orientation, exif, xmp, iptc, comments } = await sharp(picture).metadata()
  const hasSerial = picture.includes(SERIAL)
  return { width, height, orientation, hasSerial, metadata: [exif, xmp, iptc, comments].filter(Boolean) }
}

/** The result of `shownBy` for the photo of `gpsPhoto` that was written again. */
export const UPRIGHT_PHOTO = { width: 40, height: 60, orientation: undefined, hasSerial: false, metadata: [] }

/** A HEIC picture of 600 × 400 pixels, red at the upper left. */
export const heic = (): Buffer<ArrayBuffer> =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAA' +
      'Imlsb2MAAAAAREAAAQABAAAAAAFkAAEAAAAAAAABwgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwGlwcnAAAACiaXBjbwAAAHZodmND' +
      'AQNwAAAAAAAAAAAAP/AA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAP7oCQCEAAQApQgEBA3AAAAMAkAAAAwAAAwA/oASyAZFlupJKa5sCAAAD' +
      'AAIAAAMAAhAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAJYAAABkAAAABBwaXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAABym1kYXQAAAG+' +
      'KAGvEznpTXzF3Li3U4MpH/QE24pHmGBa618uXjAXvnqisn8jTxwgMtFNatWY4CR/glLvA8/k5YTMtuajrlwGExI1A6KmgeAaT+Vce+XVCTskYjhVZzXlJO8m' +
      '/RCvNIPuULYqkup+Yx4bnxU2QkjQcvIEBl6Cy9LdmkJy2lHjQ/hZTTSEsaF/7zlo8vd4rvJ9yEjCtcIjzdyTs4qbyIBV9YKv8DbSAAADAAA2YHYQfhXFj6yH' +
      'FMdg4T/WHWXAKmASYkHYuSuK9/UADvJGpUgyv5FTUSH4b2hrYyAAAI+5gjSOSwAAAwAAAwACyq5flWv0tGfoY41GPbdx9lWlAsqwHAA2aOeUw54LAiPEj0R4' +
      'OMpQAAADAAADAAADAGpAo87zGtggYdrfJWJh4CAjB44cipDrgsGN8iLmhdCzTR0LxlhGVHWiJrUxgtXwAAADAAADAAADAAXjgFZAqQPZpSsSIgcPrgwVh62x' +
      '8gXQnBdDI16MODw93ICWkN09svSQLqkPeZ0oXL4687WSAch0ShSw/sMXYrnSSEqf5OUyv1GdWgAAAwAOuChr+KgwtcnyvE4AAAMAAAMAAAMAAAMACwg=',
    'base64',
  )

/** A PNG that has more than 1 MB also after it was written again. Each call returns different bytes. */
export async function largePng(): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return Buffer.from(
    await sharp({ create: { width: 800, height: 800, channels: 3, background: '#000000', noise } })
      .png()
      .toBuffer(),
  )
}
