import { DEFAULT_LOCALE, setLocale } from '@app/contracts/format/locale.ts'

/** Reads a setting that the gateway writes into the page, so that browser and services have the same dates and formats. */
export const deployed = (name: 'timezone' | 'locale' | 'clock-ahead'): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="business-${name}"]`)?.content

/** Sets the locale of all formats of the page. The page's first script calls this before it renders. */
export const setDeployedLocale = (): void => setLocale(deployed('locale') || DEFAULT_LOCALE)
