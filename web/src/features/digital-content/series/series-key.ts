/** First part of the query keys of series. */
export const SERIES = 'series'

/** Query key of a series. This file is small, because every page with tasks loads it. */
export const seriesKey = (seriesId: string | null) => [SERIES, seriesId] as const
