import { type KeyboardEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import styles from './Tabs.module.css'

interface Tab<Id extends string> {
  id: Id
  label: string
  /** Shown after the label, for example "Pending Tasks: 3". */
  count?: number | string
}

interface TabsProps<Id extends string> {
  /** Prefix of the element ids that connect tabs and panels. Must be unique in the page. */
  name: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}

/**
 * Tab list with one stop for the Tab key. Arrow keys move between the tabs and select them. A list that is wider than its place scrolls, and
 * fades out where more tabs follow. The selected tab is scrolled into view.
 */
export function Tabs<Id extends string>({ name, label, tabs, selected, onSelect }: TabsProps<Id>) {
  const row = useRef<HTMLDivElement>(null)
  const observed = useCallback((list: HTMLDivElement) => {
    row.current = list
    return observeEdges(list)
  }, [])
  useLayoutEffect(() => {
    const list = row.current
    const tab = list?.querySelector(`#${tabId(name, selected)}`)
    if (list && tab) scrollToTab(list, tab)
  }, [name, selected])

  // Starts from the focused tab, because the selected tab may change only after its panel has loaded.
  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => tabId(name, id) === (event.target as HTMLElement).id)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    row.current?.querySelector<HTMLElement>(`#${tabId(name, tab.id)}`)?.focus()
  }

  return (
    <div
      ref={observed}
      className={styles.tabs}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      onScroll={({ currentTarget }) => markEdges(currentTarget)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          id={tabId(name, tab.id)}
          className={styles.tab}
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panelId(name, tab.id) : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
        >
          {tab.count === undefined ? tab.label : `${tab.label}: ${tab.count}`}
        </button>
      ))}
    </div>
  )
}

/** Marks the sides on which more tabs follow. */
function markEdges(list: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = list
  list.toggleAttribute('data-more-before', scrollLeft > 1)
  list.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
}

/** Marks the sides again when the list or a tab changes its width. Returns a function that ends this. */
function observeEdges(list: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => markEdges(list))
  for (const element of [list, ...list.children]) sizes.observe(element)
  return () => sizes.disconnect()
}

/** Scrolls the list so far that the tab and a part of its neighbor are visible. Unlike `scrollIntoView`, it never scrolls the page. */
function scrollToTab(list: HTMLElement, tab: Element): void {
  const place = list.getBoundingClientRect()
  const { left, right, width } = tab.getBoundingClientRect()
  if (left < place.left + width / 2) list.scrollLeft -= place.left + width / 2 - left
  else if (right > place.right - width / 2) list.scrollLeft += right - place.right + width / 2
}

/** Panel of the selected tab. Render it only for that tab. */
export function TabPanel({ name, id, children }: { name: string; id: string; children: ReactNode }) {
  return (
    <div id={panelId(name, id)} role="tabpanel" aria-labelledby={tabId(name, id)}>
      {children}
    </div>
  )
}

const tabId = (name: string, id: string) => `${name}-tab-${id}`
const panelId = (name: string, id: string) => `${name}-panel-${id}`
