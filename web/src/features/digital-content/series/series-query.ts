import { getSeries, type Series } from '@app/contracts/http/series.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { seriesKey } from './series-key.ts'

/** The series of a recurring task. Each update of the task list loads it again. */
export const seriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: seriesKey(seriesId),
    queryFn: ({ signal }) => call(getSeries, { params: { seriesId }, signal }),
  })

export const cacheSeries = (queryClient: QueryClient, series: Series): void => {
  queryClient.setQueryData(seriesKey(series._id), series)
}
