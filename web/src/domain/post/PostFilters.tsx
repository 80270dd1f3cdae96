import { formatMonth } from '@app/contracts/format/dates.ts'
import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import type { ReactNode } from 'react'
import { useBusinessToday } from '../../shared/format/use-today.ts'
import { InlineSelect } from '../../shared/ui/InlineSelect.tsx'
import SearchBox from '../../shared/ui/SearchBox.tsx'
import { firstDayOf, type Month, previousMonth } from '../calendar/month.ts'
import styles from './PostFilters.module.css'
import type { PostFilterState } from './post-filter.ts'

interface PostFiltersProps {
  state: PostFilterState
  /** The first month that can be chosen. */
  since: Month
  /** Number of results as text; empty without a search. */
  found: string
  /** Further filters. */
  more?: ReactNode
}

/** Returns the months from the current one back to the first, and the chosen month if it is earlier. */
function monthsOf(current: Month, since: Month, chosen: Month | undefined): Month[] {
  const months = [current]
  for (let month = previousMonth(current); month >= since; month = previousMonth(month)) months.push(month)
  return chosen === undefined || months.includes(chosen) ? months : [...months, chosen].sort().reverse()
}

/** The filters of a list of posts: words, month and platform. */
export function PostFilters({ state: { filter, search, setMonth, setPlatform }, since, found, more }: PostFiltersProps) {
  const months = monthsOf(monthOf(useBusinessToday()), since, filter.month)
  return (
    <div className={styles.filters}>
      <SearchBox inLine label="Search posts" placeholder="Title or caption" search={{ ...search, message: found }} />
      {more}
      <InlineSelect label="Month" value={filter.month ?? ''} onChoose={setMonth}>
        <option value="">All</option>
        {months.map((month) => (
          <option key={month} value={month}>
            {formatMonth(firstDayOf(month))}
          </option>
        ))}
      </InlineSelect>
      <InlineSelect label="Platform" value={filter.platform ?? ''} onChoose={setPlatform}>
        <option value="">All</option>
        {platforms.map((platform) => (
          <option key={platform} value={platform}>
            {platformNames[platform]}
          </option>
        ))}
      </InlineSelect>
    </div>
  )
}
