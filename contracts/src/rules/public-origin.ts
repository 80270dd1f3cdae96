/** Stands in built pages where the product's public origin goes, which only the gateway knows. */
export const ORIGIN_IN_PAGES = 'https://origin.invalid'
