import { BOARD_SEARCH_MAX } from '@app/contracts/http/board.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useChangeQuery } from '../../shared/ui/use-change-query.ts'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { useServerSearch } from '../../shared/ui/use-search-in-url.ts'
import { isMonth, type Month } from '../calendar/month.ts'

/** The filter of a list of posts, as the server's routes have it. */
export interface PostFilter {
  month?: Month | undefined
  platform?: Platform | undefined
  search?: string | undefined
}

const toPlatform = (value: string | null): Platform | undefined => platforms.find((known) => known === value)
const toMonth = (value: string | null): Month | undefined => (isMonth(value) ? value : undefined)

/** Returns the filter in the URL. Each change of the month and of the platform adds a history entry. */
export function usePostFilterInUrl() {
  const address = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const search = useServerSearch(BOARD_SEARCH_MAX)
  const filter: PostFilter = {
    month: toMonth(address.get('month')),
    platform: toPlatform(address.get('platform')),
    search: search.wanted,
  }

  function showAll(): void {
    search.setTerm('')
    changeQuery({ month: null, platform: null, q: null })
  }
  return {
    filter,
    search,
    setMonth: (month: string) => changeQuery({ month: month || null }),
    setPlatform: (platform: string) => changeQuery({ platform: platform || null }),
    showAll,
  }
}

export type PostFilterState = ReturnType<typeof usePostFilterInUrl>

/** Returns a filter that is not in the URL, for a list in a panel over a list that is. */
export function usePostFilter(): PostFilterState {
  const [month, setMonth] = useState('')
  const [platform, setPlatform] = useState('')
  const [term, setTerm] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wanted = useDebounced(term.trim()).slice(0, BOARD_SEARCH_MAX) || undefined

  function clear(): void {
    setTerm('')
    input.current?.focus()
  }
  function showAll(): void {
    setMonth('')
    setPlatform('')
    setTerm('')
  }
  return {
    filter: { month: toMonth(month), platform: toPlatform(platform), search: wanted },
    search: { term, setTerm, clear, input, wanted },
    setMonth,
    setPlatform,
    showAll,
  }
}
