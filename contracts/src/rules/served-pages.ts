/** Placeholder for the public origin in built pages. The gateway replaces it. */
export const ORIGIN_IN_PAGES = 'https://origin.invalid'

/** Name of the `meta` element and of the response header that contain the build id of the web app. */
export const APP_BUILD = 'app-build'
