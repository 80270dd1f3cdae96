import type { Platform } from '@app/contracts/rules/task-status.ts'
import { isOfNetwork } from './network-hosts.ts'

/** A row of the table, with the platforms for which it has fields. */
interface Row {
  id: string
  platforms: readonly Platform[]
}

/** The field into which a list was pasted. */
interface Place {
  id: string
  platform: Platform
}

type Links = Partial<Record<Platform, string>>

export interface SpreadLinks {
  /** The links by the id of their row. */
  links: ReadonlyMap<string, Links>
  placed: number
  /** Number of links for which no row or no field was left. */
  left: number
}

/** Places the links of one line. A link of a network goes into its field, another link into the field below the pasted one. */
function linksOfLine(words: readonly string[], { platforms }: Row, { platform }: Place): Links {
  const links: Links = {}
  for (const word of words) {
    const free = platforms.filter((name) => links[name] === undefined)
    const field = free.find((name) => isOfNetwork(name, word)) ?? free.find((name) => name === platform) ?? free[0]
    if (field) links[field] = word
  }
  return links
}

/**
 * Spreads a pasted list over the rows: each line belongs to a row, beginning with the row of the field. An empty line leaves its row
 * unchanged. A line can contain several links, for example the cells of a spreadsheet. Undefined for a text that is not a list.
 */
export function spreadLinks(text: string, rows: readonly Row[], place: Place): SpreadLinks | undefined {
  const lines = text.trimEnd().split(/\r?\n/)
  const words = lines.map((line) => line.split(/\s+/).filter(Boolean))
  const count = words.flat().length
  if (count < 2) return undefined
  const first = rows.findIndex(({ id }) => id === place.id)
  const links = new Map<string, Links>()
  for (const [at, row] of rows.slice(first).entries()) {
    const ofLine = linksOfLine(words[at] ?? [], row, place)
    if (Object.keys(ofLine).length > 0) links.set(row.id, ofLine)
  }
  const placed = [...links.values()].reduce((sum, ofRow) => sum + Object.keys(ofRow).length, 0)
  return { links, placed, left: count - placed }
}
