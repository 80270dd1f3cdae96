/** Number of loaded results, and whether these are all results. */
export interface Found {
  count: number
  isAll: boolean
}

/** Returns the number of results of a search as text. Returns '' without a search term, and while the results load. */
export function resultText(wanted: string | undefined, found: Found | undefined): string {
  if (!wanted || !found) return ''
  return `(${found.count}${found.isAll ? '' : ' or more'} found for "${wanted}")`
}
