import { useDeferredValue, useMemo, useRef, useState } from 'react'

export type SearchOf<Item> = ReturnType<typeof useSearch<Item>>

/** Those of the items whose text holds each of the words that are searched for. `textOf` is made once, not with each render. */
export function useSearch<Item>(items: readonly Item[], textOf: (item: Item) => string) {
  const [term, setTerm] = useState('')
  // A long list follows when there is time; what is typed is there at once.
  const wanted = useDeferredValue(term.trim())
  const texts = useMemo(() => items.map((item) => ({ item, text: folded(textOf(item)) })), [items, textOf])
  const found = useMemo(() => {
    const words = folded(wanted).split(/\s+/)
    return texts.filter(({ text }) => words.every((word) => text.includes(word))).map(({ item }) => item)
  }, [texts, wanted])
  const input = useRef<HTMLInputElement>(null)

  /** From wherever: the focus goes to the box. */
  function clear(): void {
    setTerm('')
    input.current?.focus()
  }

  return { term, setTerm, clear, found, wanted, of: items.length, input }
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
