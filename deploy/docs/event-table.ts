import { readFile, writeFile } from 'node:fs/promises'
import { serviceNames } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import { services } from '../services.ts'

const HEADER = '| event | published by | consumed by |'

const types = allEvents.map(({ type }) => type).sort()

/** The type of an event begins with the name of the service that publishes it. */
const publishedBy = (service: string): string[] => types.filter((type) => type.startsWith(`${service}.`))

const consumersOf = (type: string): string[] => serviceNames.filter((name) => services[name].subscribedTypes?.includes(type))

const inCode = (name: string): string => `\`${name}\``

function eventTable(): string {
  const rows = serviceNames.flatMap((service) =>
    publishedBy(service).map((type) => `| ${inCode(type)} | ${inCode(service)} | ${consumersOf(type).map(inCode).join(', ') || '–'} |`),
  )
  return [HEADER, '| --- | --- | --- |', ...rows].join('\n')
}

/** Returns the document with its table of events replaced by the current one. Throws if the document has no such table. */
export function withEventTable(markdown: string): string {
  const start = markdown.indexOf(HEADER)
  const end = markdown.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error(`The document has no table with the header ${HEADER}`)
  return markdown.slice(0, start) + eventTable() + markdown.slice(end)
}

// The command `npm run docs:events`.
if (import.meta.main) {
  const document = new URL('../../docs/README.md', import.meta.url)
  await writeFile(document, withEventTable(await readFile(document, 'utf8')))
}
