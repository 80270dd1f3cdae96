/** The locale of deployments that set none. */
export const DEFAULT_LOCALE = 'en-US'

let current = DEFAULT_LOCALE

/** Whether the runtime has formats for the locale, and the locale names a country: `en-US`, but not `en`. */
export function isLocale(text: string): boolean {
  try {
    return new Intl.Locale(text).region !== undefined && Intl.DateTimeFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}

/**
 * Sets the locale of all formats of this process or page. Each process and page calls this once, at its start, with the setting
 * `BUSINESS_LOCALE`. All companies and requests have the same locale, therefore the locale is not a parameter of every format.
 */
export function setLocale(locale: string): void {
  current = locale
}

/** Returns the locale of all formats, as a BCP 47 tag. */
export const currentLocale = (): string => current
