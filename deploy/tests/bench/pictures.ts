import { join } from 'node:path'
import sharp from 'sharp'
import type { Servers } from './servers.ts'

/** Stores a JPEG of 12 megapixels and about 4 MB, as from a phone, in the folder of the bench. Returns its path. */
export async function photo({ dataDir }: Servers, name: string): Promise<string> {
  const path = join(dataDir, `${name}.jpg`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const coarse = await sharp({ create: { width: 1_008, height: 756, channels: 3, background: '#000000', noise } })
    .png()
    .toBuffer()
  await sharp(coarse).resize({ width: 4_032 }).jpeg({ quality: 80 }).toFile(path)
  return path
}
