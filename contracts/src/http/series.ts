import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, nullableOneOf, nullableText, oneOf, strictObject } from '../primitives.ts'
import { monthWeeks, recurrenceTypes, weekdays } from '../rules/recurrence.ts'

/** The rule of a recurring task, without its period. */
export const repeatRule = {
  recurrenceType: oneOf(recurrenceTypes),
  weeklyDayOfWeek: nullableOneOf(weekdays),
  monthlyWeek: nullableOneOf(monthWeeks),
  monthlyDayOfWeek: nullableOneOf(weekdays),
}

/** A recurring task with its rule. Each occurrence is a task of its own. The later occurrences become tasks one after the other. */
export const Series = Type.Object({
  _id: Id,
  companyProfileId: Id,
  title: Type.String(),
  ...repeatRule,
  recurrenceStartDate: Type.String({ description: 'YYYY-MM-DD' }),
  recurrenceEndDate: Type.String({ description: 'YYYY-MM-DD' }),
  nextDate: nullableText('YYYY-MM-DD; the date of the next occurrence that is not a task yet; null if none follows'),
  version: Type.Integer({ description: 'increases when the owner changes the series; send it with a change to detect conflicts' }),
})
export type Series = Type.Static<typeof Series>

const SeriesParams = Type.Object({ seriesId: Id })
const SeriesVersion = Type.Optional(Type.Integer({ minimum: 1 }))

export const getSeries = defineRoute({
  id: 'getSeries',
  method: 'GET',
  url: '/task/series/:seriesId',
  access: 'signed-in',
  summary: 'Returns a series. 404 for a series of another owner',
  schema: { params: SeriesParams, response: { 200: Series } },
})

export const changeSeries = defineRoute({
  id: 'changeSeries',
  method: 'PUT',
  url: '/task/series/:seriesId',
  access: 'owner',
  idempotent: true,
  summary:
    'Changes the rule and the end of a series for the occurrences that are not tasks yet. The new rule begins with its first date that is ' +
    'not before the next date of the old rule. 422 for an end before tomorrow. 409 with the current series if it has another `version`',
  schema: {
    params: SeriesParams,
    body: strictObject({
      recurrenceType: oneOf(recurrenceTypes),
      weeklyDayOfWeek: Type.Optional(nullableOneOf(weekdays)),
      monthlyWeek: Type.Optional(nullableOneOf(monthWeeks)),
      monthlyDayOfWeek: Type.Optional(nullableOneOf(weekdays)),
      recurrenceEndDate: dateText(),
      version: SeriesVersion,
    }),
    response: { 200: Series },
  },
})

export const endSeries = defineRoute({
  id: 'endSeries',
  method: 'POST',
  url: '/task/series/:seriesId/end',
  access: 'owner',
  idempotent: true,
  summary: 'Ends a series: no further occurrence becomes a task. If the series has ended already, nothing changes',
  schema: { params: SeriesParams, response: { 200: Series } },
})

export const skipOccurrence = defineRoute({
  id: 'skipOccurrence',
  method: 'POST',
  url: '/task/series/:seriesId/skip',
  access: 'owner',
  idempotent: true,
  summary: 'Skips the next occurrence of a series. 409 with the current series if `date` is not the date of the next occurrence',
  schema: {
    params: SeriesParams,
    body: strictObject({ date: dateText() }),
    response: { 200: Series },
  },
})
