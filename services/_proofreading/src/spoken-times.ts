import { rangesOf, type TextRange } from './passages.ts'

/** A time of day in a text, in minutes after midnight. */
export interface SpokenTime extends TextRange {
  minutes: number
}

/** A range of times such as "5–7 pm", in minutes after midnight. */
export interface SpokenRange extends TextRange {
  start: number
  end: number
}

const time = /(?<![\d:.$/])\d{1,2}(?::[0-5]\d)? ?[ap]\.?m\b|\b(?:noon|midnight)\b/gi
const timeParts = /^(\d{1,2})(?::(\d\d))? ?([ap])/i

const range = /(?<![\d:.$/])\d{1,2}(?::[0-5]\d)? ?(?:[ap]\.?m\.?)? ?(?:[-–—=~]{1,2}|to|until|till) ?\d{1,2}(?::[0-5]\d)? ?[ap]\.?m\b/gi
const rangeParts = /^(\d{1,2})(?::(\d\d))? ?(?:([ap])\.?m\.?)? ?(?:[-–—=~]{1,2}|to|until|till)? ?(\d{1,2})(?::(\d\d))? ?([ap])/i

const HALF_DAY = 12 * 60

/** Returns the minutes after midnight. Undefined if there is no such time. */
function minutesOf(hour: string, minutes: string | undefined, half: string): number | undefined {
  const number = Number(hour)
  if (number < 1 || number > 12) return undefined
  return (number % 12) * 60 + Number(minutes ?? 0) + (half.toLowerCase() === 'p' ? HALF_DAY : 0)
}

function minutesIn(text: string): number | undefined {
  if (/^noon$/i.test(text)) return HALF_DAY
  if (/^midnight$/i.test(text)) return 0
  const [, hour = '', minutes, half = ''] = timeParts.exec(text) ?? []
  return minutesOf(hour, minutes, half)
}

/** Returns the times of day that a text says with "am" or "pm". */
export function spokenTimes(text: string): SpokenTime[] {
  return rangesOf(text, time).flatMap((found) => {
    const minutes = minutesIn(found.text)
    return minutes === undefined ? [] : [{ ...found, minutes }]
  })
}

/** Two complete times without a dash between them, which text recognition often loses. */
const pair = /(?<![\d:.$/])\d{1,2}(?::[0-5]\d)? ?[ap]\.?m\.? \d{1,2}(?::[0-5]\d)? ?[ap]\.?m\b/gi

/**
 * Returns the ranges of times that a text says. Without "am" or "pm", the beginning is in the same half of the day as the end, or before.
 * In a recognized text, two times beside each other are a range.
 */
export function spokenRanges(text: string, isRecognized = false): SpokenRange[] {
  const ranges = [...rangesOf(text, range), ...(isRecognized ? rangesOf(text, pair) : [])]
  return ranges.flatMap((found) => {
    const [, hour = '', minutes, half, endHour = '', endMinutes, endHalf = ''] = rangeParts.exec(found.text) ?? []
    const end = minutesOf(endHour, endMinutes, endHalf)
    const start = minutesOf(hour, minutes, half ?? endHalf)
    if (start === undefined || end === undefined) return []
    return [{ ...found, start: half === undefined && start > end ? (start + HALF_DAY) % (2 * HALF_DAY) : start, end }]
  })
}

/** Returns a time as people say it: "5 pm", "10:30 am". */
export function timeInWords(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 12 || 12
  const rest = minutes % 60
  return `${hour}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`} ${minutes < HALF_DAY ? 'am' : 'pm'}`
}
