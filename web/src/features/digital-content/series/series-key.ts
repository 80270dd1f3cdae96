/** First part of the query keys of series. */
export const SERIES = 'series'

/** Query key of a series. This file is small, because every page with tasks loads it. */
export const seriesKey = (seriesId: string | null) => [SERIES, seriesId] as const
/** Part of the query keys of the planned dates in the calendar. */
export const PLANNED_DATES = [SERIES, 'planned'] as const
