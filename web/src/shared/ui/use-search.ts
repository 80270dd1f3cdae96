import { useDeferredValue, useMemo, useRef, useState } from 'react'

interface SearchOptions {
  /** The search text at first. */
  initial?: string
  /** Converts the search text before it is split into words. Pass the same function at each render. */
  convert?: (term: string) => string
}

/** Returns a search box's state, and the items that contain every word of the search. Pass the same `textOf` at each render. */
export function useSearch<Item extends WeakKey>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  { initial = '', convert = asTyped }: SearchOptions = {},
) {
  const [term, setTerm] = useState(initial)
  // Deferred, so that the box shows the typed text before a long list is filtered.
  const wanted = useDeferredValue(term.trim())
  const compared = useMemo(() => memoizeByItem((item: Item) => normalizeForSearch(textOf(item))), [textOf])
  const found = useMemo(() => {
    if (!wanted) return items
    const words = normalizeForSearch(convert(wanted)).split(/\s+/)
    return items.filter((item) => words.every((word) => compared(item).includes(word)))
  }, [items, compared, wanted, convert])
  const input = useRef<HTMLInputElement>(null)

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }

  const message = wanted && `(${found.length} of ${items.length} results for "${wanted}")`
  return { term, setTerm, clear, found, wanted, message, input }
}

const asTyped = (term: string): string => term

function memoizeByItem<Item extends WeakKey>(textOf: (item: Item) => string) {
  const known = new WeakMap<Item, string>()
  return (item: Item): string => {
    const text = known.get(item) ?? textOf(item)
    known.set(item, text)
    return text
  }
}

/** Removes accents, converts to lower case, and replaces curved apostrophes by straight ones, so that texts can be compared. */
function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[‘’]/g, "'")
    .toUpperCase()
    .toLowerCase()
}
