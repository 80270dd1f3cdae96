import { type CalendarDate, DEFAULT_TIMEZONE, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'

/** The business's time zone; the gateway writes it into the page, so that browser and services mean the same day. */
const timeZone = () => document.querySelector<HTMLMetaElement>('meta[name="business-timezone"]')?.content || DEFAULT_TIMEZONE

export const businessToday = (): CalendarDate => todayIn(timeZone())
export const businessTomorrow = (): CalendarDate => tomorrowIn(timeZone())
