/** Stands in built pages where the product's public origin goes, which only the gateway knows. */
export const ORIGIN_IN_PAGES = 'https://origin.invalid'

/** Names the build of the web app: in a `meta` element of its pages, and beside every answer of the gateway that serves it. */
export const APP_BUILD = 'app-build'
