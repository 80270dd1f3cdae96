import { formatDay } from '@app/contracts/format/date-format.ts'
import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { pickFrom } from '../faults/fuzz/worst-cases.ts'
import type { Business, Post } from './businesses.ts'

/** What the texts of a post say. */
export interface Facts {
  date: CalendarDate
  /** Days that the weekday in the text is off. 0 if it is right. */
  weekdayShift: number
  saysYear: boolean
  deadline: CalendarDate
  /** A Friday, from which a weekend lasts until Sunday. */
  friday: CalendarDate
  /** In minutes after midnight. */
  start: number
  end: number
  price: number
  price2: number
  percent: number
  /** Ten digits. */
  phone: string
  site: string
  email: string
  handle: string
  street: string
  name: string
  short: string
}

/** How a text writes dates, times and phone numbers. */
export interface Style {
  date: 'long' | 'short' | 'points' | 'numeric' | 'ordinal'
  times: 'dash' | 'full' | 'tight' | 'to' | 'half'
  phone: 'dashes' | 'parentheses' | 'points' | 'spaces'
}

export const pictureStyle = (random: () => number): Style => ({
  date: pickFrom(['long', 'short', 'points', 'numeric', 'long'] as const, random),
  times: pickFrom(['dash', 'full', 'tight', 'half'] as const, random),
  phone: pickFrom(['dashes', 'parentheses', 'points', 'spaces'] as const, random),
})

export const captionStyle = (random: () => number): Style => ({
  date: pickFrom(['long', 'long', 'short', 'ordinal'] as const, random),
  times: pickFrom(['dash', 'to', 'tight', 'half'] as const, random),
  phone: pickFrom(['dashes', 'parentheses', 'points'] as const, random),
})

const ordinalEnding = (day: number): string => (day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'))

function dayText(date: CalendarDate, style: Style['date']): string {
  const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))]
  const long = formatDay(date, { month: 'long', day: 'numeric' })
  const short = formatDay(date, { month: 'short', day: 'numeric' })
  switch (style) {
    case 'long':
      return long
    case 'short':
      return short
    case 'points':
      // May has no point, because the name is complete.
      return month === 5 ? short : short.replace(' ', '. ')
    case 'numeric':
      return `${month}/${day}`
    case 'ordinal':
      return `${long}${ordinalEnding(day)}`
  }
}

function dateText({ date, weekdayShift, saysYear }: Facts, style: Style['date']): string {
  const isLong = style === 'long' || style === 'ordinal'
  const weekday = formatDay(addDays(date, weekdayShift), { weekday: isLong ? 'long' : 'short' })
  const separator = { long: ', ', ordinal: ', ', short: ', ', points: '., ', numeric: ' ' }[style]
  const year = saysYear ? (style === 'numeric' ? `/${date.slice(2, 4)}` : `, ${date.slice(0, 4)}`) : ''
  return `${weekday}${separator}${dayText(date, style)}${year}`
}

function rangeText({ friday }: Facts, style: Style['date']): string {
  const sunday = addDays(friday, 2)
  const isOneMonth = friday.slice(5, 7) === sunday.slice(5, 7)
  if (isOneMonth && style !== 'numeric') return `${dayText(friday, style === 'ordinal' ? 'long' : style)}–${Number(sunday.slice(8))}`
  return `${formatDay(friday, { weekday: 'short' })} ${dayText(friday, 'numeric')} – ${formatDay(sunday, { weekday: 'short' })} ${dayText(sunday, 'numeric')}`
}

const half = (minutes: number): string => (minutes < 720 ? 'am' : 'pm')

/** A time without its half of the day: "7" or "7:30". */
function clockOf(minutes: number, isFull = false): string {
  const [hour, rest] = [Math.floor(minutes / 60) % 12 || 12, minutes % 60]
  return rest > 0 || isFull ? `${hour}:${String(rest).padStart(2, '0')}` : String(hour)
}

function startText({ start }: Facts, style: Style['times']): string {
  if (style === 'full') return `${clockOf(start, true)} ${half(start).toUpperCase()}`
  return `${clockOf(start)}${style === 'tight' ? '' : ' '}${half(start)}`
}

function timesText({ start, end }: Facts, style: Style['times']): string {
  switch (style) {
    case 'full':
      return `${clockOf(start, true)} ${half(start).toUpperCase()} - ${clockOf(end, true)} ${half(end).toUpperCase()}`
    case 'tight':
      return `${clockOf(start)}${half(start)}–${clockOf(end)}${half(end)}`
    case 'to':
      return `${clockOf(start)} ${half(start)} to ${clockOf(end)} ${half(end)}`
    case 'half':
      // "5–3 pm" would be from five in the morning.
      return start < end && half(start) === half(end)
        ? `${clockOf(start)}–${clockOf(end)} ${half(end)}`
        : `${clockOf(start)} ${half(start)} – ${clockOf(end)} ${half(end)}`
    case 'dash':
      return `${clockOf(start)} ${half(start)} – ${clockOf(end)} ${half(end)}`
  }
}

function phoneText(digits: string, style: Style['phone']): string {
  const [area, middle, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (style === 'parentheses') return `(${area}) ${middle}-${line}`
  return [area, middle, line].join({ dashes: '-', points: '.', spaces: ' ' }[style])
}

const slots = {
  date: (facts: Facts, style: Style) => dateText(facts, style.date),
  deadline: (facts: Facts, style: Style) => dayText(facts.deadline, style.date),
  range: (facts: Facts, style: Style) => rangeText(facts, style.date),
  times: (facts: Facts, style: Style) => timesText(facts, style.times),
  start: (facts: Facts, style: Style) => startText(facts, style.times),
  price: ({ price }: Facts) => `$${price}`,
  price2: ({ price2 }: Facts) => `$${price2}`,
  percent: ({ percent }: Facts) => `${percent}%`,
  phone: ({ phone }: Facts, style: Style) => phoneText(phone, style.phone),
  site: ({ site }: Facts) => site,
  email: ({ email }: Facts) => email,
  handle: ({ handle }: Facts) => handle,
  street: ({ street }: Facts) => street,
  name: ({ name }: Facts) => name,
  short: ({ short }: Facts) => short,
} as const
export type Slot = keyof typeof slots

const isSlot = (name: string): name is Slot => Object.hasOwn(slots, name)
const slot = /\{([a-z]+\d?)\}/g

/** Returns the names of the facts that a template says. */
export const slotsIn = (template: string): Slot[] => [...template.matchAll(slot)].flatMap(([, name = '']) => (isSlot(name) ? [name] : []))

/** Fills facts into a template. */
export const fill = (template: string, facts: Facts, style: Style): string =>
  template.replaceAll(slot, (text, name: string) => (isSlot(name) ? slots[name](facts, style) : text))

const between = (min: number, max: number, random: () => number): number => min + Math.floor(random() * (max - min + 1))

const prices = [6, 8, 9, 12, 14, 15, 18, 19, 24, 25, 29, 35, 38, 42, 45, 48, 54, 59, 65, 68, 75, 79, 85, 95, 120, 149, 175, 240]

/** Returns facts for a post that is published on a date. */
export function factsOf(business: Business, postingDate: CalendarDate, random: () => number): Facts {
  const date = addDays(postingDate, between(6, 30, random))
  const start = between(8, 18, random) * 60 + pickFrom([0, 0, 30], random)
  const priceIndex = between(3, prices.length - 1, random)
  const label = business.site.replace(/\.example$/, '')
  return {
    date,
    weekdayShift: 0,
    saysYear: false,
    deadline: addDays(postingDate, between(2, 5, random)),
    friday: addDays(postingDate, ((5 - weekdayOf(postingDate) + 7) % 7) + 7),
    start,
    end: start + between(2, 8, random) * 30,
    price: prices[priceIndex] ?? 0,
    price2: prices[Math.floor(priceIndex / 2)] ?? 0,
    percent: pickFrom([10, 15, 20, 25, 30, 40, 50], random),
    phone: `${business.area}55501${between(10, 99, random)}`,
    site: business.site,
    email: `${pickFrom(['hello', 'info', 'team', 'studio'], random)}@${business.site}`,
    handle: `@${label}`,
    street: business.street,
    name: business.name,
    short: business.short,
  }
}

export type Role = 'headline' | 'sub' | 'detail' | 'contact' | 'name'

/** A line of a picture. */
export interface Line {
  role: Role
  text: string
}

/** The texts that a preview shows. */
export interface Texts {
  lines: Line[]
  caption: string
}

/** Templates of a picture's lines and of its caption. */
export interface Template {
  lines: Line[]
  caption: string
}

const contacts = ['{phone}', '{site}', '{street}', '{handle}', '{phone}  |  {site}', '{street}, {phone}']
const signatures = ['', '', '\n\n{name}, {street}', '\n\n— {name}', '\n\nSee you soon at {short}!']

/** Returns the templates of a post, with the name of the business, and often how to reach it. */
export function templateOf(post: Post, random: () => number): Template {
  const contact = pickFrom([...contacts, ''], random)
  const isSaid = slotsIn(contact).some((name) => post.details.some((detail) => slotsIn(detail).includes(name)))
  return {
    lines: [
      { role: 'headline', text: post.headline },
      ...(post.sub === undefined ? [] : [{ role: 'sub' as const, text: post.sub }]),
      ...post.details.map((text) => ({ role: 'detail' as const, text })),
      ...(contact === '' || isSaid ? [] : [{ role: 'contact' as const, text: contact }]),
      { role: 'name', text: pickFrom(['{name}', '{name}', '{short}'], random) },
    ],
    caption: post.caption + pickFrom(signatures, random),
  }
}
