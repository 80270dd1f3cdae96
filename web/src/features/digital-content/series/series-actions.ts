import { changeSeries, endSeries, type Series, skipOccurrence } from '@app/contracts/http/series.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { toast } from '../toasts.ts'
import type { SeriesForm } from './series-form.ts'
import { cacheSeries } from './series-query.ts'

/** Stores the changed series, and loads all tasks again, because several of them show the dates of the series. */
function keep(queryClient: QueryClient, series: Series): void {
  cacheSeries(queryClient, series)
  fireTasksUpdated()
}

/** Shows the error. After a 409, the response contains the current series, and this function stores that series. */
function fail(queryClient: QueryClient, error: Error): void {
  toast.failed(messageOf(error, 'Error changing the repeats'))
  if (error instanceof ApiError && 'series' in error.details) keep(queryClient, error.details.series as Series)
}

/** Sends the form of a series. Rejects if the server did not accept it. */
export function useSendSeries({ _id: seriesId, version }: Series): {
  send: (form: SeriesForm) => Promise<void>
  onFailure: (error: Error) => void
} {
  const queryClient = useQueryClient()
  return {
    async send(form) {
      const isMonthly = form.recurrenceType === 'monthly'
      const { monthlyWeek, monthlyDayOfWeek, weeklyDayOfWeek, recurrenceType, recurrenceEndDate } = form
      const days = isMonthly ? { monthlyWeek, monthlyDayOfWeek } : { weeklyDayOfWeek }
      const body = { recurrenceType, recurrenceEndDate, version, ...days }
      keep(queryClient, await call(changeSeries, { params: { seriesId }, body }))
      toast.success('Repeats changed')
    },
    onFailure: (error) => fail(queryClient, error),
  }
}

export function useSkip() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, nextDate }: Series) => call(skipOccurrence, { params: { seriesId: _id }, body: { date: nextDate ?? '' } }),
    onSuccess: (series) => {
      toast.success('Date skipped')
      keep(queryClient, series)
    },
    onError: (error: Error) => fail(queryClient, error),
  })
}

export function useEndSeries() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Series) => call(endSeries, { params: { seriesId: _id } }),
    onSuccess: (series) => {
      toast.success('The task no longer repeats')
      keep(queryClient, series)
    },
    onError: (error: Error) => fail(queryClient, error),
  })
}
