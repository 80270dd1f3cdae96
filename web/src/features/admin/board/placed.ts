import type { Grown } from '../../../shared/api/use-growing-list.ts'

interface Known {
  _id: string
}

/** A list without one of its items. */
export const without = <T extends Known>(list: Grown<T>, id: string): Grown<T> =>
  list.items.some(({ _id }) => _id === id) ? { ...list, items: list.items.filter(({ _id }) => _id !== id) } : list

/** A list with one item as it is now, where that belongs by `compare`. Behind what is loaded it is left out: it comes with the next page. */
export function placed<T extends Known>(list: Grown<T>, item: T, compare: (a: T, b: T) => number): Grown<T> {
  const others = list.items.filter(({ _id }) => _id !== item._id)
  const found = others.findIndex((other) => compare(item, other) < 0)
  const at = found < 0 ? others.length : found
  if (at === others.length && list.next !== undefined) return { ...list, items: others }
  return { ...list, items: [...others.slice(0, at), item, ...others.slice(at)] }
}
