// Updates the table of events in docs/README.md.
import { readFile, writeFile } from 'node:fs/promises'
import { withEventTable } from './event-table.ts'

const document = new URL('../../docs/README.md', import.meta.url)
await writeFile(document, withEventTable(await readFile(document, 'utf8')))
