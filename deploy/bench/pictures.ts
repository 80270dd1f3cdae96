import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { png } from '@app/chassis/testing/pictures.ts'
import sharp from 'sharp'
import type { Parts } from './parts.ts'

/** Stores a PNG with one pixel and the given size in the folder of the bench. Returns its path. */
export async function smallPicture({ dataDir }: Parts, bytes: number): Promise<string> {
  const path = join(dataDir, `${bytes}.png`)
  await writeFile(path, png({ padding: bytes }))
  return path
}

/** Stores a JPEG of 12 megapixels and about 4 MB, as from a phone, in the folder of the bench. Returns its path. */
export async function photo({ dataDir }: Parts, name: string): Promise<string> {
  const path = join(dataDir, `${name}.jpg`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const coarse = await sharp({ create: { width: 1_008, height: 756, channels: 3, background: '#000000', noise } })
    .png()
    .toBuffer()
  await sharp(coarse).resize({ width: 4_032 }).jpeg({ quality: 80 }).toFile(path)
  return path
}
