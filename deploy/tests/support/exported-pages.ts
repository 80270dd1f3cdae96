import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { openZip } from '@app/chassis/exports/zip-reader.ts'
import type { Browser } from 'playwright-core'

const MAX_BYTES = 1e9

/** Unpacks the ZIP file of an export into a folder. */
export async function unpackExport(path: string, folder: string): Promise<void> {
  const zip = await openZip(path, MAX_BYTES)
  try {
    for (const [name, entry] of zip.entries) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await pipeline(Readable.from(zip.read(entry)), createWriteStream(join(folder, name)))
    }
  } finally {
    await zip.close()
  }
}

/** Opens `index.html` of an unpacked export, and records errors, failed requests, and requests that leave the folder. */
export async function openUnpacked(browser: Browser, folder: string) {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('requestfailed', (failed) => faults.push(failed.url()))
  page.on('request', (sent) => sent.url().startsWith('file:') || faults.push(sent.url()))
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  return { page, faults }
}
