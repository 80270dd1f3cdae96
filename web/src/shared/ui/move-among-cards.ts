import type { KeyboardEvent } from 'react'

const LINKS = '[data-covers]'

/** Moves the focus between the links of cards by arrow keys, according to their position on the screen. */
export function moveAmongCards(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target as HTMLElement
  if (!from.matches(LINKS)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(LINKS)]
  const next = nextIn(links, links.indexOf(from), event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function nextIn(links: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return links[at + 1]
  if (key === 'ArrowLeft') return links[at - 1]
  const here = links[at]?.getBoundingClientRect()
  if (!here || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined
  const way = (link: HTMLElement): { rows: number; aside: number } => {
    const { top, left } = link.getBoundingClientRect()
    return { rows: key === 'ArrowDown' ? top - here.top : here.top - top, aside: Math.abs(left - here.left) }
  }
  return links
    .map((link) => ({ link, ...way(link) }))
    .filter(({ rows }) => rows >= 1)
    .sort((a, b) => Math.round(a.rows - b.rows) || a.aside - b.aside)
    .at(0)?.link
}
