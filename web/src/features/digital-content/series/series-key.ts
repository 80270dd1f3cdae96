/** First part of the query keys of series. */
export const SERIES = 'series'
