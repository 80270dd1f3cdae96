import { useDeferredValue, useMemo, useRef, useState } from 'react'

/**
 * Those of the items whose text holds each of the words that are searched for, `initial` ones at first. `textOf` is made
 * once, not with each render.
 */
export function useSearch<Item extends WeakKey>(items: readonly Item[], textOf: (item: Item) => string, initial = '') {
  const [term, setTerm] = useState(initial)
  // A long list follows when there is time; what is typed is there at once.
  const wanted = useDeferredValue(term.trim())
  const compared = useMemo(() => onceEach((item: Item) => folded(textOf(item))), [textOf])
  const found = useMemo(() => {
    if (!wanted) return items
    const words = folded(wanted).split(/\s+/)
    return items.filter((item) => words.every((word) => compared(item).includes(word)))
  }, [items, compared, wanted])
  const input = useRef<HTMLInputElement>(null)

  /** From wherever: the focus goes to the box. */
  function clear(): void {
    setTerm('')
    input.current?.focus()
  }

  const told = wanted && `(${found.length} of ${items.length} results for "${wanted}")`
  return { term, setTerm, clear, found, wanted, told, input }
}

/** The same of a function that works it out once for each item, however often these come in another order or number. */
function onceEach<Item extends WeakKey>(textOf: (item: Item) => string) {
  const known = new WeakMap<Item, string>()
  return (item: Item): string => {
    const text = known.get(item) ?? textOf(item)
    known.set(item, text)
    return text
  }
}

/** As it is compared: without accents, capitals and kinds of apostrophe. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[‘’]/g, "'")
    .toUpperCase()
    .toLowerCase()
}
