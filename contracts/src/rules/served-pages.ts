/** Placeholder for the public origin in built pages. The gateway replaces it in the pages that it serves. */
export const ORIGIN_IN_PAGES = 'https://origin.invalid'

/** Name of a `meta` element and of a response header. Both contain the build id of the web app. */
export const APP_BUILD = 'app-build'
