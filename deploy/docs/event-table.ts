import { readFile, writeFile } from 'node:fs/promises'
import { serviceNames } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import { services } from '../services.ts'
import { replaceTable } from './replace-table.ts'

const HEADER = '| event | published by | consumed by |'

const types = allEvents.map(({ type }) => type).sort()

/** The type of an event begins with the name of the service that publishes it. */
const publishedBy = (service: string): string[] => types.filter((type) => type.startsWith(`${service}.`))

const consumersOf = (type: string): string[] => serviceNames.filter((name) => services[name].subscribedTypes?.includes(type))

const inCode = (name: string): string => `\`${name}\``

/** Returns the document with its table of events replaced by the current one. Throws if the document has no such table. */
export function withEventTable(markdown: string): string {
  const rows = serviceNames.flatMap((service) =>
    publishedBy(service).map((type) => `| ${inCode(type)} | ${inCode(service)} | ${consumersOf(type).map(inCode).join(', ') || '–'} |`),
  )
  return replaceTable(markdown, HEADER, rows)
}

// The command `npm run docs:events`.
if (import.meta.main) {
  const document = new URL('../../docs/README.md', import.meta.url)
  await writeFile(document, withEventTable(await readFile(document, 'utf8')))
}
