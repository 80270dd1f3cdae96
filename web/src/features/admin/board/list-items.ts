import type { LoadedList } from '../../../shared/api/use-growing-list.ts'

interface Item {
  _id: string
}

export const withoutItem = <T extends Item>(list: LoadedList<T>, id: string): LoadedList<T> =>
  list.items.some(({ _id }) => _id === id) ? { ...list, items: list.items.filter(({ _id }) => _id !== id) } : list

/** Inserts or moves an item. An item that belongs after the last loaded page is left out, because the next page will contain it. */
export function withItem<T extends Item>(list: LoadedList<T>, item: T, compare: (a: T, b: T) => number): LoadedList<T> {
  const others = list.items.filter(({ _id }) => _id !== item._id)
  const found = others.findIndex((other) => compare(item, other) < 0)
  const at = found < 0 ? others.length : found
  if (at === others.length && list.next !== undefined) return { ...list, items: others }
  return { ...list, items: [...others.slice(0, at), item, ...others.slice(at)] }
}
