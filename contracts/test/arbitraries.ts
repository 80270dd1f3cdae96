import * as fc from 'fast-check'

const DAY = 86_400_000

export const calendarDate = fc
  .integer({ min: Date.UTC(2000, 0, 1) / DAY, max: Date.UTC(2100, 0, 1) / DAY })
  .map((day) => new Date(day * DAY).toISOString().slice(0, 10))
