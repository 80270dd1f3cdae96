import { serviceNames } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import { services } from '../services.ts'

const HEADER = '| event | published by | consumed by |'

/** Returns the name of the service that publishes events of a type. Types begin with this name. */
const publisherOf = (type: string): string => type.slice(0, type.indexOf('.'))

const consumersOf = (type: string): string[] => serviceNames.filter((name) => services[name].subscribedTypes?.includes(type))

/** Returns a Markdown table of all events, with the service that publishes each event and the services that consume it. */
function eventTable(): string {
  const rows = allEvents.map(({ type }) => `| \`${type}\` | ${publisherOf(type)} | ${consumersOf(type).join(', ') || '–'} |`)
  return [HEADER, '| --- | --- | --- |', ...rows].join('\n')
}

/** Returns the document with its table of events replaced by the current one. Throws if the document has no such table. */
export function withEventTable(markdown: string): string {
  const start = markdown.indexOf(HEADER)
  const end = markdown.indexOf('\n\n', start)
  if (start < 0 || end < 0) throw new Error(`The document has no table with the header ${HEADER}`)
  return markdown.slice(0, start) + eventTable() + markdown.slice(end)
}
