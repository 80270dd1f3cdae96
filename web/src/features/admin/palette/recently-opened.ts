import { useEffect } from 'react'
import { tabValues } from '../../../shared/browser/storage.ts'
import { claimsOf, useAdminSession } from '../../../shared/stores/session.ts'

/** A company, task or campaign whose panel can be opened. `id` is the id in the URL of the panel. */
export interface Openable {
  kind: 'company' | 'task' | 'campaign'
  id: string
  title: string
  /** Further text, for example the number of a task and its company. */
  detail: string
}

const REMEMBERED_MAX = 8

/** Each admin has a separate list. The list contains names of companies, so it is deleted at the end of the session. */
const keyOf = (token: string | null): string => `recently opened ${claimsOf(token)?.sub}`

const storageKey = (): string => keyOf(useAdminSession.getState().token)

useAdminSession.subscribe(({ token }, before) => keyOf(token) !== keyOf(before.token) && tabValues.remove(keyOf(before.token)))

/** Returns the panels that the admin opened last in this tab of the browser, newest first. */
export function recentlyOpened(): readonly Openable[] {
  try {
    return JSON.parse(tabValues.get(storageKey()) ?? '[]')
  } catch {
    return []
  }
}

function remember(opened: Openable): void {
  const others = recentlyOpened().filter(({ kind, id }) => kind !== opened.kind || id !== opened.id)
  tabValues.set(storageKey(), JSON.stringify([opened, ...others].slice(0, REMEMBERED_MAX)))
}

/** Stores the open panel in the list of recently opened panels. `opened` is undefined until the content of the panel is loaded. */
export function useRememberedAsOpened(opened: Openable | undefined): void {
  const { kind, id, title, detail } = opened ?? {}
  useEffect(() => {
    if (kind && id !== undefined && title !== undefined && detail !== undefined) remember({ kind, id, title, detail })
  }, [kind, id, title, detail])
}

export const taskDetail = (taskId: number, companyName: string): string => `#${taskId} · ${companyName}`
