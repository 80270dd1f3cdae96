import { formatDateAndTime } from '@app/contracts/format/times.ts'
import { timeZone } from '../../shared/format/dates.ts'

/** Date and time in the business's time zone, for example "Mon, Dec 7, 2026, 9:00 AM EST". */
export const SendTime = ({ at }: { at: string }) => <time dateTime={at}>{formatDateAndTime(at, timeZone())}</time>
