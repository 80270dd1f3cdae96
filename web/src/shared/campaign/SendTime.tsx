import { timeZone } from '../format/dates.ts'

/** When something is sent, in words and in the business's zone: "Mon, Dec 7, 2026, 9:00 AM EST". */
export function SendTime({ at }: { at: string }) {
  const words = new Intl.DateTimeFormat('en-US', {
    timeZone: timeZone(),
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at))
  return <time dateTime={at}>{words.replace(/\s/g, ' ')}</time>
}
