/** The request header with the version of a record that the caller has seen. */
export const IF_MATCH = 'if-match'

/** Returns the value of `If-Match` for a version. */
export const ifMatchOf = (version: number): string => `"${version}"`
