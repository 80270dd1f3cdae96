import { DEFAULT_LOCALE, setLocale } from '../../src/format/locale.ts'

/** Calls `run` while all formats have this locale. Other test files of the same worker use the default locale. */
export function withLocale<T>(locale: string, run: () => T): T {
  setLocale(locale)
  try {
    return run()
  } finally {
    setLocale(DEFAULT_LOCALE)
  }
}
