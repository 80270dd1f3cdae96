import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Files that use formatters to compute dates and times, or to check the name of a time zone. They show nothing to users. */
const COMPUTATIONS = ['contracts/src/rules/business-dates.ts', 'contracts/src/rules/time-zones.ts', 'contracts/src/rules/wall-clock.ts']

/** A formatter with a locale, or a method that formats. `new Intl.DateTimeFormat()` only reads the time zone of the device. */
const formatting = /new Intl\.(DateTimeFormat|NumberFormat|ListFormat|RelativeTimeFormat)\([^)]|\.toLocale(Date|Time)?String\(/

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true })
  return entries.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => join(folder, name))
}

it('only contracts/src/format formats dates, times, numbers and lists', async () => {
  const services = (await readdir(join(root, 'services'))).map((name) => `services/${name}/src`)
  const sources = (await Promise.all(['contracts/src', 'gateway/src', 'web/src', ...services].map(sourcesIn))).flat()
  const formatters: string[] = []
  for (const path of sources.filter((one) => !one.startsWith('contracts/src/format/'))) {
    if (formatting.test(await readFile(join(root, path), 'utf8'))) formatters.push(path)
  }
  expect(formatters.toSorted()).toEqual(COMPUTATIONS)
})
