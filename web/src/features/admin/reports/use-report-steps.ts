import type { ListedReport } from '@app/contracts/http/monthly-reports.ts'
import { useEffect, useState } from 'react'
import { reportQuery } from '../../../domain/report/report-queries.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { type ListStepsProps, neighborsOf } from '../../../shared/ui/ListSteps.tsx'
import { useOpenPanel } from '../use-place.ts'

interface ReportSequence {
  items: readonly ListedReport[] | undefined
  /** Whether further reports of the list are not loaded yet. */
  hasMore: boolean
  /** Loads further reports. */
  more: () => unknown
}

/** Returns the steps from a report to the reports before and after it in the list. They are loaded in advance. */
export function useReportSteps(id: string, { items = [], hasMore, more }: ReportSequence): Omit<ListStepsProps<string>, 'what' | 'title'> {
  const openPanel = useOpenPanel()
  const [place, setPlace] = useState<{ id: string; at: number }>()
  const index = items.findIndex(({ _id }) => _id === id)
  const known = place?.id === id ? place : undefined
  // A report may leave the list when it is sent. The reports before and after it are then found from the place that it had.
  if (index >= 0 && known?.at !== index) setPlace({ id, at: index })
  const isPlaced = index >= 0 || known !== undefined
  const { before, after } = neighborsOf(items, index, known?.at ?? 0)
  const previous = isPlaced ? before.at(-1)?._id : undefined
  const next = isPlaced ? after[0]?._id : undefined

  useEffect(() => {
    for (const neighbor of [next, previous]) if (neighbor) void queryClient.prefetchQuery(reportQuery(neighbor, adminCall))
  }, [previous, next])
  const isAtEnd = isPlaced && next === undefined && hasMore
  useEffect(() => {
    if (isAtEnd) more()
  }, [isAtEnd, more])

  return {
    position: index >= 0 ? `${index + 1} of ${items.length}${hasMore ? '+' : ''}` : undefined,
    previous,
    next,
    open: (other) => openPanel('report', other),
  }
}
